/** Which target a ray or a finger hits: the nearest one that may be touched, before any other. */
import { sub, type Vec } from "./layout";
import type { HitShape, Spot } from "./spots";

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

/** How far along a ray a shape is hit. */
export function hit(ray: Ray, shape: HitShape): number | null {
  return shape.kind === "ball"
    ? hitBall(ray, shape.middle, shape.radius)
    : hitBox(ray, shape.low, shape.high);
}

type Legal = (target: string) => boolean;

/** Legal targets count before others that are nearer by no more than this. */
const BARELY = 0.35;

/** The target that a ray meets. Legal ones win: through what is see-through always, past solid
 * things only when they are nearly as close. */
export function pick(ray: Ray, spots: readonly Spot[], legal: Legal): Spot | null {
  const hits = spots
    .map((spot): [Spot, number | null] => [spot, hit(ray, spot.shape)])
    .filter((found): found is [Spot, number] => found[1] !== null)
    .sort((one, other) => one[1] - other[1]);
  const first = hits[0];
  const best = hits.find(([spot]) => legal(spot.target));
  if (!first || !best) return first?.[0] ?? null;
  const wall = hits.find(([spot]) => !spot.through && !legal(spot.target));
  const seen = !wall || best[0].kind === "arrow" || best[1] - wall[1] < BARELY;
  return seen ? best[0] : wall[0];
}

/** How many pixels a finger may miss a target by: where there is nothing else, and where something
 * else was hit. */
const REACH = 22;
const BESIDE = 8;
const RINGS = [4, 8, 13, 18, REACH];
const AROUND = 12;

/** The target that a touch means: what it meets, or what is legal and near; `ray`: moved by pixels to
 * the right and down. */
export function pickNear(
  ray: (right: number, down: number) => Ray,
  spots: readonly Spot[],
  legal: Legal,
): Spot | null {
  const met = pick(ray(0, 0), spots, legal);
  if (met && legal(met.target)) return met;
  for (const far of RINGS.filter((ring) => ring <= (met ? BESIDE : REACH)))
    for (let k = 0; k < AROUND; k++) {
      const angle = (k * 2 * Math.PI) / AROUND;
      const near = pick(ray(Math.cos(angle) * far, Math.sin(angle) * far), spots, legal);
      if (near && legal(near.target)) return near;
    }
  return met;
}
