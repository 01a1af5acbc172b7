/** Walking through a reviewed game: which board is shown, and the moves that were tried from there. */
import { useState } from "preact/hooks";
import type { GameRecord } from "../../net/types";
import { type Line, useLine } from "../study/useLine";

export interface Walk {
  readonly line: Line;
  /** How many acts of the game led to the board that is shown, or to where another line began. */
  readonly at: number;
  /** Moves that were not played in the game. */
  readonly variation: readonly string[];
  /** The number of the last move before the board, from 1; 0: none. */
  readonly number: number;
  look(at: number): void;
  step(by: number): void;
  /** The board before a move, or after it. */
  before(number: number): void;
  after(number: number): void;
  /** Leave the game at a board for another line. */
  vary(at: number, moves: readonly string[]): void;
  /** Play a move from what is shown. */
  play(move: string): Promise<string>;
}

/** The acts that are moves, by their place in the record. */
export const movesOf = ({ acts }: GameRecord): readonly number[] =>
  acts.flatMap(({ seat, text }, at) => (seat === null || text.startsWith("!") ? [] : [at]));

export function useWalk(record: GameRecord): Walk {
  const { game, players, options, start } = record;
  const acts = record.acts.map(({ text }) => text);
  const moves = movesOf(record);
  const line = useLine({ game, players, options, start }, acts);
  const [place, setPlace] = useState<{ at: number; variation: readonly string[] }>({ at: acts.length, variation: [] });
  const show = (at: number, variation: readonly string[]) => {
    setPlace({ at, variation });
    return line.show([...acts.slice(0, at), ...variation]);
  };
  const look = (at: number) => void show(Math.max(0, Math.min(acts.length, at)), []);
  const { at, variation } = place;
  return {
    line,
    at,
    variation,
    number: moves.filter((act) => act < at).length,
    look,
    step: (by) => (variation.length ? void show(at, variation.slice(0, -1)) : look(at + by)),
    before: (number) => look(moves[number - 1] ?? 0),
    after: (number) => look(moves[number] ?? acts.length),
    vary: (from, wanted) => void show(from, wanted),
    play: async (move) => {
      if (!variation.length && acts[at] === move) {
        look(at + 1); // that was the game
        return "";
      }
      const refusal = await line.play(move);
      if (!refusal) setPlace({ at, variation: [...variation, move] });
      return refusal;
    },
  };
}
