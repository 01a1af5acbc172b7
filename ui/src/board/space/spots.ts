/** Where the targets of a state are in space, and what of them can be hit. */
import type { BoardState } from "../board";
import { dotSpot } from "./dots";
import { add, freeIn, length, times, topOf, type Layout, type Vec } from "./layout";

export type SpotKind = "place" | "column" | "twist" | "flip" | "axis";

/** A target in space. */
export interface Spot {
  readonly target: string;
  readonly kind: SpotKind;
  /** Its middle: of a column, the place where a cube would land, or its top. */
  readonly at: Vec;
  /** Where an arrow points; how a place faces outwards. */
  readonly towards: Vec;
  readonly shape: Shape;
  /** May be hit also when something stands before it. */
  readonly through: boolean;
}

export type Shape =
  | { readonly kind: "ball"; readonly middle: Vec; readonly radius: number }
  | { readonly kind: "box"; readonly low: Vec; readonly high: Vec };

const TWIST = /^([1-9])([+-])$/;
const AXES: Readonly<Record<string, Vec>> = { x: [1, 0, 0], y: [0, 0, -1], z: [0, 1, 0] };

export const TWIST_RADIUS = 2.42;
export const TWIST_FROM = 1.2;
export const TWIST_TO = 1.72;
export const FLIP_RADIUS = 2.4;
export const FLIP_FROM = 1.32;
export const FLIP_TO = 0.72;

/** A point on a ring about the board, seen from the camera's side: to its right by an angle. */
export const around = (radius: number, azimuth: number, angle: number, y: number): Vec => [
  Math.sin(azimuth + angle) * radius,
  y,
  Math.cos(azimuth + angle) * radius,
];

/** A column can be hit a little above its top. */
export const AIR = 0.06;

/** The radius of an empty place in the lattice: what is behind it can be touched past it. */
const EMPTY = 0.27;

const ball = (middle: Vec, radius: number): Shape => ({ kind: "ball", middle, radius });

const box = (middle: Vec, half: Vec): Shape => ({
  kind: "box",
  low: add(middle, times(half, -1)),
  high: add(middle, half),
});

function placeSpot(layout: Layout, state: BoardState, target: string, spread: number): Spot {
  const at = layout.at(target, spread)!;
  const round = layout.game === "cubulus";
  const half = layout.measure.item / 2;
  const empty = !state.scene.items.some((item) => item.place === target);
  return {
    target,
    kind: "place",
    at,
    towards: [0, 1, 0],
    shape: round ? ball(at, empty ? EMPTY : half) : box(at, [0.5, half, 0.5]),
    through: empty,
  };
}

function columnSpot(layout: Layout, state: BoardState, target: string, spread: number): Spot {
  const places = layout.columns.get(target)!;
  const landing = layout.game === "cage" ? places.at(-1) : freeIn(layout, state.scene, target)[0];
  const at = layout.at(landing ?? places.at(-1)!, spread)!;
  const half = layout.measure.item / 2;
  const bottom = layout.at(places[0]!, spread)!;
  const open = layout.game === "cage";
  const top = topOf(layout, state.scene, target);
  const solid = open ? at : top ? layout.at(top.place, spread)! : null;
  const built = solid ? solid[1] + half : bottom[1] - half;
  return {
    target,
    kind: "column",
    at,
    towards: [0, 1, 0],
    // a solid column is as high as it is built, and a little air
    shape: {
      kind: "box",
      low: add(bottom, [-0.5, -half - 0.06, -0.5]),
      high: [bottom[0] + 0.5, built + AIR, bottom[2] + 0.5],
    },
    through: open,
  };
}

function axisSpot(layout: Layout, state: BoardState, axis: Vec, target: string, spread: number) {
  const place = state.chosen.at(-1) ?? "";
  const offset = layout.offset(place);
  const at = layout.at(place, spread);
  const side = offset ? Math.sign(offset[0] * axis[0] + offset[1] * axis[1] + offset[2] * axis[2]) : 0;
  if (!at || !side) return null;
  const out = times(axis, side);
  const middle = add(at, times(out, 0.98));
  const spot: Spot = {
    target,
    kind: "axis",
    at: middle,
    towards: times(out, -1),
    shape: ball(middle, 0.46),
    through: true,
  };
  return spot;
}

function twistSpot(layout: Layout, target: string, spread: number, azimuth: number): Spot | null {
  const found = TWIST.exec(target);
  if (!found) return null;
  // clockwise from above: what is in front goes to the left
  const side = found[2] === "+" ? -1 : 1;
  const y = layout.layer(Number(found[1]) - 1, spread);
  const middle = around(TWIST_RADIUS, azimuth, (side * (TWIST_FROM + TWIST_TO)) / 2, y);
  return {
    target,
    kind: "twist",
    at: [0, y, 0],
    towards: [side, 0, 0],
    shape: ball(middle, 0.5),
    through: true,
  };
}

function flipSpot(layout: Layout, spread: number, azimuth: number): Spot {
  const angle = (FLIP_FROM + FLIP_TO) / 2;
  const right = Math.cos(angle) * FLIP_RADIUS;
  const lift = layout.layer(2, spread) - layout.layer(2);
  const middle: Vec = [
    Math.cos(azimuth) * right,
    Math.sin(angle) * FLIP_RADIUS + lift,
    -Math.sin(azimuth) * right,
  ];
  const shape = ball(middle, 0.55);
  return { target: "F", kind: "flip", at: [0, lift, 0], towards: [1, 0, 0], shape, through: true };
}

/** Where a target is; null: it is not in space. */
export function spotOf(
  layout: Layout,
  state: BoardState,
  target: string,
  spread: number,
  azimuth: number,
): Spot | null {
  if (layout.has(target)) return placeSpot(layout, state, target, spread);
  if (layout.columns.has(target)) return columnSpot(layout, state, target, spread);
  const axis = AXES[target];
  if (axis && layout.game === "cubulus") return axisSpot(layout, state, axis, target, spread);
  if (layout.game === "quixo") return dotSpot(layout, state, target);
  if (layout.game !== "cage") return null;
  return target === "F" ? flipSpot(layout, spread, azimuth) : twistSpot(layout, target, spread, azimuth);
}

const CAGE_TOOLS = ["1+", "1-", "2+", "2-", "3+", "3-", "F"];

/** All targets of a state that are in space: those that may be touched, and the rest. */
export function spotsOf(
  layout: Layout,
  state: BoardState,
  spread: number,
  azimuth: number,
): readonly Spot[] {
  const targets = new Set<string>(state.next.keys());
  const byColumn = layout.columns.size > 0 && layout.game !== "cubulus";
  if (byColumn) for (const column of layout.columns.keys()) targets.add(column);
  else for (const place of state.scene.places) targets.add(place.id);
  const beginning = state.next.size > 0 && !state.chosen.length;
  if (layout.game === "cage" && beginning) for (const tool of CAGE_TOOLS) targets.add(tool);
  const spots = [...targets].map((target) => spotOf(layout, state, target, spread, azimuth));
  return spots.filter((spot) => spot !== null);
}

/** The way from a place out of the board, along an axis if one is given. */
export function outwards(layout: Layout, place: string, along: Vec | null): Vec {
  const offset = layout.offset(place) ?? [0, 1, 0];
  if (layout.game !== "cubulus") return [0, 1, 0];
  if (along) {
    const side = offset[0] * along[0] + offset[1] * along[1] + offset[2] * along[2];
    if (side) return times(along, Math.sign(side));
  }
  return length(offset) ? times(offset, 1 / length(offset)) : [0, 1, 0];
}
