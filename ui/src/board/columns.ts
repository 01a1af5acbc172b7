/** Columns: the places that stand above one another. Their common beginning is the column's name, and
 * touching that name means all of them. */
import type { Place } from "../net/types";

function sharedBeginning(names: readonly string[]): string {
  const [first = "", ...others] = names;
  let length = first.length;
  while (length && !others.every((name) => name.startsWith(first.slice(0, length)))) length--;
  return first.slice(0, length);
}

/** The places of each column from the bottom up, by the column's name. */
export function columnsOf(places: readonly Place[]): ReadonlyMap<string, readonly string[]> {
  const stacks = new Map<string, Place[]>();
  for (const place of places) {
    const at = `${place.x} ${place.y}`;
    stacks.set(at, [...(stacks.get(at) ?? []), place]);
  }
  const columns = [...stacks.values()]
    .filter((stack) => stack.length > 1)
    .map((stack) => stack.sort((one, other) => one.z - other.z).map(({ id }) => id))
    .map((ids): [string, string[]] => [sharedBeginning(ids), ids]);
  return new Map(columns.filter(([name]) => name));
}
