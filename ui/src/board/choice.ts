/** Touches on the way to a move: which targets may follow those touched already. */
import type { Touch } from "../net/types";

export type Next = ReadonlyMap<string, boolean>;

const startsWith = (path: readonly string[], chosen: readonly string[]): boolean =>
  path.length >= chosen.length && chosen.every((target, at) => path[at] === target);

/** The targets that may be touched next; true: that completes a move. */
export function nextTargets(touches: readonly Touch[], chosen: readonly string[]): Next {
  const found = new Map<string, boolean>();
  for (const { path } of touches) {
    if (path.length > chosen.length && startsWith(path, chosen)) {
      const target = path[chosen.length]!;
      found.set(target, (found.get(target) ?? false) || path.length === chosen.length + 1);
    }
  }
  return found;
}

/** The move that exactly these touches make. */
export function moveOf(touches: readonly Touch[], chosen: readonly string[]): Touch | null {
  return (
    touches.find(({ path }) => path.length === chosen.length && startsWith(path, chosen)) ?? null
  );
}

/** The moves that these touches can still become. */
export const leftBy = (touches: readonly Touch[], chosen: readonly string[]): readonly Touch[] =>
  touches.filter(({ path }) => startsWith(path, chosen));

/** The only move among them; null: there are several, or none. */
export function onlyMove(touches: readonly Touch[], chosen: readonly string[]): Touch | null {
  const left = leftBy(touches, chosen);
  return left.length === 1 ? left[0]! : null;
}

export type Touched =
  | { readonly kind: "chosen"; readonly chosen: readonly string[] }
  | { readonly kind: "move"; readonly touch: Touch }
  | { readonly kind: "refused"; readonly target: string };

/** What touching a target means after those chosen already: go on, change one's mind, or nothing. */
export function touched(
  touches: readonly Touch[],
  chosen: readonly string[],
  target: string,
): Touched {
  const longer = [...chosen, target];
  const next = nextTargets(touches, chosen);
  if (next.has(target)) {
    const move = moveOf(touches, longer);
    // a path may be the beginning of another: then touching goes on
    if (move && nextTargets(touches, longer).size === 0) return { kind: "move", touch: move };
    return { kind: "chosen", chosen: longer };
  }
  if (chosen.at(-1) === target) {
    const move = moveOf(touches, chosen);
    if (move) return { kind: "move", touch: move };
    return { kind: "chosen", chosen: chosen.slice(0, -1) };
  }
  for (let keep = chosen.length - 1; keep >= 0; keep--) {
    const kept = chosen.slice(0, keep);
    if (nextTargets(touches, kept).has(target)) return touched(touches, kept, target);
  }
  return { kind: "refused", target };
}

/** Targets to touch for a move, e.g. of a hint. */
export function pathOf(touches: readonly Touch[], move: string): readonly string[] {
  return touches.find((touch) => touch.move === move)?.path ?? [];
}
