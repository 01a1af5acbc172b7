/** Arrows around a cube of Quixo that is about to be pushed in: whom its dot will point to. */
import type { BoardState } from "../board";
import { add, times, type Layout, type Vec } from "./layout";
import type { Spot } from "./spots";

const WAYS: Readonly<Record<string, Vec>> = {
  N: [0, 0, -1],
  E: [1, 0, 0],
  S: [0, 0, 1],
  W: [-1, 0, 0],
};

/** How far from the cube's middle an arrow is, to its side and above. */
const ASIDE = 0.5;
const ABOVE = 0.78;

export function dotSpot(layout: Layout, state: BoardState, target: string): Spot | null {
  const way = WAYS[target];
  const into = layout.at(state.chosen[1] ?? "");
  if (!way || !into) return null;
  const at = add(add(into, times(way, ASIDE)), [0, ABOVE, 0]);
  const shape = { kind: "ball", middle: at, radius: 0.4 } as const;
  return { target, kind: "axis", at, towards: way, shape, through: true };
}
