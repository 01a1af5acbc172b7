/** Which target a ray hits: the nearest one that may be touched, before any other. */
import { add, sub, times, type Vec } from "./layout";
import type { Shape, Spot } from "./spots";

export interface Ray {
  readonly from: Vec;
  /** Of length 1. */
  readonly way: Vec;
}

const dot = (a: Vec, b: Vec): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

function hitBall(ray: Ray, middle: Vec, radius: number): number | null {
  const to = sub(middle, ray.from);
  const along = dot(to, ray.way);
  const aside = dot(to, to) - along * along;
  if (along < 0 || aside > radius * radius) return null;
  return along - Math.sqrt(radius * radius - aside);
}

function hitBox(ray: Ray, low: Vec, high: Vec): number | null {
  let near = 0;
  let far = Infinity;
  for (const axis of [0, 1, 2] as const) {
    const way = ray.way[axis] || 1e-12;
    const one = (low[axis] - ray.from[axis]) / way;
    const other = (high[axis] - ray.from[axis]) / way;
    near = Math.max(near, Math.min(one, other));
    far = Math.min(far, Math.max(one, other));
  }
  return near <= far ? near : null;
}

/** How far along a ray a shape is hit; `wider` makes it larger on all sides. */
export function hit(ray: Ray, shape: Shape, wider = 0): number | null {
  if (shape.kind === "ball") return hitBall(ray, shape.middle, shape.radius + wider);
  const grow: Vec = [wider, wider, wider];
  return hitBox(ray, sub(shape.low, grow), add(shape.high, grow));
}

const WIDER = 0.16;

/** The target that a ray means. Legal ones win: through what is see-through always, past solid
 * things only when they are nearly as close. */
export function pick(
  ray: Ray,
  spots: readonly Spot[],
  legal: (target: string) => boolean,
): Spot | null {
  const hits = (wider: number, some: readonly Spot[]): [Spot, number][] =>
    some
      .map((spot): [Spot, number | null] => [spot, hit(ray, spot.shape, wider)])
      .filter((found): found is [Spot, number] => found[1] !== null)
      .sort((one, other) => one[1] - other[1]);
  const open = spots.filter((spot) => legal(spot.target));
  const exact = hits(0, spots)[0];
  // what is hit exactly on its own middle counts before what is merely near
  const best = hits(0, open)[0] ?? hits(WIDER, open)[0];
  if (!best) return exact?.[0] ?? null;
  if (!exact || exact[0] === best[0]) return best[0];
  if (best[0].through && exact[0].through) return best[0];
  const past = best[1] - exact[1];
  return past < 0.35 || best[0].kind === "axis" ? best[0] : exact[0];
}

export const pointAt = (ray: Ray, far: number): Vec => add(ray.from, times(ray.way, far));
