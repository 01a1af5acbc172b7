/** A line of moves in words: what was done last, whose turn it is, how it ended. */
import { skinOf } from "../../games";
import { t } from "../../i18n";
import type { GameEntry, Position } from "../../net/types";
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

/** What the last move did; empty: there is none, or it can't be told. */
export function lastText(game: GameEntry, players: number, { moves, position, before }: Shown): string {
  const action = moves.at(-1);
  if (action === undefined) return "";
  const mover = position.movers.at(-1) ?? null;
  if (mover === null) return ""; // what chance did is seen on the board
  const name = seatSign(game, players, mover);
  if (action.startsWith("!")) return t(action.endsWith("t") ? "did.timed_out" : "did.resigned", { name });
  const told = skinOf(game.name).moveText({ action, before: before?.scene ?? null, after: position.scene });
  if (!told) return t("study.played", { move: action });
  return t(told.key, { ...told.values, name });
}

/** Whose turn it is, or how it ended. */
export function turnText(game: GameEntry, players: number, { turn, result }: Position): string {
  if (result) {
    const names = result.outcome.winners.map((seat) => seatSign(game, players, seat));
    return resultText(game, names, result.outcome.reason);
  }
  return turn.kind === "move" ? t("turn.wait", { name: seatSign(game, players, turn.seat) }) : t("study.chance");
}
