/** Walking through a game: which board is shown, and one other line that was tried from there. */
import { useState } from "preact/hooks";
import { type Line, type Origin, useLine } from "./useLine";

/** Acts that were not made in the game, and how many of its acts came before them. */
export interface Tried {
  readonly from: number;
  readonly acts: readonly string[];
}

export interface Walk {
  readonly line: Line;
  /** The acts of the game. */
  readonly acts: readonly string[];
  /** How many of them led to the board that is shown, or to where the other line leaves the game. */
  readonly at: number;
  /** The acts after that which were not made in the game. */
  readonly variation: readonly string[];
  /** The other line, as far as it was tried. */
  readonly tried: Tried | null;
  /** Why the board that was wanted last is not shown. */
  readonly error: string;
  look(at: number): void;
  /** To the next stop, or to the one before; in the other line from act to act. */
  step(by: 1 | -1): void;
  /** The last board of the game, or of the other line if that is shown. */
  end(): void;
  /** Show so many acts of another line; usually all. */
  vary(from: number, acts: readonly string[], shown?: number): void;
  /** Make moves from what is shown; says why they can't be made, or nothing. */
  play(...acts: string[]): Promise<string>;
}

/** Does a line begin with these acts? */
export const begins = (all: readonly string[], acts: readonly string[]): boolean => acts.every((act, at) => all[at] === act);

/** Where a walk stops: before the first move, and after each with all that chance does then. */
export const stopsOf = (acts: readonly string[]): readonly number[] => [
  ...acts.flatMap((act, at) => (/^[=!]/.test(act) ? [] : [at])),
  acts.length,
];

/** `grows`: what is played at the end of the game belongs to it. */
export function useWalk(origin: Origin, game: readonly string[], grows = false): Walk {
  const line = useLine(origin, game);
  const [acts, setActs] = useState(game);
  const [place, setPlace] = useState<{ at: number; variation: readonly string[] }>({ at: game.length, variation: [] });
  const [tried, setTried] = useState<Tried | null>(null);
  const [error, setError] = useState("");
  const { at, variation } = place;
  const show = (to: number, other: readonly string[]) => {
    setPlace({ at: to, variation: other });
    void line.show([...acts.slice(0, to), ...other]).then(setError);
  };
  const look = (to: number) => show(Math.max(0, Math.min(acts.length, to)), []);
  const other = tried?.acts ?? [];
  const stops = stopsOf(acts);
  const back = () => look(stops.findLast((stop) => stop < at) ?? 0);
  const forth = () => {
    const to = stops.find((stop) => stop > at) ?? acts.length;
    setPlace({ at: to, variation: [] });
    void line.follow(acts.slice(0, to)).then(setError);
  };
  return {
    line,
    acts,
    at,
    variation,
    tried,
    error,
    look,
    step: (by) => (variation.length ? show(at, other.slice(0, variation.length + by)) : by < 0 ? back() : forth()),
    end: () => (variation.length ? show(at, other) : look(acts.length)),
    vary: (from, wanted, shown = wanted.length) => {
      setTried({ from, acts: wanted });
      show(from, wanted.slice(0, shown));
    },
    play: async (...played) => {
      const refusal = await line.show([...acts.slice(0, at), ...variation, ...played]);
      if (refusal) return refusal;
      setError("");
      const longer = [...variation, ...played];
      const isGame = !variation.length && begins(acts.slice(at), played);
      if (isGame || (grows && !variation.length && at === acts.length)) {
        if (!isGame) setActs([...acts, ...played]);
        setPlace({ at: at + played.length, variation: [] });
        return "";
      }
      if (tried?.from !== at || !begins(tried.acts, longer)) setTried({ from: at, acts: longer });
      setPlace({ at, variation: longer });
      return "";
    },
  };
}
