/** The catalogue of games. */
import { useEffect, useState } from "preact/hooks";
import { api } from "../net/api";
import type { Catalogue } from "../net/types";

/** The games; "failed": nobody could be asked; null: not yet. */
export function useGames(): Catalogue | "failed" | null {
  const [games, setGames] = useState<Catalogue | "failed" | null>(null);
  useEffect(() => {
    api.games().then(setGames, () => setGames("failed"));
  }, []);
  return games;
}
