/** Which pieces can be dragged: those that are the first touch on a way to another place. Pure. */
import type { Item } from "../../net/types";
import type { BoardState } from "../board";
import { nextTargets } from "../choice";
import type { Ray } from "./hitTest";
import { add, itemsByPlace, times, topOf, type Layout, type Vec } from "./layout";

/** What is dragged, and the target that must be touched first (empty: none). */
export interface Grip {
  readonly item: Item;
  readonly target: string;
}

const onBoard = (layout: Layout, target: string): boolean => layout.has(target) || layout.columns.has(target);

/** What a drag from a target takes; null: it turns the board. */
export function gripOf(layout: Layout, state: BoardState, target: string): Grip | null {
  const { scene, chosen, next, active } = state;
  if (!active) return null;
  const again = chosen.length === 1 && chosen[0] === target;
  const first = nextTargets(scene.touches, []).has(target);
  if (!again && !(first && (next.has(target) || chosen.length))) return null;
  const leads = [...nextTargets(scene.touches, [target]).keys()].some((one) => onBoard(layout, one));
  const item = itemsByPlace(scene.items).get(target) ?? topOf(layout, scene, target);
  return leads && item ? { item, target: again ? "" : target } : null;
}

/** What lies beside the board and can be put on it with one touch. */
export function heldBeside(layout: Layout, { scene, chosen, next, active }: BoardState): Item | null {
  if (!active || chosen.length || ![...next].some(([target, last]) => last && onBoard(layout, target))) return null;
  return scene.items.find(({ place, kind }) => kind !== "card" && !layout.has(place) && layout.at(place)) ?? null;
}

/** Where a ray meets a height; null: it does not. */
export function atHeight({ from, way }: Ray, height: number): Vec | null {
  const far = (height - from[1]) / way[1];
  return far > 0 && far < 60 ? add(from, times(way, far)) : null;
}
