/** What a move would put where: the end of its phases, before it is played. */
import type { Motion } from "../../net/types";
import type { BoardState, Phases } from "../board";
import { leftBy } from "../choice";
import type { Appearance } from "./appearance";
import { itemsByPlace, sub, type Layout, type Vec } from "./layout";
import { slideOf } from "./plan";

export interface Ghost {
  readonly appearance: Appearance;
  readonly at: Vec;
}

const BLANK: Appearance = { kind: "cube", symbol: "", colour: "", facing: "" };

/** What the moves that a path leads to would do, as far as that is known, and if it is the same for all
 * of them. */
export function ghostsOf(
  layout: Layout,
  state: BoardState,
  path: readonly string[],
  spread: number,
): readonly Ghost[] {
  const left = leftBy(state.scene.touches, path);
  const phases = shared(left.map(({ move }) => state.previews.get(move)));
  if (!phases) return [];
  const whole = left.length === 1 ? left[0]!.path : path;
  return endOf(layout, state, whole, phases, spread);
}

/** Phases that are all alike; null: they differ, or not all of them are known. */
function shared([first, ...others]: readonly (Phases | undefined)[]): Phases | null {
  if (!first) return null;
  const text = JSON.stringify(first);
  return others.every((one) => JSON.stringify(one) === text) ? first : null;
}

/** The pieces that come to rest last. Of a board that turns as a whole, that would be all of them:
 * then there are none. */
function endOf(
  layout: Layout,
  state: BoardState,
  path: readonly string[],
  phases: Phases,
  spread: number,
): readonly Ghost[] {
  if (phases.flat().some(({ phase }) => phase === "turn")) return [];
  const { items } = state.scene;
  const taken = itemsByPlace(items);
  const slide = slideOf(layout, state.scene, phases);
  const ghost = ({ item, to }: Motion): Ghost[] => {
    const place = layout.at(to, spread);
    if (!place) return [];
    const old = items.find(({ id }) => id === item);
    const appearance = layout.skin.placed(state, path) ?? old ?? BLANK;
    // what is there must give way first: until then it waits outside
    return [{ appearance, at: taken.has(to) && slide ? sub(place, slide) : place }];
  };
  return (phases.at(-1) ?? []).filter(({ phase }) => phase !== "leave").flatMap(ghost);
}
