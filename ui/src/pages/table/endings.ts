/** How a game ended, in words, from the side of whoever reads them. */
import { skinOf } from "../../games";
import { maybe, t } from "../../i18n";
import { capital, listText } from "../../i18n/intl";
import { gameSays } from "../../i18n/said";
import type { GameEntry, TableView } from "../../net/types";
import { isYou, seatName } from "./people";

export const hasEnded = ({ status }: TableView): boolean => status === "over" || status === "aborted";

/** Has this browser's player won? */
export function hasWon(now: TableView): boolean {
  const winners = now.outcome?.winners ?? [];
  return winners.length < now.seats.length && now.you.holds.some((seat) => winners.includes(seat));
}

/** Who won. */
export function endText(game: GameEntry, now: TableView): string {
  if (now.status === "aborted") return t("end.aborted");
  const winners = now.outcome?.winners ?? [];
  if (!winners.length || winners.length === now.seats.length) return t("end.draw");
  const [own] = now.you.holds;
  if (now.you.holds.length !== 1 || own === undefined) return t("end.won", { names: named(game, now, winners) });
  if (!winners.includes(own)) return t("end.you-lost");
  return t("end.you-won");
}

/** Ends that a player brought about for somebody else. */
const GIVEN: ReadonlySet<string> = new Set(["given_line", "opponents_line", "given_square"]);
/** Ends that are told by what the winners have. */
const MADE: ReadonlySet<string> = new Set(["line", "square"]);

/** How they won: what they have, or what the others did. */
export function reasonText(game: GameEntry, ends: Readonly<Record<string, string>>, now: TableView): string {
  const { outcome } = now;
  if (!outcome) return "";
  const { reason, winners } = outcome;
  if (reason === "resignation" || reason === "time_out") return leftText(game, now, reason);
  const names = named(game, now, winners);
  const yours = winners.some((seat) => isYou(now, seat));
  const alone = yours && winners.length === 1;
  const what = now.scene && skinOf(game.name).winText(now.scene);
  const maker = now.movers.findLast((seat) => seat !== null) ?? null;
  if (what && MADE.has(reason)) {
    if (alone) return t("end.has.you", { what });
    const partners = named(game, now, winners.filter((seat) => !isYou(now, seat)));
    return yours ? t("end.has.with-you", { names: partners, what }) : t("end.has", { names, what });
  }
  if (what && GIVEN.has(reason) && maker !== null) {
    if (isYou(now, maker)) return t("end.gave.you", { names, what });
    const name = seatName(game, now, maker);
    return yours ? t("end.gave.to-you", { name, what }) : t("end.gave", { name, names, what });
  }
  const values = { names, count: Math.max(...(outcome.scores ?? [0])) };
  return (alone && maybe(`reason.${reason}.you`, values)) || shortReason(reason, game, ends, values);
}

/** How a game ended, from nobody's side. */
export function shortReason(
  reason: string,
  game: GameEntry | undefined,
  ends: Readonly<Record<string, string>>,
  values: Readonly<Record<string, string | number>> = {},
): string {
  const known = maybe(`reason.${reason}`, values) ?? (game && gameSays(game.name, reason, ""));
  return known ?? `${capital(game?.sentences[reason] ?? ends[reason] ?? reason)}.`;
}

/** The result of a game on any board: who won, and how; `names` are the winners', `what` is what they have,
 * and `maker` is who moved last. */
export function resultText(game: GameEntry, names: readonly string[], reason: string, what: string | null = null, maker = ""): string {
  const values = { names: listText(names), count: 0 };
  if (what && names.length && MADE.has(reason)) return `${t("end.won", values)}. ${capital(what)}.`;
  if (what && names.length && maker && GIVEN.has(reason)) return t("end.gave", { name: maker, names: values.names, what });
  return `${names.length ? t("end.won", values) : t("end.draw")}. ${shortReason(reason, game, {}, values)}`;
}

/** Who resigned, or ran out of time. */
function leftText(game: GameEntry, now: TableView, reason: "resignation" | "time_out"): string {
  const winners = now.outcome?.winners ?? [];
  const gone = now.seats.filter(({ seat, left }) => left && !winners.includes(seat)).map(({ seat }) => seat);
  if (gone.some((seat) => isYou(now, seat))) return t(`end.you.${reason}`);
  return t(`end.they.${reason}`, { names: named(game, now, gone) });
}

export const named = (game: GameEntry, now: TableView, seats: readonly number[]): string =>
  listText(seats.map((seat) => seatName(game, now, seat)));
