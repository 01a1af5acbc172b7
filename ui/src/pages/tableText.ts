/** What a list says of a table, in words. */
import { maybe, t } from "../i18n";
import { agoText, decimal } from "../i18n/intl";
import type { GameEntry, NewTable, TableCard } from "../net/types";
import { namesOf } from "./table/people";

export type ClockChoice = NonNullable<NewTable["clock"]>;

const MINUTE = 60_000;

/** A clock in words: "10 min + 5 s", "3 days a turn". */
export function clockOf(clock: ClockChoice | undefined): string {
  if (!clock || clock.kind === "none") return t("clock.none");
  if (clock.kind === "days") return t("clock.days", { days: clock.days });
  const tenths = Math.round((clock.base / 60) * 10) / 10;
  const minutes = decimal(tenths, Number.isInteger(tenths) ? 0 : 1);
  return clock.increment
    ? t("clock.live", { minutes, seconds: clock.increment })
    : t("clock.minutes", { minutes });
}

/** How long ago something was. */
export function ageText(milliseconds: number): string {
  return milliseconds < MINUTE ? t("age.now") : agoText(milliseconds);
}

/** The rules of a table that are not the usual ones, in words. */
export function optionsOf({ configuration }: TableCard, game: GameEntry | undefined): readonly string[] {
  return Object.entries(configuration.options ?? {}).flatMap(([name, value]) => {
    const usual = game?.options.find((one) => one.name === name)?.default;
    if (value === usual || value === "false") return [];
    const key = `option.${configuration.game}.${name}`;
    const option = maybe(key) ?? name;
    return maybe(`${key}.${value}`) ?? (value === "true" ? option : t("option.value", { option, value }));
  });
}

/** What everybody at a listed table is called, by seat, as at the table itself. */
export const listedNames = ({ seats }: TableCard): ReadonlyMap<number, string> =>
  namesOf(seats.map((one, seat) => ({ seat, name: one?.name ?? null, engine: one?.engine ?? "" })));

export function tableState(table: TableCard): string {
  if (table.your_turn) return t("home.your-turn");
  if (table.status === "open") return t("home.waiting");
  if (table.status !== "live") return t("home.over");
  const name = table.to_move === null ? null : listedNames(table).get(table.to_move);
  return name ? t("home.to-move", { name }) : t("home.going");
}
