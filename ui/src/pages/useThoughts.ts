/** The best moves of a position, asked for when somebody wants them, ever better known. */
import { useEffect, useRef, useState } from "preact/hooks";
import { api, ApiError } from "../net/api";
import type { PositionRequest, Thought } from "../net/types";

/** Seconds that the engines get. */
const SECONDS = 3;

interface Thoughts {
  readonly lines: readonly Thought[];
  readonly busy: boolean;
  /** Why there are none. */
  readonly error: string;
  ask(): void;
}

/** `key`: another one for every position. */
export function useThoughts(position: PositionRequest, key: string): Thoughts {
  const [lines, setLines] = useState<readonly Thought[]>([]);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState("");
  const asking = useRef<AbortController | null>(null);
  useEffect(() => {
    setLines([]);
    setError("");
    setBusy(false);
    return () => asking.current?.abort();
  }, [key]);
  const ask = async () => {
    const mine = new AbortController();
    asking.current = mine;
    setBusy(true);
    setError("");
    try {
      for await (const line of api.analysis({ ...position, seconds: SECONDS }, mine.signal)) {
        if (mine.signal.aborted) return;
        if (line.kind === "thoughts") setLines(line.lines);
        if (line.kind === "failed") setError(line.error.message);
      }
    } catch (refused) {
      if (mine.signal.aborted) return;
      if (!(refused instanceof ApiError)) throw refused;
      setError(refused.message);
    }
    if (!mine.signal.aborted) setBusy(false);
  };
  return { lines, busy, error, ask: () => void ask() };
}
