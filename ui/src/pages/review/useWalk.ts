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
  /** To the next move, or to the one before; out of a variation, back through it. */
  step(by: 1 | -1): void;
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

/** Where a walk stops: before the first move and after each, with all that chance did after it. */
export const stopsOf = (record: GameRecord): readonly number[] => [...movesOf(record), record.acts.length];

export function useWalk(record: GameRecord): Walk {
  const { game, players, options, start } = record;
  const acts = record.acts.map(({ text }) => text);
  const moves = movesOf(record);
  const stops = stopsOf(record);
  const line = useLine({ game, players, options, start }, acts);
  const [place, setPlace] = useState<{ at: number; variation: readonly string[] }>({ at: acts.length, variation: [] });
  const show = (at: number, variation: readonly string[]) => {
    setPlace({ at, variation });
    return line.show([...acts.slice(0, at), ...variation]);
  };
  const look = (at: number) => void show(at, []);
  const { at, variation } = place;
  const number = moves.filter((act) => act < at).length;
  const stop = (count: number) => stops[Math.max(0, Math.min(moves.length, count))]!;
  const back = () => look(stop(number - 1));
  const forth = () => {
    const to = stop(at < stop(number) ? number : number + 1);
    setPlace({ at: to, variation: [] });
    void line.follow(acts.slice(0, to));
  };
  return {
    line,
    at,
    variation,
    number,
    look,
    step: (by) => (variation.length ? void show(at, variation.slice(0, -1)) : by < 0 ? back() : forth()),
    before: (count) => look(stop(count - 1)),
    after: (count) => look(stop(count)),
    vary: (from, wanted) => void show(from, wanted),
    play: async (move) => {
      if (!variation.length && acts[at] === move) {
        forth(); // that was the game
        return "";
      }
      const refusal = await line.play(move);
      if (!refusal) setPlace({ at, variation: [...variation, move] });
      return refusal;
    },
  };
}
