/** A line of moves from a position, outside any table: the server is told all of it and says what there
 * is to see and to do. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Told } from "../../board/board";
import { phaseTime } from "../../board/times";
import { api, ApiError } from "../../net/api";
import type { Position, PositionRequest } from "../../net/types";
import { isChance } from "./acts";

/** Where a line begins. */
export interface Origin {
  readonly game: string;
  readonly players: number;
  readonly options: Readonly<Record<string, string>>;
  /** A position; null: the usual start. */
  readonly start: string | null;
  /** Through whose eyes it is seen, where there are secrets; null: those of whoever moves. */
  readonly seat?: number | null;
}

/** One act, and the boards around it. */
export interface Acted {
  readonly action: string;
  readonly before: Position;
  readonly after: Position;
}

export interface Shown {
  /** Another one for every board. */
  readonly number: number;
  readonly moves: readonly string[];
  readonly position: Position;
  /** The last move and what chance did after it, as far as they have been shown one after another. */
  readonly recent: readonly Acted[];
  readonly motion: Told | null;
}

/** What a board needs. */
export interface LineBoard {
  readonly origin: Origin;
  readonly shown: Shown | null;
  /** Why nothing is shown. */
  readonly error: string;
  /** Play a move after those that are shown; says why it can't be played, or nothing. */
  play(move: string): Promise<string>;
}

export interface Line extends LineBoard {
  /** Show the board after these moves; says why it can't be shown, or nothing; null: something else was
   * asked for meanwhile. */
  show(moves: readonly string[]): Promise<string | null>;
  /** The same, with all boards on the way from what is shown, each for as long as its motion takes. */
  follow(moves: readonly string[]): Promise<string | null>;
}

export const requestOf = ({ game, players, options, start, seat = null }: Origin, moves: readonly string[]): PositionRequest => ({
  game,
  players,
  options: { ...options },
  position: start,
  moves: [...moves],
  seat,
});

/** What a server of the version before does not tell: it may answer while a site is upgraded. */
const UNTOLD: Partial<Position> = { cards: {}, movers: [] };

const goesOn = (longer: readonly string[], shorter: readonly string[]): boolean =>
  longer.length === shorter.length + 1 && shorter.every((move, at) => longer[at] === move);

function recentOf(old: Shown, moves: readonly string[], position: Position): readonly Acted[] {
  const action = moves.at(-1)!;
  const acted = { action, before: old.position, after: position };
  return isChance(action) ? [...old.recent, acted] : [acted];
}

/** Milliseconds for which a board on the way is seen at least. */
const BEAT = 400;

const wait = (time: number) => new Promise((resolve) => setTimeout(resolve, time));

/** `moves`: those that are shown at first. A new `origin` begins a new line. */
export function useLine(origin: Origin, moves: readonly string[] = []): Line {
  const [shown, setShown] = useState<Shown | null>(null);
  const [error, setError] = useState("");
  const latest = useRef<Shown | null>(null);
  const asked = useRef(0);
  const show = async (wanted: readonly string[]): Promise<string | null> => {
    const mine = ++asked.current;
    try {
      const position = { ...UNTOLD, ...(await api.position(requestOf(origin, wanted))) };
      if (mine !== asked.current) return null;
      const old = latest.current;
      const next = old !== null && goesOn(wanted, old.moves);
      const number = (old?.number ?? 0) + 1;
      latest.current = {
        number,
        moves: wanted,
        position,
        recent: next ? recentOf(old, wanted, position) : [],
        motion: next && position.steps.length ? { phases: position.steps, lead: 0, number } : null,
      };
      setShown(latest.current);
      setError("");
      return "";
    } catch (refused) {
      if (!(refused instanceof ApiError)) throw refused;
      return mine === asked.current ? refused.message : null;
    }
  };
  const follow = async (wanted: readonly string[]): Promise<string | null> => {
    for (let count = (latest.current?.moves.length ?? 0) + 1; count < wanted.length; count++) {
      const refusal = await show(wanted.slice(0, count));
      const mine = asked.current;
      const motion = latest.current?.motion?.phases ?? [];
      if (refusal !== "") return refusal;
      await wait(Math.max(BEAT, motion.reduce((sum, phase) => sum + phaseTime(phase), 0)));
      if (mine !== asked.current) return null;
    }
    return show(wanted);
  };
  const play = async (move: string) => (await show([...(latest.current?.moves ?? []), move])) ?? "";
  const key = JSON.stringify([origin, moves]);
  useEffect(() => {
    const number = latest.current?.number ?? 0;
    latest.current = null;
    setShown(null);
    void show(moves).then((refusal) => setError(refusal ?? ""));
    return () => {
      asked.current += number + 1; // what is still on its way belongs to another line
    };
  }, [key]);
  return { origin, shown, error, show, follow, play };
}
