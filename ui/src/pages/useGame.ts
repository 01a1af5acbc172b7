/** A game of the catalogue by its name. */
import type { GameEntry } from "../net/types";
import { useGames } from "./useGames";

/** The game; "none": there is no such game; "failed": nobody could be asked; null: not yet. */
export function useGame(name: string): GameEntry | "none" | "failed" | null {
  const games = useGames();
  if (games === null || games === "failed") return games;
  return games.games.find((one) => one.name === name) ?? "none";
}
