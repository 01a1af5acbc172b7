/** Where the targets of a state are in space, and what of them can be hit. */
import type { BoardState } from "../board";
import type { View } from "./view";
import { add, times, topOf, type Layout, type Vec } from "./layout";

/** An arrow is somewhere on the board; a rim arrow is beside it as it is seen, and faces whoever looks. */
export type SpotKind = "place" | "column" | "arrow" | "rim";

/** A target in space. */
export interface Spot {
  readonly target: string;
  readonly kind: SpotKind;
  /** Its middle; of a column, that of its highest place. */
  readonly at: Vec;
  /** Where an arrow points. */
  readonly towards: Vec;
  readonly shape: HitShape;
  /** May be hit also when something stands before it. */
  readonly through: boolean;
  /** The geometry of a rim arrow, by the name that the skin gives it. */
  readonly geometry?: string;
}

export type HitShape =
  | { readonly kind: "ball"; readonly middle: Vec; readonly radius: number }
  | { readonly kind: "box"; readonly low: Vec; readonly high: Vec };

const UP: Vec = [0, 1, 0];

/** A column can be hit a little above its top. */
export const AIR = 0.06;

/** The radius of an empty place among balls: what is behind it can be touched past it. */
const EMPTY = 0.27;

export const ball = (middle: Vec, radius: number): HitShape => ({ kind: "ball", middle, radius });

export const box = (middle: Vec, half: Vec): HitShape => ({
  kind: "box",
  low: add(middle, times(half, -1)),
  high: add(middle, half),
});

function placeSpot(layout: Layout, state: BoardState, target: string, spread: number): Spot {
  const at = layout.at(target, spread)!;
  const half = layout.measure.item / 2;
  const empty = !state.scene.items.some((item) => item.place === target);
  const shape = layout.skin.round ? ball(at, empty ? EMPTY : half) : box(at, [0.5, half, 0.5]);
  return { target, kind: "place", at, towards: UP, shape, through: empty };
}

function columnSpot(layout: Layout, state: BoardState, target: string, spread: number): Spot {
  const places = layout.columns.get(target)!;
  const { hollow } = layout.skin;
  const at = layout.at(places.at(-1)!, spread)!;
  const half = layout.measure.item / 2;
  const bottom = layout.at(places[0]!, spread)!;
  const top = topOf(layout, state.scene, target);
  const solid = hollow ? at : top ? layout.at(top.place, spread)! : null;
  const built = solid ? solid[1] + half : bottom[1] - half;
  return {
    target,
    kind: "column",
    at,
    towards: UP,
    // a solid column is as high as it is built, and a little air
    shape: {
      kind: "box",
      low: add(bottom, [-0.5, -half - 0.06, -0.5]),
      high: [bottom[0] + 0.5, built + AIR, bottom[2] + 0.5],
    },
    through: hollow,
  };
}

/** Where a target is; null: it is not in space. */
export function spotOf(
  layout: Layout,
  state: BoardState,
  target: string,
  spread: number,
  view: View,
): Spot | null {
  if (layout.has(target)) return placeSpot(layout, state, target, spread);
  if (layout.columns.has(target)) return columnSpot(layout, state, target, spread);
  return layout.skin.spot(layout, state, target, spread, view);
}

/** All targets of a state that are in space: those that may be touched, and the rest. */
export function spotsOf(
  layout: Layout,
  state: BoardState,
  spread: number,
  view: View,
): readonly Spot[] {
  const targets = new Set<string>(state.next.keys());
  const byColumn = layout.columns.size > 0 && (state.scene.stacked || layout.skin.hollow);
  if (byColumn) for (const column of layout.columns.keys()) targets.add(column);
  else for (const place of state.scene.places) targets.add(place.id);
  const beginning = state.next.size > 0 && !state.chosen.length;
  if (beginning) for (const target of layout.skin.rimTargets) targets.add(target);
  const spots = [...targets].map((target) => spotOf(layout, state, target, spread, view));
  return spots.filter((spot) => spot !== null);
}
