/** What chance does where nobody plays: decided at random, by its weights. */
import { api } from "../../net/api";
import type { Position } from "../../net/types";
import { type Origin, requestOf } from "./useLine";

/** One of several acts, by their weights; null: there are none. `luck`: from 0 up to 1. */
export function picked(draws: Readonly<Record<string, number>>, luck: number): string | null {
  const all = Object.entries(draws);
  let left = luck * all.reduce((sum, [, weight]) => sum + weight, 0);
  const found = all.find(([, weight]) => (left -= weight) < 0);
  return found?.[0] ?? null;
}

/** All that chance does up to the next turn. Fails as requests do. */
export async function randomDraws(origin: Origin, moves: readonly string[], position: Position): Promise<string[]> {
  const drawn: string[] = [];
  let now = position;
  while (now.turn.kind === "draw") {
    const act = picked(now.draws, Math.random());
    if (act === null) break;
    drawn.push(act);
    now = await api.position(requestOf(origin, [...moves, ...drawn]));
  }
  return drawn;
}
