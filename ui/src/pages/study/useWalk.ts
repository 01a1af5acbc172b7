/** Walking through a game: which board is shown, and one other line that was tried from there. */
import { useRef, useState } from "preact/hooks";
import { begins, stopsOf } from "./acts";
import { type Line, type Origin, useLine } from "./useLine";

/** Acts that were not made in the game, and how many of its acts came before them. */
export interface Tried {
  readonly from: number;
  readonly acts: readonly string[];
}

interface Place {
  readonly at: number;
  readonly variation: readonly string[];
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
  /** Is the board shown that is wanted? Nothing can be played on one that is passed on the way. */
  readonly arrived: boolean;
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

/** `grows`: what is played at the end of the game belongs to it. */
export function useWalk(origin: Origin, game: readonly string[], grows = false): Walk {
  const line = useLine(origin, game);
  const [acts, setActs] = useState(game);
  const [place, setPlace] = useState<Place>({ at: game.length, variation: [] });
  const [tried, setTried] = useState<Tried | null>(null);
  const [error, setError] = useState("");
  const reached = useRef(place);
  const playing = useRef(false);
  const { at, variation } = place;
  const put = (to: Place) => {
    reached.current = to;
    setPlace(to);
  };
  const actsTo = (to: Place) => [...acts.slice(0, to.at), ...to.variation];
  const go = async (to: Place, how: Line["show"] = line.show) => {
    setPlace(to);
    const refusal = await how(actsTo(to));
    if (refusal === null) return;
    setError(refusal);
    put(refusal ? reached.current : to);
  };
  const look = (to: number) => void go({ at: Math.max(0, Math.min(acts.length, to)), variation: [] });
  const other = tried?.acts ?? [];
  const stops = stopsOf(acts);
  const back = () => at > 0 && look(stops.findLast((stop) => stop < at) ?? 0);
  const forth = () => {
    const to = stops.find((stop) => stop > at);
    if (to !== undefined) void go({ at: to, variation: [] }, line.follow);
  };
  const stepAside = (by: 1 | -1) => {
    const count = variation.length + by;
    if (count <= other.length) void go({ at, variation: other.slice(0, count) });
  };
  const wanted = actsTo(place);
  const shown = line.shown?.moves;
  return {
    line,
    acts,
    at,
    variation,
    tried,
    error,
    arrived: playing.current || (shown?.length === wanted.length && begins(wanted, shown)),
    look,
    step: (by) => (variation.length ? stepAside(by) : by < 0 ? back() : forth()),
    end: () => (variation.length ? void go({ at, variation: other }) : look(acts.length)),
    vary: (from, line, count = line.length) => {
      setTried({ from, acts: line });
      void go({ at: from, variation: line.slice(0, count) });
    },
    play: async (...played) => {
      playing.current = true;
      const refusal = await line.show([...wanted, ...played]);
      playing.current = false;
      if (refusal !== "") return refusal ?? "";
      setError("");
      const longer = [...variation, ...played];
      const isGame = !variation.length && begins(acts.slice(at), played);
      if (isGame || (grows && !variation.length && at === acts.length)) {
        if (!isGame) setActs([...acts, ...played]);
        put({ at: at + played.length, variation: [] });
        return "";
      }
      if (tried?.from !== at || !begins(tried.acts, longer)) setTried({ from: at, acts: longer });
      put({ at, variation: longer });
      return "";
    },
  };
}
