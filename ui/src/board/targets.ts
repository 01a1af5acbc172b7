/** How targets lie on a flat board, and how they are called. */
import { maybe, t } from "../i18n";
import type { Item, Place, Scene } from "../net/types";

export interface Cell {
  readonly place: Place;
  /** Touching the cell may mean its place or its whole column. */
  readonly targets: readonly string[];
  readonly items: readonly Item[];
}

/** A layer of cells, as rows from north to south; null: no place there. */
export interface Layer {
  readonly z: number;
  readonly rows: readonly (readonly (Cell | null)[])[];
}

const columnOf = (place: string): string => place.slice(0, 2);

/** The layers of a scene, the top one first. Where items stand on one another, one layer shows
 * each column as a stack, bottom up. */
export function layersOf(scene: Scene): readonly Layer[] {
  const wide = Math.max(...scene.places.map(({ x }) => x)) + 1;
  const deep = Math.max(...scene.places.map(({ y }) => y)) + 1;
  const levels = [...new Set(scene.places.map(({ z }) => z))].sort((a, b) => b - a);
  const items = new Map<string, Item[]>();
  for (const item of scene.items) items.set(item.place, [...(items.get(item.place) ?? []), item]);
  const shown = scene.stacked ? [0] : levels;
  return shown.map((z) => {
    const rows: (Cell | null)[][] = Array.from({ length: deep }, () => Array(wide).fill(null));
    for (const place of scene.places) {
      if (place.z !== z) continue;
      const column = scene.stacked
        ? scene.places
            .filter(({ x, y }) => x === place.x && y === place.y)
            .sort((a, b) => a.z - b.z)
            .map(({ id }) => id)
        : [place.id];
      const found = column.flatMap((id) => items.get(id) ?? []);
      const targets = place.id.length > 2 ? [place.id, columnOf(place.id)] : [place.id];
      rows[deep - 1 - place.y]![place.x] = { place, targets, items: found };
    }
    return { z, rows };
  });
}

/** All targets that are cells. */
export function cellTargets(scene: Scene): ReadonlySet<string> {
  return new Set(scene.places.flatMap(({ id }) => (id.length > 2 ? [id, columnOf(id)] : [id])));
}

export const TWIST = /^(\d)([+-])$/;

/** Tools in the order in which they are shown; others come after them. */
const ORDER = "N E S R B Y G O W F bag twin stand @ x y z pass".split(" ");

const rank = (target: string): number => {
  const at = ORDER.indexOf(target);
  return at < 0 ? ORDER.length : at;
};

export const ordered = (targets: Iterable<string>): string[] =>
  [...new Set(targets)].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : Number(a > b)));

/** Targets beside the board that can be touched first, or are blocked: colours, twists, the bag.
 * `owner`: the seat (by name) whose tools are shown; those that only others have are left out. */
export function toolsOf(scene: Scene, owner: string | null): readonly string[] {
  const cells = cellTargets(scene);
  const first = scene.touches.map(({ path }) => path[0]!);
  const stocks = Object.entries(scene.stocks);
  const own = new Set(stocks.flatMap(([seat, stock]) => (seat === owner ? Object.keys(stock) : [])));
  const others = new Set(stocks.flatMap(([, stock]) => Object.keys(stock)));
  // of moves some are blocked as a whole: they are no tools
  const blocked = Object.keys(scene.blocked).filter((target) => ORDER.includes(target) || TWIST.test(target));
  const known = [...first, ...blocked].filter(
    (target) => !cells.has(target) && (owner === null || own.has(target) || !others.has(target)),
  );
  return ordered(known);
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

export const SYMBOLS: Readonly<Record<string, string>> = {
  R: "▲",
  B: "●",
  Y: "■",
  G: "◆",
  O: "✚",
  W: "★",
};

/** The sign on an item: shapes of Quixo are drawn, colours have a symbol each. */
export function signOf(item: Item): string {
  if (item.colour === "" || item.kind === "card") return "";
  return SYMBOLS[item.symbol] ?? item.symbol;
}

/** A target in words. */
export function sayTarget(game: string, target: string, scene: Scene | null): string {
  const twist = TWIST.exec(target);
  if (twist) return t(twist[2] === "+" ? "tool.+" : "tool.-", { layer: twist[1]! });
  if (game === "quixo" && /^[NESW]$/.test(target)) return t("tool.dot", { seat: target });
  if (game === "cage" && /^[RBYGOW]$/.test(target)) {
    const colour = maybe(`colour.${target}`) ?? target;
    const left = Object.values(scene?.stocks ?? {}).find((stock) => target in stock)?.[target];
    return left === undefined
      ? t("tool.cube", { colour })
      : t("tool.cube.left", { colour, left });
  }
  return maybe(`tool.${target}`) ?? target;
}
