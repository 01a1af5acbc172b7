/** What a move is worth for a side: a fact, or the share of the win that it may expect. */
import type { Thought } from "../net/types";

export function worthFor({ value }: Pick<Thought, "value">, side: readonly number[]): "win" | "loss" | "draw" | number {
  if (value.kind === "estimate") return side.reduce((sum, seat) => sum + (value.shares[seat] ?? 0), 0);
  const { winners } = value.outcome;
  if (!winners.length) return "draw";
  return winners.some((seat) => side.includes(seat)) ? "win" : "loss";
}
