/** At which point of the window a target can be touched. */
import type { BoardCamera } from "./camera";
import { add, times, type Vec } from "./layout";
import type { HitShape } from "./spots";

export type Point = readonly [x: number, y: number];

/** The number of points that are tried across a target, and down it. */
const ACROSS = 13;
/** A point nearer than this to another target is not worth aiming at. */
const MARGIN = 4;
/** More space than a finger takes is no better. */
const FINGER = 22;

const SIGNS = [-1, 1];

/** Corners that a shape lies within. */
function corners(shape: HitShape): Vec[] {
  const round = shape.kind === "ball";
  const low = round ? add(shape.middle, times([1, 1, 1], -shape.radius)) : shape.low;
  const high = round ? add(shape.middle, times([1, 1, 1], shape.radius)) : shape.high;
  const side = (sign: number, axis: 0 | 1 | 2): number => (sign < 0 ? low[axis] : high[axis]);
  return SIGNS.flatMap((x) =>
    SIGNS.flatMap((y) => SIGNS.map((z): Vec => [side(x, 0), side(y, 1), side(z, 2)])),
  );
}

/** The point over a shape that is well away from where a touch would not mean it, and as near to its
 * middle as that allows. */
export function touchPoint(shape: HitShape, camera: BoardCamera, means: (x: number, y: number) => boolean): Point | null {
  const seen = corners(shape).map((corner) => camera.shown(corner));
  const reach = (axis: 0 | 1): number[] => {
    const all = seen.map((point) => point[axis]);
    const [low, high] = [Math.min(...all), Math.max(...all)];
    return Array.from({ length: ACROSS }, (_, k) => low + ((high - low) * (k + 0.5)) / ACROSS);
  };
  const [across, down] = [reach(0), reach(1)];
  const middle: Point = [across[ACROSS >> 1]!, down[ACROSS >> 1]!];
  const far = (one: Point, other: Point): number => Math.hypot(one[0] - other[0], one[1] - other[1]);
  const tried = down.flatMap((y) => across.map((x) => ({ at: [x, y] as const, good: means(x, y) })));
  const bad = tried.filter(({ good }) => !good);
  const aims = tried
    .filter(({ good }) => good)
    .map(({ at }) => ({ at, gap: Math.min(FINGER, ...bad.map((one) => far(one.at, at))) }))
    .filter(({ gap }) => gap >= MARGIN)
    .sort((one, other) => other.gap - one.gap || far(one.at, middle) - far(other.at, middle));
  return aims[0]?.at ?? null;
}
