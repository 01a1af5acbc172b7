/** From where one sees best what has won. Pure. */
import type { Scene } from "../../net/types";
import { hit } from "./hitTest";
import { add, times, type Layout, type Vec } from "./layout";
import { ball, box, type HitShape } from "./spots";
import { HOME, inSpace, nearTo, QUARTER, type View } from "./view";

/** The places that have won; empty: none of them is on the board. */
export function wonPlaces(layout: Layout, { marks }: Scene): readonly string[] {
  const won = marks.filter(({ kind }) => kind === "win").flatMap(({ places }) => places);
  return [...new Set(won)].filter((place) => layout.has(place));
}

const shapeOf = (layout: Layout, at: Vec): HitShape => {
  const half = layout.measure.item / 2;
  return layout.skin.round ? ball(at, half) : box(at, [half, half, half]);
};

/** Points of a piece that are towards whoever looks, if nothing stands before it. */
function samples(layout: Layout, at: Vec, view: View): Vec[] {
  const half = layout.measure.item / 2;
  const seen = (right: number, up: number, near: number): Vec => inSpace([right * half, up * half, near * half], view);
  if (layout.skin.round)
    return [[0, 0], [0.6, 0], [-0.6, 0], [0, 0.6], [0, -0.6]].map(([x, y]) => add(at, seen(x!, y!, 0.7)));
  const way = seen(0, 0, 1);
  const faces: Vec[] = [[0, half, 0], [Math.sign(way[0]) * half, 0, 0], [0, 0, Math.sign(way[2]) * half]];
  return faces.flatMap((face) =>
    [-0.55, 0, 0.55].map((aside) => add(add(at, face), seen(aside, 0, 0.05))),
  );
}

/** Which share of the places that have won is seen, from 0 to 1. */
export function seenShare(layout: Layout, scene: Scene, places: readonly string[], view: View, spread: number): number {
  const way = inSpace([0, 0, 1], view);
  const others = scene.items.flatMap(({ place }) => {
    const at = layout.has(place) ? layout.at(place, spread) : null;
    return at ? [{ place, shape: shapeOf(layout, at) }] : [];
  });
  const walls = layout.skin.solids(layout, spread);
  const shares = places.map((place) => {
    const points = samples(layout, layout.at(place, spread)!, view);
    const free = points.filter((point) => {
      // from the piece to the eye: as far as anything reaches
      const ray = { from: add(point, times(way, 0.02)), way };
      const blocked = others.some((one) => one.place !== place && hit(ray, one.shape) !== null);
      return !blocked && walls.every((wall) => hit(ray, wall) === null);
    });
    return free.length / points.length;
  });
  return shares.reduce((sum, one) => sum + one, 0) / (places.length || 1);
}

const DEGREES = Math.PI / 180;
const HEIGHTS = [20, 35, 52, 70].map((height) => height * DEGREES);
const AROUND = 12;
/** Layers are spread where that shows so much more. */
const WORTH = 0.15;
const OPEN = 0.8;

export interface EndView {
  readonly view: View;
  readonly spread: number;
  /** The share of what has won that is seen from there. */
  readonly seen: number;
}

/** The best view of the places that have won, as near to the usual one as can be. */
export function endView(layout: Layout, scene: Scene, places: readonly string[], home: View, spread: number): EndView {
  const best = (amount: number): EndView & { readonly value: number } => {
    const found = HEIGHTS.flatMap((height) =>
      Array.from({ length: AROUND }, (_, k) => {
        const azimuth = nearTo(home.azimuth + (k * 4 * QUARTER) / AROUND, home.azimuth);
        const view = { ...HOME, azimuth, height };
        const seen = seenShare(layout, scene, places, view, amount);
        const away = Math.abs(azimuth - home.azimuth) * 0.04 + Math.abs(height - home.height) * 0.06;
        return { view, spread: amount, seen, value: seen - away };
      }),
    );
    return found.reduce((one, other) => (other.value > one.value + 1e-9 ? other : one));
  };
  const { value: closed, ...asItIs } = best(spread);
  if (!layout.measure.rise || spread >= OPEN) return asItIs;
  const { value, ...opened } = best(OPEN);
  return value > closed + WORTH ? opened : asItIs;
}
