/** A line of moves in words: what was done last, whose turn it is, how it ended. */
import { skinOf } from "../../games";
import { bySeat, type Calling } from "../../games/calling";
import { t } from "../../i18n";
import type { GameEntry, Outcome, Position, Scene } from "../../net/types";
import { resultText } from "../table/endings";
import { isLeaving } from "./acts";
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

/** Seats as they are called where people have played: by their names; `own`: the reader's. */
export const callingBy = (game: GameEntry, names: readonly string[], own: number | null = null): Calling => {
  const signs = signsOf(game, names.length);
  return (called) => {
    const seat = signs.indexOf(called);
    if (seat < 0) return bySeat(called);
    return seat === own ? { facing: "you", seat: called } : { facing: "player", seat: names[seat]! };
  };
};

export const signsOf = (game: GameEntry, players: number): readonly string[] =>
  Array.from({ length: players }, (_, seat) => seatSign(game, players, seat));

/** What the last move did, or chance after it; empty: there is none. */
export function lastText(game: GameEntry, called: readonly string[], calling: Calling, { moves, position, recent }: Shown): string {
  const from = position.movers.findLastIndex((mover) => mover !== null);
  const mover = position.movers[from] ?? null;
  const move = moves[from];
  if (mover === null || move === undefined) return "";
  const name = called[mover] ?? "";
  if (isLeaving(move)) return t(move.endsWith("t") ? "did.timed_out" : "did.resigned", { name });
  for (let at = moves.length - 1; at >= from; at--) {
    const seen = recent[recent.length - moves.length + at];
    const boards = { before: seen?.before.scene ?? null, after: (seen?.after ?? position).scene };
    const told = skinOf(game.name).moveText({ action: moves[at]!, ...boards }, calling);
    if (told) return t(told.key, { ...told.values, name });
  }
  return position.turn.kind === "draw" ? "" : t("study.played", { move }); // what chance brings tells more
}

/** Whose turn it is, or how it ended; empty: chance decides. `ended`: how the game ended that was played to here. */
export function turnText(game: GameEntry, called: readonly string[], { turn, result, scene, movers }: Position, ended: Outcome | null = null): string {
  const end = result?.outcome ?? ended;
  if (end) return outcomeSentence(game, called, end, scene, movers);
  return turn.kind === "move" ? t("turn.wait", { name: called[turn.seat] ?? "" }) : "";
}

/** Who won, and how: by what is seen on the last board, where the end is made of pieces. */
export function outcomeSentence(
  game: GameEntry,
  called: readonly string[],
  { winners, reason }: Outcome,
  last: Scene | null,
  movers: readonly (number | null)[],
): string {
  const names = winners.map((seat) => called[seat] ?? "");
  const what = last && skinOf(game.name).winText(last);
  const maker = movers.findLast((mover) => mover !== null) ?? null;
  return resultText(game, names, reason, what, maker === null ? "" : (called[maker] ?? ""));
}
