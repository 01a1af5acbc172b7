/** A line of moves from a position, outside any table: the server is told all of it and says what there
 * is to see and to do. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Told } from "../../board/board";
import { api, ApiError } from "../../net/api";
import type { Position, PositionRequest } from "../../net/types";

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

export interface Shown {
  /** Another one for every board. */
  readonly number: number;
  readonly moves: readonly string[];
  readonly position: Position;
  /** The board before the last move, if it has been shown. */
  readonly before: Position | null;
  readonly motion: Told | null;
}

export interface Line {
  readonly origin: Origin;
  readonly shown: Shown | null;
  /** Why nothing is shown. */
  readonly error: string;
  /** Play a move after those that are shown; says why it can't be played, or nothing. */
  play(move: string): Promise<string>;
  /** Show the board after these moves; says why it can't be shown, or nothing. */
  show(moves: readonly string[]): Promise<string>;
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

/** `moves`: those that are shown at first. A new `origin` begins a new line. */
export function useLine(origin: Origin, moves: readonly string[] = []): Line {
  const [shown, setShown] = useState<Shown | null>(null);
  const [error, setError] = useState("");
  const latest = useRef<Shown | null>(null);
  const asked = useRef(0);
  const show = async (wanted: readonly string[]): Promise<string> => {
    const mine = ++asked.current;
    try {
      const position = { ...UNTOLD, ...(await api.position(requestOf(origin, wanted))) };
      if (mine !== asked.current) return "";
      const old = latest.current;
      const next = old !== null && goesOn(wanted, old.moves);
      const number = (old?.number ?? 0) + 1;
      latest.current = {
        number,
        moves: wanted,
        position,
        before: next ? old.position : null,
        motion: next && position.steps.length ? { phases: position.steps, lead: 0, number } : null,
      };
      setShown(latest.current);
      setError("");
      return "";
    } catch (refused) {
      if (!(refused instanceof ApiError)) throw refused;
      return refused.message;
    }
  };
  const key = JSON.stringify([origin, moves]);
  useEffect(() => {
    const number = latest.current?.number ?? 0;
    latest.current = null;
    setShown(null);
    void show(moves).then(setError);
    return () => {
      asked.current += number + 1; // what is still on its way belongs to another line
    };
  }, [key]);
  return { origin, shown, error, show, play: (move) => show([...(latest.current?.moves ?? []), move]) };
}
