/** Who played a recorded game, and who won. */
import { t } from "../../i18n";
import { listText } from "../../i18n/intl";
import type { GameRecord } from "../../net/types";
import { namesOf } from "../table/people";

export interface Player {
  readonly seat: number;
  readonly name: string;
  /** Of a computer; empty: it is none. */
  readonly level: string;
}

const LEVEL = /^Level (\d)$/;

/** The players by the names that they have at tables; `signs`: what the game calls the seats of those who
 * are not named. */
export function playersOf({ tags, players }: GameRecord, signs: readonly string[] = []): readonly Player[] {
  const seats = Array.from({ length: players }, (_, seat) => {
    const name = tags[`Seat${seat}`] || (signs[seat] ?? String(seat + 1));
    return { seat, name, level: LEVEL.exec(name)?.[1] ?? "" };
  });
  const names = namesOf(seats.map(({ seat, name, level }) => ({ seat, name, engine: level && `level${level}` })));
  return seats.map(({ seat, name, level }) => ({ seat, level, name: names.get(seat) ?? name }));
}

/** Iris · 7 – Max · 8 */
export const playersText = (players: readonly Player[]): string =>
  players.map(({ name, level }) => (level ? `${name} · ${level}` : name)).join(" – ");

const winnerNames = (players: readonly Player[], winners: readonly number[]): readonly string[] =>
  players.filter(({ seat }) => winners.includes(seat)).map(({ name }) => name);

/** Who won; empty: the game did not end. */
export function outcomeText({ result }: GameRecord, players: readonly Player[]): string {
  if (!result) return "";
  const names = winnerNames(players, result.winners);
  return names.length ? t("end.won", { names: listText(names) }) : t("end.draw");
}
