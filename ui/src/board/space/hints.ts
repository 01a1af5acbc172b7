/** A hinted move as an arrow: from where it begins to where it ends. */
import {
  ExtrudeGeometry,
  Matrix4,
  QuadraticBezierCurve3,
  Shape,
  TubeGeometry,
  Vector3,
  type BufferGeometry,
} from "three";
import type { BoardState } from "../board";
import { add, length, mix, sub, times, unit, type Layout, type Vec } from "./layout";
import { spotOf, type Spot } from "./spots";
import { HOME } from "./view";

/** The way of an arrow, which may bend over a point. */
export interface HintWay {
  readonly from: Vec;
  readonly over: Vec;
  readonly to: Vec;
}

const UP: Vec = [0, 1, 0];
/** How long an arrow is that only points at something. */
const SHORT = 0.75;
const GAP = 0.1;

const straight = (to: Vec, towards: Vec): HintWay => {
  const from = sub(to, times(towards, SHORT));
  return { from, over: times(add(from, to), 0.5), to };
};

/** The highest point of what stands at a spot. */
function topOfSpot(layout: Layout, { shape, at }: Spot): Vec {
  const half = layout.measure.item / 2;
  return shape.kind === "box" ? [at[0], shape.high[1], at[2]] : add(at, times(UP, half));
}

/** The way of the arrow for a hint; null: nothing of it is on the board, or it is an arrow there
 * already. */
export function hintOf(layout: Layout, state: BoardState, spread: number): HintWay | null {
  const { hint } = state;
  const spots = hint.flatMap((target, at) => {
    const spot = spotOf(layout, { ...state, chosen: hint.slice(0, at) }, target, spread, HOME);
    return spot && spot.kind !== "rim" ? [spot] : [];
  });
  const places = spots.filter(({ kind }) => kind !== "arrow");
  const [first, last] = [places[0], places.at(-1)];
  if (!first || !last) return null;
  const arrow = spots.find(({ kind }) => kind === "arrow");
  if (first === last) {
    if (arrow) return straight(add(arrow.at, times(arrow.towards, 0.2)), arrow.towards);
    if (first.shape.kind === "box") return straight(add(topOfSpot(layout, first), times(UP, GAP)), times(UP, -1));
    const out = layout.skin.outwards(layout, first.target, null);
    return straight(add(first.at, times(out, layout.measure.item / 2 + GAP)), times(out, -1));
  }
  const [from, to] = [first, last].map((spot) => add(topOfSpot(layout, spot), times(UP, GAP * 1.5))) as [Vec, Vec];
  // it rises where it begins: the head lies flat, and is seen from above
  const [x, , z] = mix(from, to, 0.3);
  const rise = 0.45 + 0.06 * length(sub(to, from));
  return { from, over: [x, Math.max(from[1], to[1]) + rise, z], to };
}

const HEAD = 0.5;
/** How thick the shaft is, how wide the head, and a pale edge about them. */
const THICK = 0.08;
const WIDE = 0.3;
const EDGE = 0.035;

/** A head whose tip is at a point, larger by an edge: as broad as can be seen from above. */
function headOf(tip: Vec, towards: Vec, edge: number): BufferGeometry {
  const shape = new Shape();
  shape.moveTo(0, edge * 2);
  shape.lineTo(WIDE + edge * 1.6, -HEAD - edge);
  shape.lineTo(-WIDE - edge * 1.6, -HEAD - edge);
  shape.closePath();
  const depth = 0.1 + 2 * edge;
  const head = new ExtrudeGeometry(shape, { depth, bevelEnabled: false }).translate(0, 0, -depth / 2);
  const along = new Vector3(...towards);
  const level = new Vector3(0, 1, 0).cross(along);
  const across = level.lengthSq() > 0.01 ? level.normalize() : new Vector3(1, 0, 0);
  const basis = new Matrix4().makeBasis(across, along, across.clone().cross(along));
  return head.applyMatrix4(basis.setPosition(...tip));
}

/** The arrow itself, as geometries in space: a shaft and a head, and both a little larger. */
export function hintArrow({ from, over, to }: HintWay): {
  readonly parts: readonly BufferGeometry[];
  readonly edges: readonly BufferGeometry[];
} {
  const towards = unit(sub(to, over));
  const neck = sub(to, times(towards, HEAD * 0.9));
  const [a, b, c] = [from, over, neck].map((point) => new Vector3(...point)) as [Vector3, Vector3, Vector3];
  const curve = new QuadraticBezierCurve3(a, b, c);
  const made = (edge: number): BufferGeometry[] => [
    new TubeGeometry(curve, 28, THICK + edge, 12),
    headOf(to, towards, edge),
  ];
  return { parts: made(0), edges: made(EDGE) };
}
