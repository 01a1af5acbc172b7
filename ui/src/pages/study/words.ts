/** A line of moves in words: what was done last, whose turn it is, how it ended. */
import { skinOf } from "../../games";
import { t } from "../../i18n";
import type { GameEntry, Outcome, Position } from "../../net/types";
import { resultText } from "../table/endings";
import type { Shown } from "./useLine";

/** What the game calls a seat: X, RBY, N. */
export const seatSign = (game: GameEntry, players: number, seat: number): string =>
  game.tables.find((table) => table.players === players)?.seats[seat]?.name ?? String(seat + 1);

/** The seats that win together with this one, itself among them. */
export function sideOf(game: GameEntry, players: number, seat: number): number[] {
  const seats = game.tables.find((table) => table.players === players)?.seats ?? [];
  const team = seats[seat]?.team;
  const side = seats.filter((one) => one.team === team).map((one) => one.seat);
  return side.length ? side : [seat];
}

export const signsOf = (game: GameEntry, players: number): readonly string[] =>
  Array.from({ length: players }, (_, seat) => seatSign(game, players, seat));

/** What the last move did; empty: there is none, or it can't be told. */
export function lastText(game: GameEntry, called: readonly string[], { moves, recent }: Shown): string {
  const { moveText } = skinOf(game.name);
  const mover = recent[0]?.before.turn; // what chance does, it does to whoever has moved
  for (const { action, before, after } of recent.toReversed()) {
    const told = moveText({ action, before: before.scene, after: after.scene });
    if (told && mover?.kind === "move") return t(told.key, { ...told.values, name: called[mover.seat] ?? "" });
  }
  const action = moves.findLast((act) => !act.startsWith("="));
  if (action === undefined) return "";
  const [, seat, late] = /^!(\d)(t?)$/.exec(action) ?? [];
  if (!seat) return t("study.played", { move: action });
  const names = called[Number(seat)] ?? "";
  return late ? t("end.they.time_out", { names }) : t("end.they.resignation", { names });
}

/** Whose turn it is, or how it ended; `ended`: how the game ended that was played to here. */
export function turnText(game: GameEntry, called: readonly string[], { turn, result }: Position, ended: Outcome | null = null): string {
  const end = result?.outcome ?? ended;
  if (end) return resultText(game, end.winners.map((seat) => called[seat] ?? ""), end.reason);
  return turn.kind === "move" ? t("turn.wait", { name: called[turn.seat] ?? "" }) : t("study.chance");
}
