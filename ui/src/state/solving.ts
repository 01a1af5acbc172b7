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
/** Puzzles of a game before its rating is told: until then it finds its place in large steps. */
const PLACING = 5;
/** How far one puzzle moves a rating that is told. */
const LARGEST_STEP = 40;

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

/** How many puzzles of a game have been tried. */
const triedOf = (game: string): number => Object.keys(solving.value.done).filter((key) => key.startsWith(`${game}/`)).length;

/** Is the rating known well enough to be told? */
export const isRated = (game: string): boolean => triedOf(game) >= PLACING;

export const ratingOf = (game: string): Rating => solving.value.ratings[game] ?? NEWCOMER;

export interface Tried {
  readonly game: string;
  readonly name: string;
  /** What the puzzle counts as; null: it is not rated. */
  readonly rating: number | null;
  /** Is it the puzzle of the day? */
  readonly daily: boolean;
}

/** How a puzzle went: solved at once, solved after a wrong move, looked at with a hint, or failed. */
export type Outcome = "first" | "later" | "hinted" | "failed";

/** The rating after a puzzle. A hint costs half of what a failure does. */
function stepped(before: Rating, puzzle: number, outcome: Outcome, largest: number): Rating {
  const after = rated(before, [{ rating: puzzle, deviation: DEVIATION, score: outcome === "first" ? 1 : 0 }]);
  const step = Math.max(-largest, Math.min(largest, after.rating - before.rating));
  return { ...after, rating: before.rating + (outcome === "hinted" ? step / 2 : step) };
}

/** A puzzle is solved, or given up. Only the first try at it counts for the rating: says by how much that
 * has changed, as far as it is told. */
export function note({ game, name, rating, daily: isDaily }: Tried, outcome: Outcome, day = today()): number {
  const { done, ratings, days } = solving.value;
  const key = `${game}/${name}`;
  const known = done[key];
  const now = outcome === "hinted" ? "failed" : outcome;
  const better = known === "first" || (known === "later" && now !== "first") ? known : known && now === "first" ? "later" : now;
  const count = rating !== null && known === undefined;
  const before = ratingOf(game);
  const wasRated = isRated(game);
  const last = days[game];
  const streak = last && last.day === day - 1 ? last.streak + 1 : 1;
  solving.value = {
    done: { ...done, [key]: better },
    ratings: count ? { ...ratings, [game]: stepped(before, rating, outcome, wasRated ? LARGEST_STEP : Infinity) } : ratings,
    days: isDaily && now !== "failed" && last?.day !== day ? { ...days, [game]: { day, streak } } : days,
  };
  return wasRated ? Math.round(ratingOf(game).rating) - Math.round(before.rating) : 0;
}

/** How many days in a row, as of today: a day that is not over yet breaks nothing. */
export function streakOf(game: string, day = today()): number {
  const last = solving.value.days[game];
  return last && last.day >= day - 1 ? last.streak : 0;
}
