/** A try at an exercise: the server plays what others do, and says what has been reached. */
import { useEffect, useRef, useState } from "preact/hooks";
import { api, ApiError } from "../../net/api";
import type { TryResult, Exercise } from "../../net/types";
import { type Line, useLine } from "../study/useLine";
import { markDone } from "./progress";

/** Milliseconds between two acts of others. */
const PAUSE = 500;

export interface Trying {
  readonly line: Line;
  readonly verdict: TryResult["verdict"];
  /** What was learnt, or what went wrong. */
  readonly sentence: string;
  /** The next move on the way to the goal; null: it is not known. */
  readonly next: string | null;
  /** Are others still acting? */
  readonly busy: boolean;
  play(move: string): Promise<string>;
  again(): void;
}

export function useExercise(game: string, exercise: Exercise): Trying {
  const { players, options, position, seat } = exercise;
  const line = useLine({ game, players, options, start: position, seat });
  const [moves, setMoves] = useState<readonly string[]>([]);
  const [found, setFound] = useState<TryResult | null>(null);
  const [busy, setBusy] = useState(false);
  const run = useRef(0);
  useEffect(() => {
    const mine = ++run.current;
    void api.attempt(game, exercise.name, []).then(
      (first) => mine === run.current && setFound(first),
      () => undefined, // then there is no arrow; the hint in words is there all the same
    );
    return () => {
      run.current++;
    };
  }, []);
  const play = async (move: string): Promise<string> => {
    const mine = ++run.current;
    try {
      const tried = await api.attempt(game, exercise.name, [...moves, move]);
      setBusy(true);
      // one act after another, so that each is seen
      const shown = line.shown?.moves.length ?? 0;
      for (let at = shown + 1; at <= tried.acts.length && mine === run.current; at++) {
        if (at > shown + 1) await new Promise((resolve) => setTimeout(resolve, PAUSE));
        await line.show(tried.acts.slice(0, at));
      }
      if (mine !== run.current) return "";
      setMoves([...moves, move]);
      setFound(tried);
      if (tried.reply) {
        await new Promise((resolve) => setTimeout(resolve, 2 * PAUSE));
        if (mine === run.current) await line.show([...tried.acts, tried.reply]);
      }
      if (tried.verdict === "done") markDone(game, exercise.name);
      return "";
    } catch (refused) {
      if (!(refused instanceof ApiError)) throw refused;
      return refused.message;
    } finally {
      setBusy(false);
    }
  };
  const again = () => {
    run.current++;
    setMoves([]);
    setFound(null);
    void line.show([]);
    void api.attempt(game, exercise.name, []).then(setFound, () => undefined);
  };
  return {
    line,
    verdict: found?.verdict ?? "goes_on",
    sentence: found?.sentence ?? "",
    next: found?.next ?? null,
    busy,
    play,
    again,
  };
}
