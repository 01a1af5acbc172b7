/** How far away the camera must be for the board to fill the picture. */
import { add, type Vec } from "./layout";

/** What must be seen of a board, where its places are, not spread. */
export interface Outline {
  /** Corners of the object itself: they fill most of the picture. */
  readonly body: readonly Vec[];
  /** Corners of what is beside it at times: these need no more than to be seen. */
  readonly loose: readonly Vec[];
}

/** The share of the picture that the object fills, and what is about it may fill. */
const BODY = 0.88;
const ALL = 0.985;

/** A point as it is seen: to the right, up, and towards whoever looks. */
export type Seen = readonly [right: number, up: number, near: number];

export function seenFrom([x, y, z]: Vec, azimuth: number, height: number): Seen {
  const [sin, cos] = [Math.sin(height), Math.cos(height)];
  const front = x * Math.sin(azimuth) + z * Math.cos(azimuth);
  return [x * Math.cos(azimuth) - z * Math.sin(azimuth), y * cos - front * sin, y * sin + front * cos];
}

const SIGNS = [-1, 1] as const;

/** The corners of an upright block. */
export const block = (half: number, low: number, high: number): Vec[] =>
  [low, high].flatMap((y) => SIGNS.flatMap((x) => SIGNS.map((z): Vec => [x * half, y, z * half])));

/** Points of a level circle. */
export const circle = (radius: number, y: number): Vec[] =>
  Array.from({ length: 32 }, (_, k): Vec => {
    const angle = (k * Math.PI) / 16;
    return [Math.sin(angle) * radius, y, Math.cos(angle) * radius];
  });

/** Points of a ball. */
export const globe = (middle: Vec, radius: number): Vec[] =>
  SIGNS.flatMap((sign) => {
    const r = radius * sign;
    const d = r * Math.SQRT1_2;
    const ways: Vec[] = [[r, 0, 0], [0, r, 0], [0, 0, r], [d, d, 0], [d, -d, 0], [0, d, d], [0, d, -d], [d, 0, d], [d, 0, -d]];
    return ways.map((way) => add(middle, way));
  });

/** The smallest value for which something holds, if it holds for all greater ones. */
function smallest(low: number, high: number, rounds: number, holds: (value: number) => boolean): number {
  for (let round = 0; round < rounds; round++) {
    const middle = (low + high) / 2;
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** The middle of what is seen from this far, to the right; at distance 1. */
export function asideOf(body: readonly Seen[], far: number): number {
  let [left, end] = [Infinity, -Infinity];
  for (const [right, , near] of body) {
    left = Math.min(left, right / (far - near));
    end = Math.max(end, right / (far - near));
  }
  return (left + end) / 2;
}

/** How far the camera must be, and how far above the middle it looks, for all to fit; `tall` and
 * `wide` are half of the picture at distance 1. */
export function fitOutline(body: readonly Seen[], loose: readonly Seen[], tall: number, wide: number) {
  const nearest = Math.max(...[...body, ...loose].map(([, , near]) => near));
  const middleAt = (far: number): number =>
    smallest(-9, 9, 18, (middle) => {
      let [top, bottom] = [-Infinity, Infinity];
      for (const [, up, near] of body) {
        const shown = (up - middle) / (far - near);
        top = Math.max(top, shown);
        bottom = Math.min(bottom, shown);
      }
      return top <= -bottom;
    });
  const far = smallest(nearest + 1, 90, 18, (tried) => {
    const middle = middleAt(tried);
    const aside = asideOf(body, tried);
    const within = (points: readonly Seen[], share: number): boolean =>
      points.every(
        ([right, up, near]) =>
          Math.abs(right / (tried - near) - aside) <= wide * share &&
          Math.abs(up - middle) <= tall * share * (tried - near),
      );
    return within(body, BODY) && within(loose, ALL);
  });
  return { far, middle: middleAt(far) };
}
