/** The board with its tools: touches become moves, and an illegal one is explained. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { FlatBoard } from "../../board/FlatBoard";
import { Hands, Sights } from "../../board/Cards";
import { Tools } from "../../board/Tools";
import type { BoardEvents, BoardState } from "../../board/board";
import { leftBy, moveOf, nextTargets, touched } from "../../board/choice";
import { skinOf } from "../../games";
import { t } from "../../i18n";
import type { Touch } from "../../net/types";
import { knock } from "../../parts/sound";
import { say } from "../../parts/Toast";
import { settings } from "../../state/settings";
import type { Past } from "./Moves";
import { actingSeat, sign } from "./people";
import { type TableProps, command } from "./Play";
import { SpaceBoard } from "./SpaceBoard";
import { usePreviews } from "./usePreviews";

interface Props extends TableProps {
  readonly past: Past;
  readonly hint: readonly string[];
  readonly typing: boolean;
  readonly onTyped: () => void;
}

interface Choice {
  readonly board: number;
  readonly chosen: readonly string[];
  /** A move that waits for a second touch. */
  readonly pending: Touch | null;
}

const NOTHING: Choice = { board: -1, chosen: [], pending: null };

const coarse = () => matchMedia("(pointer: coarse)").matches;

export function BoardArea({ model, now, game, past, hint, typing, onTyped }: Props) {
  const [choice, setChoice] = useState(NOTHING);
  const [lit, setLit] = useState<string | null>(null);
  const [broken, setBroken] = useState(false);
  const sent = useRef(-1);
  // what was chosen belongs to its board, and is gone with it
  const { chosen, pending } = choice.board === now.board_revision ? choice : NOTHING;
  const choose = (chosen: readonly string[], pending: Touch | null = null) =>
    setChoice({ board: now.board_revision, chosen, pending });
  const cancel = () => setChoice(NOTHING);
  useEffect(() => {
    if (model.motion.value) knock();
  }, [model.motion.value]);

  const scene = past.scene ?? now.scene;
  const seat = actingSeat(now);
  const active = seat !== null && !past.scene && sent.current !== now.board_revision;
  const inSpace = settings.value.board === "space" && !broken;
  const likely = scene && active && inSpace && chosen.length ? leftBy(scene.touches, chosen) : [];
  const previews = usePreviews(now.table, now.board_revision, inSpace ? seat : null, likely);

  useEffect(() => {
    const escape = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !document.querySelector("dialog[open]")) cancel();
    };
    document.addEventListener("keydown", escape);
    return () => document.removeEventListener("keydown", escape);
  }, []);
  if (!scene) return null;

  const play = (touch: Touch) => {
    sent.current = now.board_revision;
    previews.stop();
    choose(touch.path);
    void command(model, { type: "move", move: touch.move, board_revision: now.board_revision, seat }).then((done) => {
      if (done || sent.current !== now.board_revision) return;
      sent.current = -1;
      cancel();
    });
  };
  const touch = (target: string) => {
    if (past.scene) {
      past.step(Infinity);
      return;
    }
    if (!active) {
      if (now.status === "live" && seat === null && now.you.holds.length) say(t("turn.not-yours"));
      return;
    }
    if (pending && pending.path.at(-1) === target) {
      play(pending);
      return;
    }
    const before = pending ? pending.path.slice(0, -1) : chosen;
    const what = touched(scene.touches, before, target);
    if (what.kind === "chosen") choose(what.chosen);
    else if (what.kind === "refused") {
      const reason = scene.blocked[target];
      const sentence = reason && !before.length ? game.sentences[reason] : undefined;
      say(sentence ? sentence.replace("{where}", target) : t("board.refused"));
      choose(before);
    } else if (settings.value.confirm && coarse() && scene.touches.length > 1) choose(what.touch.path, what.touch);
    else play(what.touch);
  };
  const typed = (move: string) => {
    previews.stop();
    if (seat === null) say(t("turn.not-yours"));
    else void command(model, { type: "move", move, board_revision: now.board_revision, seat });
  };
  const events: BoardEvents = { touch, aim: previews.ask, cancel };
  const state: BoardState = {
    skin: skinOf(game.name),
    scene,
    chosen,
    next: active ? nextTargets(scene.touches, pending ? pending.path.slice(0, -1) : chosen) : new Map(),
    preview: pending?.path ?? null,
    previews: previews.known,
    active,
    hint,
  };
  const label = t("board.label", { game: game.title });
  const playing = now.status === "live" && !past.scene;
  const whose = seat ?? now.you.holds[0] ?? (now.turn?.kind === "move" ? now.turn.seat : null);
  const owner = whose === null ? null : sign(game, now, whose);
  const waiting = pending ?? (active ? moveOf(scene.touches, chosen) : null);
  return (
    <>
      <div class={inSpace ? "board-area in-space" : "board-area"}>
        <div class="board-frame">
          <Sights scene={scene} lit={scene.cards.find(({ id }) => id === lit) ?? null} />
          <div class="board-place">
            {inSpace && (
              <SpaceBoard
                state={state}
                events={events}
                motion={past.scene ? null : model.motion.value}
                onBroken={() => setBroken(true)}
              />
            )}
            <div class={inSpace ? "beside" : "flat-place"}>
              <FlatBoard
                state={state}
                events={events}
                label={label}
                tools={playing && !inSpace}
                motion={inSpace || past.scene ? null : model.motion.value}
              />
            </div>
          </div>
          {playing && <Tools state={state} events={events} owner={owner} allTools={inSpace} />}
          <Hands scene={scene} owner={owner} lit={lit} onLight={setLit} />
        </div>
      </div>
      {waiting && (
        <div class="confirm">
          <span>{t("board.confirm", { move: waiting.move })}</span>
          <button type="button" class="main" onClick={() => play(waiting)}>
            {t("act.play")}
          </button>
          <button type="button" class="quiet" onClick={cancel}>
            {t("act.cancel")}
          </button>
        </div>
      )}
      {typing && <Typing onTyped={typed} onClose={onTyped} />}
    </>
  );
}

interface TypingProps {
  readonly onTyped: (move: string) => void;
  readonly onClose: () => void;
}

/** A line for the notation of a move. */
function Typing({ onTyped, onClose }: TypingProps) {
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => input.current?.focus(), []); // before the next key
  return (
    <form
      class="typing"
      onSubmit={(event) => {
        event.preventDefault();
        const move = input.current?.value.trim();
        onClose();
        if (move) onTyped(move);
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
      }}
    >
      <label>
        {t("type.label")}
        <input ref={input} maxLength={40} autocomplete="off" autocapitalize="off" spellcheck={false} onBlur={onClose} />
      </label>
    </form>
  );
}
