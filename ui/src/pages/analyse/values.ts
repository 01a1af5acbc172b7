/** What moves are worth, in words and as colours: what is proved, and what is only thought. */
import { t } from "../../i18n";
import { percent } from "../../i18n/intl";
import type { Tint } from "../../board/tints";
import type { KnownValues, Thought } from "../../net/types";
import { worthFor } from "../worth";

/** A thought for the side that moves: "wins in 5 plies, proved", or "about 63%". */
export function worthText(thought: Thought, side: readonly number[]): string {
  const found = worthFor(thought, side);
  if (typeof found === "number") return t("study.about", { share: percent(found) });
  const plies = thought.value.kind === "proven" ? thought.value.plies : null;
  return plies === null ? t(`study.proved.${found}`) : t(`study.proved.${found}.in`, { plies });
}

/** What is known of the whole position. */
export function knownText({ value, plies }: KnownValues): string {
  if (value === null) return "";
  return plies === null ? t(`study.known.${value}`) : t(`study.known.${value}.in`, { plies });
}

const GOOD = 0.6;
const BAD = 0.4;

function estimated(share: number): Tint {
  if (share >= GOOD) return "good";
  return share <= BAD ? "bad" : "even";
}

/** The colours of moves; facts before estimates. */
export function tintsFor(known: KnownValues | null, lines: readonly Thought[], side: readonly number[]): Map<string, Tint> {
  const tints = new Map<string, Tint>();
  for (const thought of lines) {
    const found = worthFor(thought, side);
    tints.set(thought.best, typeof found === "number" ? estimated(found) : found);
  }
  for (const [move, { value }] of Object.entries(known?.moves ?? {})) if (value !== null) tints.set(move, value);
  return tints;
}
