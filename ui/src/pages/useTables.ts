/** The tables of others that a page lists, kept fresh while somebody looks at it. */
import { useEffect, useState } from "preact/hooks";
import { api } from "../net/api";
import type { TableCard } from "../net/types";

const AGAIN = 15_000;

interface Tables {
  readonly open: readonly TableCard[];
  readonly live: readonly TableCard[];
}

/** Null: they are not known yet. */
export function useTables(): Tables | null {
  const [tables, setTables] = useState<Tables | null>(null);
  useEffect(() => {
    let gone = false;
    const ask = async () => {
      if (document.hidden) return;
      try {
        const [open, live] = await Promise.all([api.lobby("open"), api.lobby("live")]);
        if (!gone) setTables({ open, live });
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
