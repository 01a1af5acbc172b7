/** Touches at a table: moves of the seat that acts here, and moves that are chosen ahead. */
import { useEffect, useState } from "preact/hooks";
import type { BoardEvents, BoardState } from "../../board/board";
import { moveOf, nextTargets } from "../../board/choice";
import { useEscape, useTouches } from "../../board/useTouches";
import { skinOf } from "../../games";
import { t } from "../../i18n";
import { errorText, ruleText } from "../../i18n/said";
import { api } from "../../net/api";
import type { Scene, Touch } from "../../net/types";
import type { Past } from "./past";
import { actingSeat } from "./people";
import { type TableProps, command } from "./Play";

export interface Choosing {
  readonly state: BoardState;
  readonly events: BoardEvents;
  readonly chosen: readonly string[];
  /** A move that can be played now, and need not be. */
  readonly waiting: Touch | null;
  /** The move that is on its way to the server. */
  readonly sent: Touch | null;
  /** Targets that are touched as soon as it is one's turn. */
  readonly premove: readonly string[];
  /** Why the last touch did nothing; empty: it did. */
  readonly refusal: string;
  play(touch: Touch): void;
  /** Plays a move that was typed; says why it is refused, or nothing. */
  type(move: string): Promise<string>;
  cancel(): void;
}

interface Props extends TableProps {
  readonly scene: Scene;
  readonly past: Past;
  readonly hint: readonly string[];
  readonly inSpace: boolean;
}

export function useChoice({ model, now, game, scene, past, hint, inSpace }: Props): Choosing {
  const [premove, setPremove] = useState<readonly string[]>([]);
  const seat = actingSeat(now);
  const move = (text: string) => ({ type: "move" as const, move: text, board_revision: now.board_revision, seat });
  const touches = useTouches({
    board: String(now.board_revision),
    scene,
    able: seat !== null && !past.scene && !model.behind.value,
    inSpace,
    explain: (reason, where) => ruleText(game, reason, where),
    preview: async (text, signal) => (await api.preview(now.table, text, seat ?? 0, signal)).steps,
    onMove: (text) => command(model, move(text)),
  });
  const { active, chosen, pending, previews } = touches;
  const cancel = () => {
    touches.clear();
    setPremove([]);
  };
  useEscape(cancel);
  useEffect(() => {
    if (!active || !premove.length) return;
    setPremove([]);
    const whole = moveOf(scene.touches, premove);
    if (whole) touches.play(whole);
    else if (nextTargets(scene.touches, premove).size) touches.choose(premove);
    else touches.refuse(t("board.premove.gone"));
  }, [active, now.board_revision]);

  /** Moves can be chosen ahead where time counts. */
  const ahead = now.status === "live" && now.clock !== null && now.you.holds.length === 1 && seat === null && !past.scene;

  const touch = (target: string) => {
    touches.forgive();
    if (model.behind.value) {
      model.hurry(); // what is waiting to be seen comes first
      return;
    }
    if (past.scene) {
      past.look(null);
      return;
    }
    if (active) touches.touch(target);
    else if (ahead) setPremove(premove.at(-1) === target ? premove.slice(0, -1) : [...premove, target].slice(-3));
    else if (now.status === "live" && seat === null && now.you.holds.length) touches.refuse(t("turn.not-yours"));
  };
  const type = async (text: string): Promise<string> => {
    previews.stop();
    model.hurry();
    if (seat === null) return t("turn.not-yours");
    const answer = await model.command(move(text));
    return answer.done ? "" : errorText(answer.error);
  };
  const state: BoardState = {
    skin: skinOf(game.name),
    scene,
    chosen: premove.length ? premove : chosen,
    next: touches.next,
    preview: pending?.path ?? null,
    previews: previews.known,
    active,
    hint,
  };
  return {
    state,
    events: { touch, drag: (from, to) => active && touches.drag(from, to), aim: previews.ask, cancel },
    chosen,
    waiting: touches.waiting,
    sent: touches.sent,
    premove,
    refusal: touches.refusal,
    play: touches.play,
    type,
    cancel,
  };
}
