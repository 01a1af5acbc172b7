/** Moves coloured by what they are worth: each target by the best move that it leads to. */
import { t } from "../i18n";
import type { Touch } from "../net/types";

/** From the best to the worst. */
export const TINTS = ["win", "good", "draw", "even", "bad", "loss"] as const;
export type Tint = (typeof TINTS)[number];

/** What a colour says: a fact, or what is only thought. */
export const tintText = (tint: Tint): string => t(`worth.${tint}`);

/** What may be touched after `chosen`, by the best that can come of it. */
export function tintsOf(
  touches: readonly Touch[],
  chosen: readonly string[],
  moves: ReadonlyMap<string, Tint>,
): ReadonlyMap<string, Tint> {
  const found = new Map<string, Tint>();
  for (const { move, path } of touches) {
    const [target, tint] = [path[chosen.length], moves.get(move)];
    if (target === undefined || tint === undefined || !chosen.every((one, at) => path[at] === one)) continue;
    const known = found.get(target);
    if (known === undefined || TINTS.indexOf(tint) < TINTS.indexOf(known)) found.set(target, tint);
  }
  return found;
}
