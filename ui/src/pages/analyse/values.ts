/** What moves are worth, in words and as colours: what is proved, and what is only thought. */
import type { Tint } from "../../board/tints";
import { TINTS } from "../../board/tints";
import { t } from "../../i18n";
import { percent } from "../../i18n/intl";
import type { KnownValues, Thought } from "../../net/types";
import { worthFor } from "../worth";

/** For whom a move is worth something: the seats that win together, and how many such sides there are. */
export interface Side {
  readonly seats: readonly number[];
  readonly sides: number;
}

type Fact = "win" | "loss" | "draw";

/** A fact for whoever moves: "wins in 3 moves". Moves of one side are counted. */
function factText(fact: Fact, plies: number | null, sides: number): string {
  if (fact === "draw" || plies === null) return t(`study.proved.${fact}`);
  return t(`study.proved.${fact}.in`, { moves: Math.ceil(plies / sides) });
}

/** A thought for the side that moves: "wins in 3 moves", or "about 63%". */
export function worthText(thought: Thought, { seats, sides }: Side): string {
  const found = worthFor(thought, seats);
  if (typeof found === "number") return t("study.about", { share: percent(found) });
  return factText(found, thought.value.kind === "proven" ? thought.value.plies : null, sides);
}

/** What is known of the whole position. */
export function knownText({ value, plies }: KnownValues, { sides }: Side): string {
  if (value === null) return "";
  if (value === "draw" || plies === null) return t(`study.known.${value}`);
  return t(`study.known.${value}.in`, { moves: Math.ceil(plies / sides) });
}

/** Moves that are worth the same. */
export interface Group {
  readonly tint: Tint;
  readonly text: string;
  readonly moves: readonly string[];
}

/** The moves whose value is known, from the best to the worst: short wins first, long defences before
 * short ones. */
export function groupsOf({ moves }: KnownValues, { sides }: Side): readonly Group[] {
  const found = Object.entries(moves).flatMap(([move, { value, plies }]) => (value === null ? [] : [{ move, value, plies }]));
  found.sort(
    (one, other) =>
      TINTS.indexOf(one.value) - TINTS.indexOf(other.value) ||
      ((one.plies ?? 0) - (other.plies ?? 0)) * (one.value === "loss" ? -1 : 1),
  );
  const groups = new Map<string, { tint: Tint; text: string; moves: string[] }>();
  for (const { move, value, plies } of found) {
    const text = factText(value, plies, sides);
    const group = groups.get(text) ?? { tint: value, text, moves: [] };
    group.moves.push(move);
    groups.set(text, group);
  }
  return [...groups.values()];
}

/** So much more or less than an even share is good or bad. */
const CLEARLY = 0.2;

function estimated(share: number, sides: number): Tint {
  const even = share * sides;
  if (even >= 1 + CLEARLY) return "good";
  return even <= 1 - CLEARLY ? "bad" : "even";
}

/** The colours of moves; facts before estimates. */
export function tintsFor(known: KnownValues | null, lines: readonly Thought[], { seats, sides }: Side): Map<string, Tint> {
  const tints = new Map<string, Tint>();
  for (const thought of lines) {
    const found = worthFor(thought, seats);
    tints.set(thought.best, typeof found === "number" ? estimated(found, sides) : found);
  }
  for (const [move, { value }] of Object.entries(known?.moves ?? {})) if (value !== null) tints.set(move, value);
  return tints;
}
