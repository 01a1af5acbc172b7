/** The engines at work on a position: they begin when they are told to, and go on until they are told to
 * stop, all is proved, or it has been long enough. What they have found is kept for whoever comes back. */
import { useEffect, useRef, useState } from "preact/hooks";
import { api, ApiError } from "../../net/api";
import type { PositionRequest, Thought } from "../../net/types";

/** Seconds that they think at first. Whoever wants more gets twice as long, up to what the server allows. */
const SECONDS = 60;
const MOST_SECONDS = 300;

interface Found {
  readonly lines: readonly Thought[];
  /** Positions a second. */
  readonly speed: number;
  /** How long they thought when they were last left in peace; 0: they never were. */
  readonly seconds: number;
  /** Have they stopped by themselves? */
  readonly rests: boolean;
}

export interface EngineState extends Found {
  readonly on: boolean;
  /** Is all proved? */
  readonly settled: boolean;
  /** Why it does not think. */
  readonly error: string;
  toggle(): void;
  /** Think on where it has stopped by itself. */
  goOn(): void;
}

const NOTHING: Found = { lines: [], speed: 0, seconds: 0, rests: false };

export const isSettled = (lines: readonly Thought[]): boolean =>
  lines.length > 0 && lines.every(({ value }) => value.kind === "proven");

/** Is less known here than there? A new search begins at the bottom again. */
export function isShallower(lines: readonly Thought[], known: readonly Thought[]): boolean {
  const [one, other] = [lines[0], known[0]];
  if (!one || !other) return !one && Boolean(other);
  if (isSettled(lines) !== isSettled(known)) return isSettled(known);
  return one.depth === other.depth ? one.nodes < other.nodes : one.depth < other.depth;
}

/** `key`: another one for every position and every number of lines; null: there is nothing to think about. */
export function useEngine(wanted: PositionRequest, lines: number, key: string | null): EngineState {
  const [on, setOn] = useState(false);
  const [found, setFound] = useState(NOTHING);
  const [calls, setCalls] = useState(0);
  const [error, setError] = useState("");
  const known = useRef(new Map<string, Found>());
  const request = useRef(wanted);
  request.current = wanted;
  useEffect(() => {
    setFound((key !== null && known.current.get(key)) || NOTHING);
    setError("");
  }, [key]);
  useEffect(() => {
    if (!on || key === null) return undefined;
    const before = known.current.get(key) ?? NOTHING;
    if (before.rests || isSettled(before.lines)) return undefined;
    const mine = new AbortController();
    const keep = (change: Partial<Found>) => {
      const now = { ...(known.current.get(key) ?? NOTHING), ...change };
      known.current.set(key, now);
      setFound(now);
    };
    const think = async () => {
      const seconds = before.seconds ? Math.min(2 * before.seconds, MOST_SECONDS) : SECONDS;
      const since = performance.now();
      for await (const line of api.analysis({ ...request.current, lines, seconds }, mine.signal)) {
        if (mine.signal.aborted) return;
        if (line.kind === "failed") throw new ApiError(0, line.error);
        if (line.kind !== "thoughts" || isShallower(line.lines, before.lines)) continue;
        const passed = Math.max(0.05, (performance.now() - since) / 1000);
        keep({ lines: line.lines, speed: Math.max(...line.lines.map(({ nodes }) => nodes)) / passed });
      }
      const cutShort = performance.now() - since < 800 * seconds; // others waited, or the connection is gone
      keep({ ...(cutShort ? {} : { seconds }), rests: true });
    };
    setError("");
    think().catch((refused: unknown) => {
      if (mine.signal.aborted) return;
      if (!(refused instanceof ApiError)) throw refused;
      setError(refused.message);
      setOn(false);
    });
    return () => mine.abort();
  }, [on, key, calls]);
  const wake = () => {
    if (key !== null) known.current.set(key, { ...found, rests: false });
    setFound({ ...found, rests: false });
    setCalls(calls + 1);
  };
  return {
    on,
    ...found,
    settled: isSettled(found.lines),
    error,
    toggle: () => {
      if (!on) wake();
      setOn(!on);
    },
    goOn: wake,
  };
}
