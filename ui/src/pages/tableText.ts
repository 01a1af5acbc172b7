/** What a list says of a table, in words. */
import { t } from "../i18n";
import type { NewTable, TableCard } from "../net/types";

export type ClockChoice = NonNullable<NewTable["clock"]>;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A clock in words: "10 min + 5 s", "3 days a turn". */
export function clockOf(clock: ClockChoice | undefined): string {
  if (!clock || clock.kind === "none") return t("clock.none");
  if (clock.kind === "days") return clock.days === 1 ? t("clock.day") : t("clock.days", { days: clock.days });
  const minutes = String(Math.round((clock.base / 60) * 10) / 10);
  return clock.increment
    ? t("clock.live", { minutes, seconds: clock.increment })
    : t("clock.minutes", { minutes });
}

/** How long ago something was. */
export function ageText(milliseconds: number): string {
  if (milliseconds < MINUTE) return t("age.now");
  if (milliseconds < HOUR) return t("age.minutes", { count: Math.floor(milliseconds / MINUTE) });
  if (milliseconds < DAY) return t("age.hours", { count: Math.floor(milliseconds / HOUR) });
  return t("age.days", { count: Math.floor(milliseconds / DAY) });
}

export function tableState(table: TableCard): string {
  if (table.your_turn) return t("home.your-turn");
  if (table.status === "open") return t("home.waiting");
  if (table.status !== "live") return t("home.over");
  const name = table.to_move === null ? null : table.seats[table.to_move]?.name;
  return name ? t("home.to-move", { name }) : t("home.going");
}
