/** Phases of motions as timed ways of single items. Pure: nothing here is drawn. */
import type { Motion, Scene } from "../../net/types";
import type { Phases } from "../board";
import { sameAppearance, type Appearance } from "./appearance";
import { add, length, mix, sub, times, unit, type Layout, type Vec } from "./layout";
import { rotated, rotationOf, type Rotation } from "./rotation";

export const SLIDE = 180;
export const TURN = 260;
export const FLIP = 420;
const BOUNCE = 130;
const GRAVITY = 30;

export interface Way {
  readonly item: string;
  readonly start: number;
  readonly duration: number;
  readonly kind: "slide" | "lift" | "hover" | "fall" | "turn" | "enter" | "leave";
  readonly from: Vec;
  readonly to: Vec;
  readonly rotation?: Rotation;
  /** It shows another face from now on. */
  readonly becomes?: Appearance;
}

export interface Plan {
  readonly ways: readonly Way[];
  /** Items that come from outside, with their appearances. */
  readonly fresh: ReadonlyMap<string, Appearance>;
  /** Layers that turn as a whole: their level, or null for everything. */
  readonly turns: readonly { start: number; duration: number; level: number | null; rotation: Rotation }[];
  readonly duration: number;
}

const appearanceOf = (scene: Scene, id: string): Appearance | undefined =>
  scene.items.find((item) => item.id === id);

const fallTime = (height: number): number =>
  Math.sqrt((2 * Math.max(height, 0)) / GRAVITY) * 1000 + BOUNCE;

/** The direction in which pieces slide, if any do. */
export function slideOf(layout: Layout, before: Scene, phases: Phases): Vec | null {
  const motion = phases.flat().find((one) => one.phase === "slide");
  const item = before.items.find((one) => one.id === motion?.item);
  const [from, to] = [layout.offset(item?.place ?? ""), layout.offset(motion?.to ?? "")];
  return from && to ? unit(sub(to, from)) : null;
}

