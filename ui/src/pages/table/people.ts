/** Who is who at a table, and whose turn it is. */
import { skinOf } from "../../games";
import { bySeat, type Calling } from "../../games/calling";
import { t } from "../../i18n";
import type { GameEntry, SeatView, TableView } from "../../net/types";
import { personasOf } from "./personas";

/** What the server calls people who gave no name. */
export const NAMELESS = "Guest";

/** What somebody is called: who gave no name is a guest in the reader's language. */
export const nameOf = (name: string): string => (name === NAMELESS ? t("you.nobody") : name);

/** What everybody is called: those who share a name get numbers, free seats none. */
export function namesOf(seats: readonly Pick<SeatView, "seat" | "name" | "engine">[]): ReadonlyMap<number, string> {
  const personas = personasOf(seats);
  const used = new Set<string>();
  const names = new Map<number, string>();
  // people first: a computer gives way
  for (const { seat, name } of [...seats].sort((a, b) => Number(Boolean(a.engine)) - Number(Boolean(b.engine)))) {
    if (name === null) continue;
    const wanted = personas.get(seat)?.name ?? nameOf(name);
    let free = wanted;
    for (let count = 2; used.has(free); count++) free = `${wanted} ${count}`;
    used.add(free);
    names.set(seat, free);
  }
  return names;
}

export const seatName = (game: GameEntry, now: TableView, seat: number): string =>
  namesOf(now.seats).get(seat) ?? sign(game, now, seat);

/** What the game calls a seat: X, RBY, N. */
export function sign(game: GameEntry, now: TableView, seat: number): string {
  const table = game.tables.find(({ players }) => players === now.seats.length);
  return table?.seats[seat]?.name ?? String(seat);
}

/** The seat that the game calls so; null: none. */
export function seatCalled(game: GameEntry, now: TableView, called: string): number | null {
  return now.seats.find(({ seat }) => sign(game, now, seat) === called)?.seat ?? null;
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

/** The seats as they are listed: one's own, and the others in turn order from there. Of several that
 * are held here one's own is the one that looks; who watches looks from the first. */
export function seating(now: TableView): { readonly mine: SeatView; readonly others: readonly SeatView[] } {
  const { holds, view } = now.you;
  const from = (view !== null && holds.includes(view) ? view : holds[0]) ?? 0;
  const [mine, ...others] = now.seats.map((_, at) => now.seats[(from + at) % now.seats.length]!);
  return { mine: mine!, others };
}

/** Quarter turns, clockwise, that bring one's own side of the board to the bottom. */
export function quarterTurns(game: GameEntry, now: TableView): number {
  const own = now.you.holds[0];
  const side = own === undefined ? null : skinOf(game.name).sideOf(sign(game, now, own));
  return side === null ? 0 : ["south", "east", "north", "west"].indexOf(side);
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

/** Does one person play from here: are sentences said to *you*? */
export const isYou = (now: TableView, seat: number): boolean =>
  now.you.holds.length === 1 && now.you.holds[0] === seat;

/** Seats at this table as its reader calls them. */
export const callingAt = (game: GameEntry, now: TableView): Calling => (called) => {
  const seat = seatCalled(game, now, called);
  if (seat === null) return bySeat(called);
  return isYou(now, seat) ? { facing: "you", seat: called } : { facing: "player", seat: seatName(game, now, seat) };
};
