/** What a move would put where, as far as the touches tell: boards know no rules. */
import type { BoardState } from "../board";
import { add, freeIn, itemsByPlace, sub, topOf, unit, type Layout, type Vec } from "./layout";
import { outwards } from "./spots";

export interface Appearance {
  readonly kind: string;
  readonly symbol: string;
  readonly colour: string;
  readonly facing: string;
}

export interface Ghost {
  readonly look: Appearance;
  readonly at: Vec;
}

const COLOURS: Readonly<Record<string, string>> = {
  R: "red",
  B: "blue",
  Y: "yellow",
  G: "green",
  O: "orange",
  W: "white",
};
const MARKS = ["X", "O"];

const cube = (letter: string, kind = "cube"): Appearance => ({
  kind,
  symbol: letter,
  colour: COLOURS[letter.toUpperCase()] ?? "",
  facing: "",
});

const mover = (state: BoardState): number =>
  "seat" in state.scene.turn ? state.scene.turn.seat : 0;

function quixo(layout: Layout, state: BoardState, path: readonly string[], spread: number): Ghost[] {
  const [taken, into, facing = ""] = path;
  const from = layout.at(taken ?? "", spread);
  const to = layout.at(into ?? "", spread);
  if (!from || !to) return [];
  const symbol = MARKS[mover(state) % 2]!;
  const look = { kind: "cube", symbol, colour: "", facing };
  return [{ look, at: add(to, unit(sub(to, from))) }];
}

function cubulus(layout: Layout, state: BoardState, path: readonly string[], spread: number) {
  const [place = "", axis] = path;
  const at = layout.at(place, spread);
  if (!at) return [];
  const letter = Object.keys(state.scene.stocks)[mover(state)] ?? "";
  const look = cube(letter, "ball");
  if (!axis) return itemsByPlace(state.scene.items).has(place) ? [] : [{ look, at }];
  const along: Vec = axis === "x" ? [1, 0, 0] : axis === "y" ? [0, 0, 1] : [0, 1, 0];
  return [{ look, at: add(at, outwards(layout, place, along)) }];
}

function columns(layout: Layout, state: BoardState, path: readonly string[], spread: number) {
  const { scene } = state;
  const landing = (column: string, look: Appearance, count = 1): Ghost[] =>
    freeIn(layout, scene, column)
      .slice(0, count)
      .flatMap((place) => ({ look, at: layout.at(place, spread)! }));
  const [first = "", second = "", third = ""] = path;
  if (first === "twin") {
    const hands = scene.holders.filter((holder) => holder.kind === "hand");
    const look = cube((hands[mover(state)]?.seat ?? "").toLowerCase(), "twin");
    if (!third || second === third) return landing(second, look, third ? 2 : 1);
    return [...landing(second, look), ...landing(third, look)];
  }
  if (COLOURS[first]) return landing(second, cube(first));
  if (!layout.columns.has(first)) return [];
  const held = scene.items.find((item) => item.place === "held");
  if (held) return landing(first, cube(held.symbol));
  const top = topOf(layout, scene, first);
  return top && second ? landing(second, { ...top, facing: "" }) : [];
}

/** Where things would be after these touches. */
export function ghostsOf(
  layout: Layout,
  state: BoardState,
  path: readonly string[],
  spread: number,
): readonly Ghost[] {
  if (layout.game === "quixo") return quixo(layout, state, path, spread);
  if (layout.game === "cubulus") return cubulus(layout, state, path, spread);
  return columns(layout, state, path, spread);
}
