/** The engines at work on a position: they begin when they are told to, and go on until they are told to
 * stop, all is proved, or it has been long enough. */
import { useEffect, useRef, useState } from "preact/hooks";
import { api, ApiError } from "../../net/api";
import type { PositionRequest, Thought } from "../../net/types";

/** Seconds of one question, and how many questions follow one another. */
const SECONDS = 10;
const QUESTIONS = 6;

export interface EngineState {
  readonly on: boolean;
  /** Is it thinking just now? */
  readonly busy: boolean;
  readonly lines: readonly Thought[];
  /** Positions a second. */
  readonly speed: number;
  /** Why it does not think. */
  readonly error: string;
  toggle(): void;
}

/** `key`: another one for every position and every number of lines; null: there is nothing to think about. */
export function useEngine(wanted: PositionRequest, lines: number, key: string | null): EngineState {
  const [on, setOn] = useState(false);
  const [busy, setBusy] = useState(false);
  const [found, setFound] = useState<{ lines: readonly Thought[]; speed: number }>({ lines: [], speed: 0 });
  const [error, setError] = useState("");
  const request = useRef(wanted);
  request.current = wanted;
  useEffect(() => {
    setFound({ lines: [], speed: 0 });
    setError("");
  }, [key]);
  useEffect(() => {
    if (!on || key === null) return undefined;
    const mine = new AbortController();
    const think = async () => {
      for (let question = 0; question < QUESTIONS; question++) {
        const since = performance.now();
        let settled = false;
        for await (const line of api.analysis({ ...request.current, lines, seconds: SECONDS }, mine.signal)) {
          if (mine.signal.aborted) return;
          if (line.kind === "failed") throw new ApiError(0, line.error);
          if (line.kind !== "thoughts") continue;
          const seconds = Math.max(0.05, (performance.now() - since) / 1000);
          setFound({ lines: line.lines, speed: Math.max(...line.lines.map(({ nodes }) => nodes)) / seconds });
          settled = line.lines.every(({ value }) => value.kind === "proven");
        }
        if (settled) return;
      }
    };
    setBusy(true);
    setError("");
    think()
      .catch((refused: unknown) => {
        if (mine.signal.aborted) return;
        if (!(refused instanceof ApiError)) throw refused;
        setError(refused.message);
        setOn(false);
      })
      .finally(() => {
        if (!mine.signal.aborted) setBusy(false);
      });
    return () => {
      mine.abort();
      setBusy(false);
    };
  }, [on, key]);
  return { on, busy, ...found, error, toggle: () => setOn(!on) };
}
