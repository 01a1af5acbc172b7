/** How targets lie on a flat board, and what they are called. */
import { bySeat, type Calling } from "../games/calling";
import type { GameSkin } from "../games/skin";
import { maybe } from "../i18n";
import type { Item, Place, Scene } from "../net/types";
import { columnsOf } from "./columns";

export interface Cell {
  readonly place: Place;
  /** What the cell is called: its column, where it shows all of that. */
  readonly name: string;
  /** The places that it shows, from the bottom up. */
  readonly places: readonly string[];
  /** Touching the cell may mean its place or its whole column. */
  readonly targets: readonly string[];
  readonly items: readonly Item[];
}

/** A layer of cells, as rows from north to south; null: no place there. */
export interface Layer {
  readonly z: number;
  readonly rows: readonly (readonly (Cell | null)[])[];
}

/** The layers of a scene, the top one first, turned clockwise by quarters. Where items stand on one
 * another, one layer shows each column as a stack, bottom up. */
export function layersOf(scene: Scene, turns = 0): readonly Layer[] {
  const west = Math.max(...scene.places.map(({ x }) => x)) + 1;
  const north = Math.max(...scene.places.map(({ y }) => y)) + 1;
  const [wide, deep] = turns % 2 ? [north, west] : [west, north];
  const levels = [...new Set(scene.places.map(({ z }) => z))].sort((a, b) => b - a);
  const items = new Map<string, Item[]>();
  for (const item of scene.items) items.set(item.place, [...(items.get(item.place) ?? []), item]);
  const columns = new Map<string, readonly [name: string, places: readonly string[]]>();
  for (const [name, places] of columnsOf(scene.places))
    for (const id of places) columns.set(id, [name, places]);
  const shown = scene.stacked ? [0] : levels;
  return shown.map((z) => {
    const rows: (Cell | null)[][] = Array.from({ length: deep }, () => Array(wide).fill(null));
    for (const place of scene.places) {
      if (place.z !== z) continue;
      const { id } = place;
      const [column, stack] = columns.get(id) ?? [id, [id]];
      const places = scene.stacked ? stack : [id];
      const [right, up] = turned(place, west, north, turns);
      rows[deep - 1 - up]![right] = {
        place,
        name: scene.stacked ? column : id,
        places,
        targets: [...new Set([id, column])],
        items: places.flatMap((one) => items.get(one) ?? []),
      };
    }
    return { z, rows };
  });
}

/** Where a place is seen after so many quarter turns, clockwise: to the right and upwards. */
function turned({ x, y }: Place, west: number, north: number, turns: number): readonly [right: number, up: number] {
  if (turns === 1) return [y, west - 1 - x];
  if (turns === 2) return [west - 1 - x, north - 1 - y];
  return turns === 3 ? [north - 1 - y, x] : [x, y];
}

/** All targets that are cells. */
export function cellTargets({ places }: Scene): ReadonlySet<string> {
  return new Set([...places.map(({ id }) => id), ...columnsOf(places).keys()]);
}

/** Targets in the order in which they are shown. */
export function ordered(skin: GameSkin, targets: Iterable<string>): string[] {
  const rank = (target: string): number => {
    const at = skin.tools.indexOf(target);
    return at < 0 ? skin.tools.length : at;
  };
  return [...new Set(targets)].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : Number(a > b)));
}

/** Targets beside the board that can be touched first, or are blocked. `owner`: the seat (by name)
 * whose tools are shown; those that only others have are left out. */
export function toolsOf(skin: GameSkin, scene: Scene, owner: string | null): readonly string[] {
  const cells = cellTargets(scene);
  const first = scene.touches.map(({ path }) => path[0]!);
  const stocks = Object.entries(scene.stocks);
  const own = new Set(stocks.flatMap(([seat, stock]) => (seat === owner ? Object.keys(stock) : [])));
  const others = new Set(stocks.flatMap(([, stock]) => Object.keys(stock)));
  // some moves are blocked as a whole: they are no tools
  const blocked = Object.keys(scene.blocked).filter((target) => skin.tools.includes(target));
  const known = [...first, ...blocked].filter(
    (target) => !cells.has(target) && (owner === null || own.has(target) || !others.has(target)),
  );
  return ordered(skin, known);
}

/** The tools that stand beside the layers of a scene. */
export function layerTools(skin: GameSkin, scene: Scene): ReadonlySet<string> {
  return new Set(scene.places.flatMap(({ z }) => skin.layerTools(z + 1) ?? []));
}

/** Can this be touched first, or is it blocked for now? */
export const isTool = (scene: Scene, target: string): boolean =>
  target in scene.blocked || scene.touches.some(({ path }) => path[0] === target);

/** The sides of a place on which a complete row ends: west, east, south, north, down, up. */
export function rowSides(place: Place, scene: Scene): readonly string[] {
  const rows = scene.marks.filter(({ kind, places }) => kind === "row" && places.includes(place.id));
  return rows.flatMap(({ places }) => {
    const end = scene.places.find(({ id }) => id !== place.id && places.includes(id));
    if (!end) return [];
    const [x, y, z] = [place.x - end.x, place.y - end.y, place.z - end.z];
    if (x) return x < 0 ? "w" : "e";
    if (y) return y < 0 ? "s" : "n";
    return z < 0 ? "d" : "u";
  });
}

/** A target in words. */
export const targetName = (skin: GameSkin, target: string, scene: Scene | null, calling: Calling = bySeat): string =>
  skin.targetName(target, scene, calling) ?? maybe(`tool.${target}`) ?? target;

/** What is touched for a move, one after another. */
export const pathText = (skin: GameSkin, path: readonly string[], calling: Calling = bySeat): string =>
  path.map((target) => targetName(skin, target, null, calling)).join(" → ");
