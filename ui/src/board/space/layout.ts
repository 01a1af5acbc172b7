/** Where places are in space: x to the east, y upwards, z to the south; the board's middle is 0. */
import type { Measure, SpaceSkin } from "../../games/spaceSkin";
import type { Item, Scene } from "../../net/types";
import { columnsOf } from "../columns";
import type { Fit } from "./camera";
import type { Seen } from "./outline";

export type Vec = readonly [number, number, number];

export const add = (a: Vec, b: Vec): Vec => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const sub = (a: Vec, b: Vec): Vec => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const times = (a: Vec, k: number): Vec => [a[0] * k, a[1] * k, a[2] * k];
export const length = (a: Vec): number => Math.hypot(...a);
export const unit = (a: Vec): Vec => times(a, 1 / (length(a) || 1));
export const mix = (a: Vec, b: Vec, t: number): Vec => add(times(a, 1 - t), times(b, t));

export class Layout {
  readonly measure: Measure;
  /** The places of each column, from the bottom up. */
  readonly columns: ReadonlyMap<string, readonly string[]>;
  readonly size: Vec;
  private readonly places = new Map<string, Vec>();
  private readonly middle: Vec;

  constructor(
    readonly skin: SpaceSkin,
    places: Scene["places"],
  ) {
    const most = (pick: (place: Scene["places"][number]) => number): number =>
      places.reduce((found, place) => Math.max(found, pick(place)), 0);
    const [x, y, z] = [most((p) => p.x), most((p) => p.y), most((p) => p.z)];
    this.size = [x + 1, z + 1, y + 1];
    this.middle = [x / 2, z / 2, -y / 2];
    this.measure = skin.measure(this.size);
    this.columns = columnsOf(places);
    for (const place of places) this.places.set(place.id, [place.x, place.z, -place.y]);
  }

  /** The middle of a place, or of what the skin has beside the board; null: not in space. */
  at(id: string, spread = 0): Vec | null {
    const place = this.places.get(id);
    if (!place) return this.skin.holderAt(this, id, spread);
    const [x, y, z] = sub(place, this.middle);
    const { rise, part } = this.measure;
    return [x * (1 + part * spread), y * (1 + rise * spread), z * (1 + part * spread)];
  }

  has(id: string): boolean {
    return this.places.has(id);
  }

  /** How many places there are. */
  get count(): number {
    return this.places.size;
  }

  /** How far a place is from the middle, never spread. */
  offset(id: string): Vec | null {
    const found = this.places.get(id);
    return found ? sub(found, this.middle) : null;
  }

  /** The height on which the lowest items stand. */
  floor(spread = 0): number {
    return -this.middle[1] * (1 + this.measure.rise * spread) - this.measure.item / 2;
  }

  layer(level: number, spread = 0): number {
    return (level - this.middle[1]) * (1 + this.measure.rise * spread);
  }

  /** What must fit into the picture. */
  outline(spread: number): Fit {
    const { rise, part } = this.measure;
    const { body, loose } = this.skin.outline(this);
    const apart = this.middle[1] * rise * spread;
    const wider = 1 + part * spread;
    const moved = ([x, y, z]: Vec): Vec => [x * wider, y + Math.sign(y) * apart, z * wider];
    const handles = (height: number): readonly Seen[] => this.skin.handles(this, spread, height);
    return { body: body.map(moved), loose: loose.map(moved), handles };
  }
}

/** What lies where. */
export function itemsByPlace(items: readonly Item[]): Map<string, Item> {
  return new Map(items.map((item) => [item.place, item]));
}

/** The topmost item of a column. */
export function topOf(layout: Layout, scene: Scene, column: string): Item | null {
  const taken = itemsByPlace(scene.items);
  const places = (layout.columns.get(column) ?? []).filter((place) => taken.has(place));
  return taken.get(places.at(-1) ?? "") ?? null;
}
