/** Touches become moves, at a table and in a study: what is chosen so far, what waits for a second touch,
 * and what was refused. */
import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../i18n";
import type { Scene, Touch } from "../net/types";
import { settings } from "../state/settings";
import { leftBy, moveOf, type Next, nextTargets, touched } from "./choice";
import { type AskPreview, usePreviews } from "./usePreviews";

interface Choice {
  readonly board: string;
  readonly chosen: readonly string[];
  /** A move that waits for a second touch. */
  readonly pending: Touch | null;
}

const NOTHING: Choice = { board: "", chosen: [], pending: null };

/** Milliseconds for which a refusal is shown. */
const REFUSED = 5000;

const coarse = () => matchMedia("(pointer: coarse)").matches;

interface Props {
  /** Another one for every position: what was chosen belongs to it. */
  readonly board: string;
  readonly scene: Scene;
  /** May somebody act here, if no move is on its way? */
  readonly able: boolean;
  readonly inSpace: boolean;
  /** What a reason code of the game says about a place; null: nothing is known. */
  readonly explain: (reason: string, where: string) => string | null;
  readonly preview: AskPreview;
  /** Plays a move; false: it was not accepted, and the board stays. */
  readonly onMove: (move: string) => Promise<boolean>;
}

export function useTouches({ board, scene, able, inSpace, explain, preview, onMove }: Props) {
  const [choice, setChoice] = useState(NOTHING);
  const [refusal, setRefusal] = useState({ text: "", number: 0 });
  const sent = useRef("");
  // what was chosen belongs to its board, and is gone with it
  const { chosen, pending } = choice.board === board ? choice : NOTHING;
  const choose = (chosen: readonly string[], pending: Touch | null = null) => setChoice({ board, chosen, pending });
  const refuse = (text: string) => setRefusal(({ number }) => ({ text, number: number + 1 }));

  const active = able && sent.current !== board;
  const likely = active && inSpace && chosen.length ? leftBy(scene.touches, chosen) : [];
  const previews = usePreviews(board, able && inSpace ? preview : null, likely);

  const play = (touch: Touch) => {
    sent.current = board;
    previews.stop();
    choose(touch.path);
    void onMove(touch.move).then((done) => {
      if (done || sent.current !== board) return;
      sent.current = "";
      setChoice(NOTHING);
    });
  };

  useEffect(() => {
    if (!refusal.text) return;
    const timer = setTimeout(() => setRefusal({ text: "", number: refusal.number }), REFUSED);
    return () => clearTimeout(timer);
  }, [refusal.number]);
  useEffect(() => setRefusal({ text: "", number: 0 }), [board]);

  const refused = (target: string, before: readonly string[]) => {
    const reason = scene.blocked[target];
    refuse((reason && !before.length && explain(reason, target)) || t("board.refused"));
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
  const kept = pending ? pending.path.slice(0, -1) : chosen;
  const next: Next = active ? nextTargets(scene.touches, kept) : new Map();
  return {
    chosen,
    pending,
    /** A move that can be played now, and need not be. */
    waiting: pending ?? (active ? moveOf(scene.touches, chosen) : null),
    next,
    active,
    /** The move that was played, until the board after it is there. */
    sent: able && sent.current === board ? moveOf(scene.touches, chosen) : null,
    /** Why the last touch did nothing; empty: it did. */
    refusal: refusal.text,
    previews,
    choose,
    refuse,
    play,
    touch: (target: string) => {
      if (pending && pending.path.at(-1) === target) play(pending);
      else go(kept, target);
    },
    drag: (from: string, to: string) => {
      const first = go(chosen.at(-1) === from ? chosen.slice(0, -1) : chosen, from);
      if (first) go(first, to);
    },
    clear: () => setChoice(NOTHING),
    forgive: () => setRefusal({ text: "", number: 0 }),
  };
}

/** Esc takes back what is chosen, unless it closes something. */
export function useEscape(cancel: () => void): void {
  const latest = useRef(cancel);
  latest.current = cancel;
  useEffect(() => {
    const escape = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !document.querySelector("dialog[open]")) latest.current();
    };
    document.addEventListener("keydown", escape);
    return () => document.removeEventListener("keydown", escape);
  }, []);
}
