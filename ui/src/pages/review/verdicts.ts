/** What a move is called, and what a position is worth. */
import { t } from "../../i18n";
import { percent } from "../../i18n/intl";
import type { AnnotatedMove, GameEntry, Value } from "../../net/types";
import { sideOf } from "../study/words";
import { worthFor } from "../worth";

/** From the best to the worst; `missed`: a proved win was there, and is gone. */
export type Verdict = "best" | "good" | "inaccuracy" | "mistake" | "blunder" | "missed" | "unknown";

export const MARKS: Readonly<Record<Verdict, string>> = {
  best: "✓",
  good: "",
  inaccuracy: "?!",
  mistake: "?",
  blunder: "??",
  missed: "✗",
  unknown: "",
};

export function verdictOf({ annotation, best, move }: AnnotatedMove): Verdict {
  if (!annotation) return "unknown";
  if (annotation.fact === "loses_win") return "missed";
  if (annotation.verdict) return annotation.verdict;
  return best?.best === move ? "best" : "good";
}

/** Does a move deserve to be looked at again? */
export const isBad = (move: AnnotatedMove): boolean => ["inaccuracy", "mistake", "blunder", "missed"].includes(verdictOf(move));

/** The share of the win that a side has, from 0 to 1. */
export function shareOf(value: Value, side: readonly number[], players: number): number {
  if (value.kind === "estimate") return side.reduce((sum, seat) => sum + (value.shares[seat] ?? 0), 0);
  const winners = value.outcome.winners.length ? value.outcome.winners : Array.from({ length: players }, (_, seat) => seat);
  return winners.filter((seat) => side.includes(seat)).length / winners.length;
}

/** A value in words, for the side of a seat. */
export function valueText(value: Value, game: GameEntry, players: number, seat: number): string {
  const worth = worthFor({ value }, sideOf(game, players, seat));
  return typeof worth === "number" ? percent(worth) : t(`worth.${worth}`);
}
