/** How somebody likes to play each game: chosen once, kept on this device. */
import { effect, signal } from "@preact/signals";
import type { GameEntry } from "../net/types";
import type { ClockChoice } from "../pages/tableText";
import { remember, settings } from "./settings";

/** Who has the first move: you, somebody else, or whoever the lot says. */
export const BEGINNERS = ["me", "other", "lot"] as const;
export type Beginner = (typeof BEGINNERS)[number];

/** The clocks that are a touch away; a table with all its choices has any. */
export const CLOCKS: readonly ClockChoice[] = [
  { kind: "none" },
  { kind: "live", base: 180, increment: 2 },
  { kind: "live", base: 600, increment: 5 },
  { kind: "live", base: 1800, increment: 10 },
  { kind: "days", days: 1 },
  { kind: "days", days: 3 },
];

export interface Quick {
  readonly level: number;
  readonly players: number;
  readonly begins: Beginner;
  /** A number in CLOCKS. */
  readonly clock: number;
}

const KEY = "cubarium.quick";
const LEVELS = 8;

type Kept = Readonly<Record<string, Partial<Record<keyof Quick, unknown>>>>;

function read(): Kept {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof found === "object" && found !== null ? (found as Kept) : {};
  } catch {
    return {};
  }
}

const kept = signal<Kept>(read());

const isBetween = (value: unknown, low: number, high: number): value is number =>
  Number.isInteger(value) && (value as number) >= low && (value as number) <= high;

/** What is kept, as far as it makes sense for this game: other pages may have written it. */
export function sane(game: Pick<GameEntry, "players">, found: unknown, level: number): Quick {
  const said = (typeof found === "object" && found !== null ? found : {}) as Partial<Record<keyof Quick, unknown>>;
  return {
    level: isBetween(said.level, 1, LEVELS) ? said.level : level,
    players: game.players.includes(said.players as number) ? (said.players as number) : game.players[0]!,
    begins: BEGINNERS.find((one) => one === said.begins) ?? "me",
    clock: isBetween(said.clock, 0, CLOCKS.length - 1) ? said.clock : 0,
  };
}

/** Where nothing was chosen for this game: two players, you begin, without a clock, at the usual level. */
export const quickOf = (game: GameEntry): Quick => sane(game, kept.value[game.name], settings.value.level);

export function choose(game: GameEntry, change: Partial<Quick>): void {
  kept.value = { ...kept.value, [game.name]: { ...quickOf(game), ...change } };
  if (change.level) remember({ level: change.level }); // the usual level is the one chosen last
}

effect(() => {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept.value));
  } catch {
    // private windows may forbid it: then it is forgotten
  }
});

/** Who sits where, in turn order, if all but you are `other`. */
export function seatsOf({ players, begins }: Pick<Quick, "players" | "begins">, other: string): string[] {
  const others = Array<string>(players - 1).fill(other);
  return begins === "other" ? [...others, "me"] : ["me", ...others];
}
