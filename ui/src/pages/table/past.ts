/** Looking back: which board is shown, and playing the moves one after another. */
import { useEffect, useState } from "preact/hooks";
import type { Scene, TableView } from "../../net/types";
import { say } from "../../parts/Toast";
import type { TableModel } from "../../state/table";

/** Milliseconds between two moves that are played again. */
const BEAT = 900;

export interface Past {
  /** How many actions led to the board that is looked at; null: the present. */
  readonly at: number | null;
  readonly scene: Scene | null;
  /** Are the moves being played again? */
  readonly playing: boolean;
  step(by: number): void;
  look(at: number | null): void;
  play(wanted: boolean): void;
}

export function usePast(model: TableModel, now: TableView): Past {
  const [looked, setLooked] = useState<{ at: number; board: number } | null>(null);
  const [playing, setPlaying] = useState(false);
  const all = now.actions.length;
  const at = looked?.board === now.board_revision ? looked.at : null; // a new board shows itself
  const scene = at === null ? null : (model.boards.value.get(at) ?? null);
  const missing = at !== null && !scene;
  useEffect(() => {
    if (missing) model.loadHistory().catch((error: Error) => say(error.message));
  }, [missing, now.revision]);
  const look = (wanted: number | null) => {
    const present = wanted === null || wanted >= all;
    setLooked(present ? null : { at: Math.max(0, wanted), board: now.board_revision });
  };
  useEffect(() => {
    if (!playing) return;
    if (at === null) {
      setPlaying(false);
      return;
    }
    const timer = setTimeout(() => look(at + 1), BEAT);
    return () => clearTimeout(timer);
  }, [playing, at]);
  return {
    at,
    scene,
    playing,
    look: (wanted) => {
      setPlaying(false);
      look(wanted);
    },
    step: (by) => {
      setPlaying(false);
      look((at ?? all) + by);
    },
    play: (wanted) => {
      if (wanted && at === null) look(0);
      setPlaying(wanted && all > 0);
    },
  };
}
