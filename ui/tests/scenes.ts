/** Scenes for tests, as small as may be. */
import type { Item, Place, Scene, Touch } from "../src/net/types";

export const touch = (move: string, ...path: string[]): Touch => ({ move, path });

export function scene(change: Partial<Scene> = {}): Scene {
  return {
    viewer: null,
    turn: { kind: "move", seat: 0 },
    places: [],
    items: [],
    touches: [],
    blocked: {},
    marks: [],
    stocks: {},
    stacked: false,
    notes: [],
    holders: [],
    sights: [],
    cards: [],
    goal: 0,
    landings: {},
    ...change,
  } as Scene;
}

/** Places of a box, named as games name them: a11 is west, south, bottom. */
export function box(wide: number, deep: number, high: number): Place[] {
  const found: Place[] = [];
  for (let z = 0; z < high; z++)
    for (let y = 0; y < deep; y++)
      for (let x = 0; x < wide; x++) {
        const column = `${String.fromCharCode(97 + x)}${y + 1}`;
        found.push({ id: high > 1 ? `${column}${z + 1}` : column, x, y, z });
      }
  return found;
}

export const item = (place: string, symbol: string, colour: string): Item => ({
  id: place,
  kind: "cube",
  place,
  symbol,
  colour,
  facing: "",
});
