/** What somebody has solved, how well, and how many days in a row: kept on this device alone. */
import { effect, signal } from "@preact/signals";
import { NEWCOMER, rated, type Rating } from "./glicko";

export interface Solving {
  /** By `game/name`: solved at the first try, or only later. */
  readonly done: Readonly<Record<string, "first" | "later" | "failed">>;
  /** By game. */
  readonly ratings: Readonly<Record<string, Rating>>;
  /** By game: the last day whose puzzle was solved, and how many in a row. */
  readonly days: Readonly<Record<string, { readonly day: number; readonly streak: number }>>;
}

const KEY = "cubarium.puzzles";
const NOTHING: Solving = { done: {}, ratings: {}, days: {} };
/** How sure the rating of a puzzle is. */
const DEVIATION = 80;
const DAY = 86_400_000;

const isRecord = (found: unknown): found is Record<string, unknown> => typeof found === "object" && found !== null;
const isNumber = (found: unknown): found is number => typeof found === "number" && Number.isFinite(found);

const kept = <T>(found: unknown, fits: (one: unknown) => one is T): Record<string, T> =>
  Object.fromEntries(Object.entries(isRecord(found) ? found : {}).filter((entry): entry is [string, T] => fits(entry[1])));

/** What is kept, as far as it makes sense: other pages may have written it. */
export function sane(found: unknown): Solving {
  if (!isRecord(found)) return NOTHING;
  return {
    done: kept(found["done"], (one): one is "first" | "later" | "failed" => ["first", "later", "failed"].includes(one as string)),
    ratings: kept(
      found["ratings"],
      (one): one is Rating => isRecord(one) && isNumber(one["rating"]) && isNumber(one["deviation"]) && isNumber(one["volatility"]),
    ),
    days: kept(found["days"], (one): one is Solving["days"][string] => isRecord(one) && isNumber(one["day"]) && isNumber(one["streak"])),
  };
}

function read(): Solving {
  try {
    return sane(JSON.parse(localStorage.getItem(KEY) ?? "{}"));
  } catch {
    return NOTHING;
  }
}

export const solving = signal<Solving>(read());

effect(() => {
  try {
    localStorage.setItem(KEY, JSON.stringify(solving.value));
  } catch {
    // private windows may forbid it: then it is forgotten
  }
});

/** Days since 1970 where this device is. */
export const today = (now = new Date()): number =>
  Math.floor((now.getTime() - now.getTimezoneOffset() * 60_000) / DAY);

/** Which of so many puzzles a day has: neighbours in time are none in the list. */
export const daily = (day: number, count: number): number => (count ? (Math.imul(day, 0x9e3779b1) >>> 0) % count : 0);

export const ratingOf = (game: string): Rating => solving.value.ratings[game] ?? NEWCOMER;

export interface Tried {
  readonly game: string;
  readonly name: string;
  /** What the puzzle counts as; null: it is not rated. */
  readonly rating: number | null;
  /** Is it the puzzle of the day? */
  readonly daily: boolean;
}

/** A puzzle is solved, or given up. Only the first try at it counts for the rating: says by how much that
 * has changed, as it is shown. */
export function note({ game, name, rating, daily: isDaily }: Tried, outcome: "first" | "later" | "failed", day = today()): number {
  const { done, ratings, days } = solving.value;
  const key = `${game}/${name}`;
  const known = done[key];
  const better = known === "first" || (known === "later" && outcome !== "first") ? known : known && outcome === "first" ? "later" : outcome;
  const count = rating !== null && known === undefined;
  const score = outcome === "first" ? 1 : 0;
  const before = Math.round(ratingOf(game).rating);
  const last = days[game];
  const streak = last && last.day === day - 1 ? last.streak + 1 : 1;
  solving.value = {
    done: { ...done, [key]: better },
    ratings: count ? { ...ratings, [game]: rated(ratings[game] ?? NEWCOMER, [{ rating, deviation: DEVIATION, score }]) } : ratings,
    days: isDaily && outcome !== "failed" && last?.day !== day ? { ...days, [game]: { day, streak } } : days,
  };
  return Math.round(ratingOf(game).rating) - before;
}

/** How many days in a row, as of today: a day that is not over yet breaks nothing. */
export function streakOf(game: string, day = today()): number {
  const last = solving.value.days[game];
  return last && last.day >= day - 1 ? last.streak : 0;
}
