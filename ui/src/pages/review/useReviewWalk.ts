/** Walking through a reviewed game, move by move: what chance did comes with the moves. */
import type { GameRecord } from "../../net/types";
import { isMove } from "../study/acts";
import { useWalk, type Walk } from "../study/useWalk";

export interface ReviewWalk extends Walk {
  /** The number of the last move before the board, from 1; 0: none. */
  readonly number: number;
  /** The board before a move, or after it. */
  before(number: number): void;
  after(number: number): void;
}

/** The acts that are moves, by their place in the record. */
export const movesOf = ({ acts }: GameRecord): readonly number[] => acts.flatMap(({ text }, at) => (isMove(text) ? [at] : []));

/** Who moved, act by act; null: nobody did. */
export const moversOf = ({ acts }: GameRecord): readonly (number | null)[] => acts.map(({ seat, text }) => (isMove(text) ? seat : null));

export function useReviewWalk(record: GameRecord): ReviewWalk {
  const { game, players, options, start, acts } = record;
  const walk = useWalk({ game, players, options, start }, acts.map(({ text }) => text));
  const moves = movesOf(record);
  return {
    ...walk,
    number: moves.filter((act) => act < walk.at).length,
    before: (number) => walk.look(moves[number - 1] ?? 0),
    after: (number) => walk.look(moves[number] ?? acts.length),
  };
}
