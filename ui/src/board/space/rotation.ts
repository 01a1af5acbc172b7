/** Which rigid turn takes pieces from their old places to their new ones. */
import type { Vec } from "./layout";

export interface Rotation {
  readonly axis: Vec;
  /** By the right hand, in radians. */
  readonly angle: number;
}

const UP: Vec = [0, 1, 0];
const NORTH: Vec = [0, 0, -1];
const EAST: Vec = [1, 0, 0];
const HALF = Math.PI;

/** Quarter turns of a layer first, then half turns of a whole board, then the rest. */
const ROTATIONS: readonly Rotation[] = [
  { axis: UP, angle: -HALF / 2 },
  { axis: UP, angle: HALF / 2 },
  { axis: NORTH, angle: HALF },
  { axis: EAST, angle: HALF },
  { axis: UP, angle: HALF },
  ...[NORTH, EAST].flatMap((axis) => [
    { axis, angle: HALF / 2 },
    { axis, angle: -HALF / 2 },
  ]),
];

/** A point turned about an axis of length 1 through the middle (Rodrigues). */
export function rotated(point: Vec, { axis, angle }: Rotation): Vec {
  const [x, y, z] = point;
  const [a, b, c] = axis;
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  const along = (a * x + b * y + c * z) * (1 - cos);
  return [
    x * cos + (b * z - c * y) * sin + a * along,
    y * cos + (c * x - a * z) * sin + b * along,
    z * cos + (a * y - b * x) * sin + c * along,
  ];
}

/** The turn that fits all pairs of an old and a new point; null: none does. */
export function rotationOf(pairs: readonly (readonly [Vec, Vec])[]): Rotation | null {
  const fits = (rotation: Rotation): boolean =>
    pairs.every(([from, to]) => {
      const [x, y, z] = rotated(from, rotation);
      return Math.hypot(x - to[0], y - to[1], z - to[2]) < 1e-6;
    });
  return pairs.length ? (ROTATIONS.find(fits) ?? null) : null;
}
