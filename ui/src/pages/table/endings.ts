/** How a game ended, in words, from the side of whoever reads them. */
import { skinOf } from "../../games";
import { t } from "../../i18n";
import type { GameEntry, TableView } from "../../net/types";
import { isYou, listed, seatName } from "./people";

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

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

/** How they won: what they have, or what the others did. */
export function reasonText(game: GameEntry, ends: Readonly<Record<string, string>>, now: TableView): string {
  const { outcome } = now;
  if (!outcome) return "";
  const { reason, winners } = outcome;
  if (reason === "resignation" || reason === "time_out") return leftText(game, now, reason);
  const what = now.scene && skinOf(game.name).winText(now.scene);
  const others = winners.filter((seat) => !isYou(now, seat));
  const has = what && (others.length ? t("end.has", { names: named(game, now, winners), what }) : capital(what));
  const sentence = game.sentences[reason] ?? ends[reason] ?? reason;
  const plain = reason === "line" || reason === "square";
  return [has, has && plain ? null : capital(sentence)]
    .filter(Boolean)
    .map((text) => `${text}.`)
    .join(" ");
}

/** Who resigned, or ran out of time. */
function leftText(game: GameEntry, now: TableView, reason: "resignation" | "time_out"): string {
  const winners = now.outcome?.winners ?? [];
  const gone = now.seats.filter(({ seat, left }) => left && !winners.includes(seat)).map(({ seat }) => seat);
  if (gone.some((seat) => isYou(now, seat))) return t(`end.you.${reason}`);
  return t(`end.they.${reason}`, { names: named(game, now, gone) });
}

export const named = (game: GameEntry, now: TableView, seats: readonly number[]): string =>
  listed(seats.map((seat) => seatName(game, now, seat)));