/** `held`: where pieces are that somebody has in hand. */
export function planOf(
  layout: Layout,
  before: Scene,
  after: Scene,
  phases: Phases,
  spread: number,
  held: ReadonlyMap<string, Vec> = new Map(),
): Plan {
  const ways: Way[] = [];
  const turns: Plan["turns"][number][] = [];
  const fresh = new Map<string, Appearance>();
  const where = new Map<string, Vec>();
  const offsets = new Map<string, Vec>();
  const away = new Map<string, { at: Vec; since: number }>();
  for (const item of before.items) {
    const at = held.get(item.id) ?? layout.at(item.place, spread);
    if (at) where.set(item.id, at);
    const offset = layout.offset(item.place);
    if (offset) offsets.set(item.id, offset);
  }
  const slide = slideOf(layout, before, phases);
  const out = (place: string, at: Vec): Vec =>
    add(at, times(layout.skin.outwards(layout, place, slide), layout.measure.outside));

  let start = 0;
  const move = (motion: Motion, rotation: Rotation | null): number => {
    const to = layout.at(motion.to, spread);
    if (!to) return 0;
    const from = where.get(motion.item) ?? null;
    const id = motion.item;
    const way = (kind: Way["kind"], duration: number, a: Vec, b: Vec, more = {}): number => {
      ways.push({ item: id, start, duration, kind, from: a, to: b, ...more });
      where.set(id, b);
      const offset = layout.offset(motion.to);
      if (offset) offsets.set(id, offset);
      return duration;
    };
    if (motion.phase === "enter") {
      const appearance = appearanceOf(after, motion.becomes);
      const gone = away.get(id);
      const outside = out(motion.to, to);
      if (!gone) {
        if (appearance) fresh.set(id, appearance);
        return way("enter", SLIDE, outside, to);
      }
      // it has flown from where it left to where it comes in, and shows its new face by then
      const old = appearanceOf(before, id);
      const becomes = appearance && old && !sameAppearance(appearance, old) ? { becomes: appearance } : {};
      const hover = Math.max(start - gone.since, becomes.becomes ? FLIP : SLIDE);
      ways.push({
        item: id,
        start: gone.since,
        duration: hover,
        kind: "hover",
        from: gone.at,
        to: outside,
        ...becomes,
      });
      start = gone.since + hover;
      return way("slide", SLIDE, outside, to);
    }
    if (!from) return 0;
    if (motion.phase === "leave") {
      const outside = out(motion.to, from);
      away.set(id, { at: outside, since: start + SLIDE });
      return way(motion.becomes ? "lift" : "leave", SLIDE, from, outside);
    }
    if (motion.phase === "turn" && rotation) {
      return way("turn", rotation.axis[1] ? TURN : FLIP, from, rotated(from, rotation), { rotation });
    }
    if (motion.phase === "fall") return way("fall", fallTime(from[1] - to[1]), from, to);
    const far = length(sub(to, from));
    return way("slide", SLIDE + Math.min(160, Math.max(0, far - 1.5) * 50), from, to);
  };

  for (const phase of phases) {
    const turnMotions = phase.filter((motion) => motion.phase === "turn");
    const pairs = turnMotions.flatMap((motion) => {
      const [from, to] = [offsets.get(motion.item), layout.offset(motion.to)];
      return from && to ? [[from, to] as const] : [];
    });
    const rotation = rotationOf(pairs);
    if (rotation && pairs[0]) {
      const flat = rotation.axis[1] !== 0;
      const level = flat ? Math.round(pairs[0][0][1] + (layout.size[1] - 1) / 2) : null;
      turns.push({ start, duration: flat ? TURN : FLIP, level, rotation });
      const cubes = new Set(turnMotions.map((motion) => motion.item));
      // what lies on the axis of a flip turns on the spot
      if (!flat)
        for (const [item, at] of where)
          if (!cubes.has(item) && offsets.has(item))
            ways.push({ item, start, duration: FLIP, kind: "turn", from: at, to: at, rotation });
    }
    const lasts = phase.map((motion) => move(motion, rotation));
    start += Math.max(0, ...lasts);
  }
  return { ways, turns, fresh, duration: start };
}

export const easeOut = (t: number): number => 1 - (1 - t) ** 3;
export const easeBoth = (t: number): number => (t < 0.5 ? 4 * t ** 3 : 1 - (2 - 2 * t) ** 3 / 2);

/** What is flipped is held up meanwhile, clear of the table. */
export const raised = (rotation: Rotation, t: number): number =>
  rotation.axis[1] ? 0 : Math.sin(t * Math.PI) * 0.6;

/** Where an item is on its way, t from 0 to 1. */
export function along(way: Way, t: number): Vec {
  const { from, to } = way;
  if (way.kind === "turn" && way.rotation) {
    const at = rotated(from, { ...way.rotation, angle: way.rotation.angle * easeBoth(t) });
    return add(at, [0, raised(way.rotation, t), 0]);
  }
  if (way.kind === "fall") {
    const height = from[1] - to[1];
    const down = 1 - BOUNCE / way.duration;
    if (t < down) return add(mix(from, to, 0), [0, -height * (t / down) ** 2, 0]);
    const s = (t - down) / (1 - down);
    return add(to, [0, 4 * s * (1 - s) * Math.min(0.09, height * 0.06), 0]);
  }
  if (way.kind === "hover") {
    const far = length(sub(to, from));
    return add(mix(from, to, easeBoth(t)), [0, Math.sin(t * Math.PI) * Math.min(0.8, far * 0.2), 0]);
  }
  // first up, then across: nothing goes through what stands in between
  const across = mix(from, to, easeOut(t));
  const up = to[1] > from[1] + 0.1 ? easeOut(Math.min(1, t * 2)) : easeOut(t);
  return [across[0], from[1] + (to[1] - from[1]) * up, across[2]];
}
