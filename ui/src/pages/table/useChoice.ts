/** Touches become moves: what is chosen so far, what waits for a second touch, and what was refused. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { BoardEvents, BoardState } from "../../board/board";
import { leftBy, moveOf, nextTargets, touched } from "../../board/choice";
import { skinOf } from "../../games";
import { t } from "../../i18n";
import type { Scene, Touch } from "../../net/types";
import { settings } from "../../state/settings";
import type { Past } from "./past";
import { actingSeat } from "./people";
import { type TableProps, command } from "./Play";
import { usePreviews } from "./usePreviews";

interface Choice {
  readonly board: number;
  readonly chosen: readonly string[];
  /** A move that waits for a second touch. */
  readonly pending: Touch | null;
}

export interface Choosing {
  readonly state: BoardState;
  readonly events: BoardEvents;
  readonly chosen: readonly string[];
  /** A move that can be played now, and need not be. */
  readonly waiting: Touch | null;
  /** Targets that are touched as soon as it is one's turn. */
  readonly premove: readonly string[];
  /** Why the last touch did nothing; empty: it did. */
  readonly refusal: string;
  play(touch: Touch): void;
  type(move: string): void;
  cancel(): void;
}

const NOTHING: Choice = { board: -1, chosen: [], pending: null };

/** Milliseconds for which a refusal is shown. */
const REFUSED = 5000;

const coarse = () => matchMedia("(pointer: coarse)").matches;

interface Props extends TableProps {
  readonly scene: Scene;
  readonly past: Past;
  readonly hint: readonly string[];
  readonly inSpace: boolean;
}

export function useChoice({ model, now, game, scene, past, hint, inSpace }: Props): Choosing {
  const [choice, setChoice] = useState(NOTHING);
  const [premove, setPremove] = useState<readonly string[]>([]);
  const [refusal, setRefusal] = useState({ text: "", number: 0 });
  const sent = useRef(-1);
  // what was chosen belongs to its board, and is gone with it
  const { chosen, pending } = choice.board === now.board_revision ? choice : NOTHING;
  const choose = (chosen: readonly string[], pending: Touch | null = null) =>
    setChoice({ board: now.board_revision, chosen, pending });
  const cancel = () => {
    setChoice(NOTHING);
    setPremove([]);
  };
  const refuse = (text: string) => setRefusal(({ number }) => ({ text, number: number + 1 }));

  const seat = actingSeat(now);
  const active = seat !== null && !past.scene && !model.behind.value && sent.current !== now.board_revision;
  const likely = active && inSpace && chosen.length ? leftBy(scene.touches, chosen) : [];
  const previews = usePreviews(now.table, now.board_revision, inSpace ? seat : null, likely);

  const play = (touch: Touch) => {
    sent.current = now.board_revision;
    previews.stop();
    choose(touch.path);
    void command(model, { type: "move", move: touch.move, board_revision: now.board_revision, seat }).then((done) => {
      if (done || sent.current !== now.board_revision) return;
      sent.current = -1;
      setChoice(NOTHING);
    });
  };

  useEffect(() => {
    if (!refusal.text) return;
    const timer = setTimeout(() => setRefusal({ text: "", number: refusal.number }), REFUSED);
    return () => clearTimeout(timer);
  }, [refusal.number]);
  useEffect(() => setRefusal({ text: "", number: 0 }), [now.board_revision]);
  useEffect(() => {
    const escape = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !document.querySelector("dialog[open]")) cancel();
    };
    document.addEventListener("keydown", escape);
    return () => document.removeEventListener("keydown", escape);
  }, []);
  useEffect(() => {
    if (!active || !premove.length) return;
    setPremove([]);
    const move = moveOf(scene.touches, premove);
    if (move) play(move);
    else if (nextTargets(scene.touches, premove).size) choose(premove);
    else refuse(t("board.premove.gone"));
  }, [active, now.board_revision]);

  /** Moves can be chosen ahead where time counts. */
  const ahead = now.status === "live" && now.clock !== null && now.you.holds.length === 1 && seat === null && !past.scene;

  const refused = (target: string, before: readonly string[]) => {
    const reason = scene.blocked[target];
    const sentence = reason && !before.length ? game.sentences[reason] : undefined;
    refuse(sentence ? sentence.replace("{where}", target) : t("board.refused"));
    choose(before);
  };
  const go = (before: readonly string[], target: string): readonly string[] | null => {
    const what = touched(scene.touches, before, target);
    if (what.kind === "chosen") {
      choose(what.chosen);
      return what.chosen;
    }
    if (what.kind === "refused") refused(target, before);
    else if (settings.value.confirm && coarse() && scene.touches.length > 1) choose(what.touch.path, what.touch);
    else play(what.touch);
    return null;
  };
  const touch = (target: string) => {
    setRefusal({ text: "", number: 0 });
    if (model.behind.value) {
      model.hurry(); // what is waiting to be seen comes first
      return;
    }
    if (past.scene) {
      past.look(null);
      return;
    }
    if (!active) {
      if (ahead) setPremove(premove.at(-1) === target ? premove.slice(0, -1) : [...premove, target].slice(-3));
      else if (now.status === "live" && seat === null && now.you.holds.length) refuse(t("turn.not-yours"));
      return;
    }
    if (pending && pending.path.at(-1) === target) play(pending);
    else go(pending ? pending.path.slice(0, -1) : chosen, target);
  };
  const drag = (from: string, to: string) => {
    if (!active) return;
    const before = chosen.at(-1) === from ? chosen.slice(0, -1) : chosen;
    const first = go(before, from);
    if (first) go(first, to);
  };
  const type = (move: string) => {
    previews.stop();
    model.hurry();
    if (seat === null) refuse(t("turn.not-yours"));
    else void command(model, { type: "move", move, board_revision: now.board_revision, seat });
  };
  const state: BoardState = {
    skin: skinOf(game.name),
    scene,
    chosen: premove.length ? premove : chosen,
    next: active ? nextTargets(scene.touches, pending ? pending.path.slice(0, -1) : chosen) : new Map(),
    preview: pending?.path ?? null,
    previews: previews.known,
    active,
    hint,
  };
  return {
    state,
    events: { touch, drag, aim: previews.ask, cancel },
    chosen,
    waiting: pending ?? (active ? moveOf(scene.touches, chosen) : null),
    premove,
    refusal: refusal.text,
    play,
    type,
    cancel,
  };
}
