/** The tables that the home page lists, kept fresh while somebody looks at it. */
import { useEffect, useState } from "preact/hooks";
import { api } from "../net/api";
import type { TableCard } from "../net/types";

const AGAIN = 15_000;

interface Tables {
  readonly mine: readonly TableCard[];
  readonly open: readonly TableCard[];
  readonly live: readonly TableCard[];
}

export function useTables(): Tables {
  const [tables, setTables] = useState<Tables>({ mine: [], open: [], live: [] });
  useEffect(() => {
    let gone = false;
    const ask = async () => {
      if (document.hidden) return;
      try {
        const [mine, open, live] = await Promise.all([api.mine(), api.lobby("open"), api.lobby("live")]);
        if (!gone) setTables({ mine, open, live });
      } catch {
        // what was known stays, and is asked for again
      }
    };
    void ask();
    const timer = setInterval(() => void ask(), AGAIN);
    const look = () => void ask();
    document.addEventListener("visibilitychange", look);
    return () => {
      gone = true;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, []);
  return tables;
}
