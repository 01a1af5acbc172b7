/** Arrows around a cube that is about to be pushed in: whom its dot will point to. */
import type { BoardState } from "../../board/board";
import { add, times, type Layout, type Vec } from "../../board/space/layout";
import { ball, type Spot } from "../../board/space/spots";

/** The sides of the board, to the east and to the south, by the seats that sit there. */
export const SIDES: Readonly<Record<string, readonly [east: number, south: number]>> = {
  N: [0, -1],
  E: [1, 0],
  S: [0, 1],
  W: [-1, 0],
};

/** How far from the cube's middle an arrow is, to its side and above. */
const ASIDE = 0.5;
const ABOVE = 0.78;

export function dotSpot(layout: Layout, state: BoardState, target: string): Spot | null {
  const side = SIDES[target];
  const into = layout.at(state.chosen[1] ?? "");
  if (!side || !into) return null;
  const towards: Vec = [side[0], 0, side[1]];
  const at = add(add(into, times(towards, ASIDE)), [0, ABOVE, 0]);
  return { target, kind: "arrow", at, towards, shape: ball(at, 0.4), through: true };
}
