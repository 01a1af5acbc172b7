/** A game of the catalogue by its name. */
import { useEffect, useState } from "preact/hooks";
import { api } from "../net/api";
import type { GameEntry } from "../net/types";

/** The game; "none": there is no such game; "failed": nobody could be asked; null: not yet. */
export function useGame(name: string): GameEntry | "none" | "failed" | null {
  const [game, setGame] = useState<GameEntry | "none" | "failed" | null>(null);
  useEffect(() => {
    api.games().then(
      (all) => setGame(all.games.find((one) => one.name === name) ?? "none"),
      () => setGame("failed"),
    );
  }, [name]);
  return game;
}
