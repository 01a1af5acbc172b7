/** Who is who at a table. */
import { skinOf } from "../../games";
import { t } from "../../i18n";
import type { GameEntry, TableView } from "../../net/types";

export const seatName = (game: GameEntry, now: TableView, seat: number): string =>
  now.seats[seat]?.name ?? sign(game, now, seat);

/** What the game calls a seat: X, RBY, N. */
export function sign(game: GameEntry, now: TableView, seat: number): string {
  const table = game.tables.find(({ players }) => players === now.seats.length);
  return table?.seats[seat]?.name ?? String(seat);
}

export function teamOf(game: GameEntry, now: TableView, seat: number): number {
  const table = game.tables.find(({ players }) => players === now.seats.length);
  return table?.seats[seat]?.team ?? seat;
}

/** The seats that win together with this one, itself among them. */
export function partnersOf(game: GameEntry, now: TableView, seat: number): number[] {
  const team = teamOf(game, now, seat);
  return now.seats.flatMap((one) => (teamOf(game, now, one.seat) === team ? [one.seat] : []));
}

const SIDES: Readonly<Record<number, readonly string[]>> = {
  2: ["south", "north"],
  3: ["south", "west", "east"],
  4: ["south", "west", "north", "east"],
};

/** Where somebody sits: where the game has the seat, or as seen from one's own seat. */
export function sideOf(game: GameEntry, now: TableView, seat: number): string {
  const count = now.seats.length;
  const from = now.you.holds[0] ?? 0;
  const own = skinOf(game.name).sideOf(sign(game, now, seat));
  return own ?? SIDES[count]?.[(seat - from + count) % count] ?? "south";
}

/** May partners talk among themselves here, and is there one? */
export function confers(game: GameEntry, now: TableView): boolean {
  const mine = now.you.holds[0];
  if (mine === undefined || !now.configuration.conferring) return false;
  return partnersOf(game, now, mine).length > 1;
}

/** The seat that this browser acts for now; null: none. */
export function actingSeat(now: TableView): number | null {
  if (now.status !== "live" || now.turn?.kind !== "move") return null;
  const { seat } = now.turn;
  return now.you.holds.includes(seat) && !now.seats[seat]?.left ? seat : null;
}

/** The seat of this browser whose last move would be taken back; null: there is none. Of several
 * it is the one that moved last before the seat whose turn it is. */
export function undoingSeat(now: TableView): number | null {
  if (now.status !== "live" || now.offers.some(({ what }) => what === "takeback")) return null;
  const can = now.you.holds.filter((seat) => now.undoable.includes(seat));
  const turn = now.turn?.kind === "move" ? now.turn.seat : 0;
  const count = now.seats.length;
  const since = (seat: number) => (turn - seat + count - 1) % count;
  return can.sort((a, b) => since(a) - since(b))[0] ?? null;
}

/** Is everybody at this device: one person against engines, or several who pass it on? */
export const alone = (now: TableView): boolean =>
  now.you.holds.length > 0 &&
  now.seats.every(({ seat, engine }) => engine || now.you.holds.includes(seat));

export function turnText(game: GameEntry, now: TableView): string {
  if (now.status === "open") return t("home.waiting");
  if (now.turn?.kind === "draw") return t("turn.chance");
  if (now.turn?.kind !== "move") return "";
  const { seat } = now.turn;
  const name = seatName(game, now, seat);
  if (now.seats[seat]?.engine) return t("turn.thinking", { name });
  const setup = now.scene && skinOf(game.name).setupText(now.scene);
  if (setup && now.you.holds.includes(seat)) return setup;
  if (now.you.holds.length === 1 && actingSeat(now) === seat) return t("turn.yours");
  return t("turn.of", { name });
}

export function endText(game: GameEntry, now: TableView): string {
  if (now.status === "aborted") return t("end.aborted");
  const winners = now.outcome?.winners ?? [];
  if (!winners.length || winners.length === now.seats.length) return t("end.draw");
  const mine = now.you.holds.filter((seat) => winners.includes(seat));
  if (mine.length && now.you.holds.length === mine.length) return t("end.you-won");
  const names = winners.map((seat) => seatName(game, now, seat)).join(" & ");
  return t("end.won", { names });
}

export function reasonText(game: GameEntry, ends: Readonly<Record<string, string>>, now: TableView): string {
  const reason = now.outcome?.reason;
  if (!reason) return "";
  const text = game.sentences[reason] ?? ends[reason] ?? reason;
  return text.charAt(0).toUpperCase() + text.slice(1);
}
