/** What is known for certain of the position that is looked at. */
import { useEffect, useState } from "preact/hooks";
import { api } from "../../net/api";
import type { KnownValues, PositionRequest } from "../../net/types";

/** Milliseconds that somebody looks at a position before it is looked up. */
const STAY = 400;

/** `key`: another one for every position; null: there is nothing to know. */
export function useKnown(request: PositionRequest, key: string | null): KnownValues | null {
  const [known, setKnown] = useState<KnownValues | null>(null);
  useEffect(() => {
    setKnown(null);
    if (key === null) return undefined;
    const leaving = new AbortController();
    // whoever steps on quickly asks nothing; where nothing is known, or may be told, nothing is shown
    const timer = setTimeout(() => {
      api.values(request, leaving.signal).then(setKnown, () => undefined);
    }, STAY);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [key]);
  return known;
}
