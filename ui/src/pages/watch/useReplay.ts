/** A recorded game that is played move by move: what chance does is seen as a part of the move before it. */
import { useEffect, useRef, useState } from "preact/hooks";
import { skinOf } from "../../games";
import { t } from "../../i18n";
import type { GameEntry, GameRecord } from "../../net/types";
import { type Line, type Shown, useLine } from "../study/useLine";
import { resultText } from "../table/endings";
import { type Player, stopsOf, winnerNames } from "./great";

/** Milliseconds between a move and what chance does about it. */
const BEAT = 400;

export interface Replaying {
  readonly line: Line;
  /** How many moves have been made, and how many there are. */
  readonly at: number;
  readonly all: number;
  /** How many acts have led to the board that is shown. */
  readonly acts: number;
  /** What happened last, and what comes next. */
  readonly said: string;
  readonly playing: boolean;
  look(at: number): void;
  play(): void;
}

export function useReplay(record: GameRecord, game: GameEntry, players: readonly Player[], pace: number): Replaying {
  const texts = record.acts.map(({ text }) => text);
  const stops = stopsOf(record);
  const all = stops.length - 1;
  const [origin] = useState({ game: record.game, players: record.players, options: record.options, start: record.start });
  const line = useLine(origin, texts.slice(0, stops[0]));
  const [playing, setPlaying] = useState(false);
  const run = useRef(0);
  /** What each act did, in words, as far as it has been seen. */
  const told = useRef(new Map<number, string>());
  const { shown } = line;
  const acts = shown?.moves.length ?? stops[0]!;
  const at = stops.slice(0, -1).filter((stop) => stop < acts).length;
  if (shown?.before) told.current.set(acts, actText(record, game, players, shown));
  const walk = async (to: number) => {
    const mine = ++run.current;
    const target = stops[to];
    if (target === undefined || target === acts) return;
    if (to === at + 1)
      for (let each = acts + 1; each < target; each++) {
        await line.show(texts.slice(0, each));
        await new Promise((resolve) => setTimeout(resolve, BEAT));
        if (mine !== run.current) return;
      }
    await line.show(texts.slice(0, target));
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
  const since = stops[at - 1] ?? acts;
  const happened = texts.slice(since, acts).map((_, index) => told.current.get(since + index + 1) ?? "");
  return {
    line,
    at,
    all,
    acts,
    said: shown ? [...happened, turnText(game, players, shown)].filter(Boolean).join(" ") : "",
    playing,
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

/** What the last act did; empty: it is not worth telling. */
function actText({ acts }: GameRecord, game: GameEntry, players: readonly Player[], { moves, before, position }: Shown): string {
  const at = moves.length - 1;
  const action = moves[at]!;
  // what chance does, it does to whoever has moved
  const seat = acts.slice(0, at + 1).findLast((act) => act.seat !== null)?.seat ?? null;
  const told = skinOf(game.name).moveText({ action, before: before?.scene ?? null, after: position.scene });
  return told && seat !== null ? t(told.key, { ...told.values, name: players[seat]!.name }) : "";
}

function turnText(game: GameEntry, players: readonly Player[], { position: { turn, result } }: Shown): string {
  if (result) return resultText(game, winnerNames(players, result.outcome.winners), result.outcome.reason);
  return turn.kind === "move" ? t("turn.wait", { name: players[turn.seat]!.name }) : "";
}
