/** A recorded game that is played move by move: what chance does is seen as a part of the move before it. */
import { useEffect, useState } from "preact/hooks";
import type { GameRecord } from "../../net/types";
import { stopsOf } from "../study/acts";
import { type Line, useLine } from "../study/useLine";

export interface Replaying {
  readonly line: Line;
  /** How many moves have been made, and how many there are. */
  readonly at: number;
  readonly all: number;
  /** How many acts have led to the board that is shown. */
  readonly acts: number;
  readonly playing: boolean;
  /** Why it does not go on. */
  readonly error: string;
  look(at: number): void;
  play(): void;
}

export function useReplay(record: GameRecord, pace: number): Replaying {
  const texts = record.acts.map(({ text }) => text);
  const stops = stopsOf(texts);
  const all = stops.length - 1;
  const [origin] = useState({ game: record.game, players: record.players, options: record.options, start: record.start });
  const line = useLine(origin, texts.slice(0, stops[0]));
  const [playing, setPlaying] = useState(false);
  const [error, setError] = useState("");
  const acts = line.shown?.moves.length ?? stops[0]!;
  const at = stops.slice(0, -1).filter((stop) => stop < acts).length;
  const walk = async (to: number) => {
    const target = stops[to];
    if (target === undefined || target === acts) return;
    const moves = texts.slice(0, target);
    const refusal = await (to === at + 1 ? line.follow(moves) : line.show(moves));
    if (refusal === null) return;
    setError(refusal);
    if (refusal) setPlaying(false);
  };
  useEffect(() => {
    if (!playing || acts !== stops[at]) return undefined;
    if (at === all) {
      setPlaying(false);
      return undefined;
    }
    const timer = setTimeout(() => void walk(at + 1), pace);
    return () => clearTimeout(timer);
  }, [playing, acts, pace]);
  return {
    line,
    at,
    all,
    acts,
    playing,
    error,
    look: (to) => {
      setPlaying(false);
      void walk(to);
    },
    play: () => {
      if (playing) setPlaying(false);
      else if (at < all) setPlaying(true);
      else void walk(0).then(() => setPlaying(true));
    },
  };
}
