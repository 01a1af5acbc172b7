/** What moves would do in the position on the board, asked for when they are likely to be played. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Touch } from "../net/types";
import type { Phases } from "./board";

/** When a choice leaves no more moves than this, all of them are asked for ahead. */
const FEW = 8;

type Known = ReadonlyMap<string, Phases>;

const NONE: Known = new Map();

/** Asks what a move would do. */
export type AskPreview = (move: string, signal: AbortSignal) => Promise<Phases>;

interface Previews {
  /** What is known so far, by move. */
  readonly known: Known;
  ask(move: string): void;
  /** What is still being asked for is not wanted any more: a move is about to be played. */
  stop(): void;
}

/** `board`: another one for every position. `wanted`: null where nobody may ask now. `likely`: the moves
 * that a choice has left. */
export function usePreviews(board: string, wanted: AskPreview | null, likely: readonly Touch[]): Previews {
  const [answers, setAnswers] = useState({ board, moves: NONE });
  const asked = useRef(new Set<string>());
  const stopper = useRef(new AbortController());
  const stop = () => {
    stopper.current.abort();
    stopper.current = new AbortController();
    asked.current.clear();
  };
  useEffect(() => stop, [board]);
  const ask = (move: string) => {
    if (wanted === null || asked.current.has(move)) return;
    asked.current.add(move);
    const { signal } = stopper.current;
    wanted(move, signal).then(
      (phases) => {
        if (signal.aborted) return;
        setAnswers((old) => {
          const moves = old.board === board ? old.moves : NONE;
          return { board, moves: new Map([...moves, [move, phases]]) };
        });
      },
      () => undefined, // then there is no preview; the move can be played all the same
    );
  };
  useEffect(() => {
    if (likely.length <= FEW) for (const { move } of likely) ask(move);
  });
  return { known: answers.board === board ? answers.moves : NONE, ask, stop };
}
