/** Which puzzles somebody wants: the address says it, in the list and from one puzzle to the next. */
import { siteAddress } from "../../net/site";
import { solving } from "../../state/solving";

export interface Wanted {
  /** 0: any. */
  readonly grade: number;
  /** Empty: any. */
  readonly theme: string;
}

/** What a puzzle is chosen by. */
export interface Choosable {
  readonly name: string;
  readonly grade: number;
  readonly theme?: string;
}

export function wantedOf(search: string): Wanted {
  const asked = new URLSearchParams(search);
  const grade = Number(asked.get("grade") ?? 0);
  return { grade: Number.isInteger(grade) && grade > 0 ? grade : 0, theme: asked.get("theme") ?? "" };
}

/** What stands in the address after its path: a question mark and more, or nothing. */
export function searchOf({ grade, theme }: Wanted, game = ""): string {
  const asked = new URLSearchParams({ ...(game && { game }), ...(grade && { grade: String(grade) }), ...(theme && { theme }) });
  return asked.size ? `?${asked}` : "";
}

/** The address of the list of a game's puzzles. */
export const listPath = (game: string, wanted: Wanted): string => `/puzzles${searchOf(wanted, game)}`;

/** Another choice in the list: the page stays as it is, and so does the keyboard. */
export const keepInAddress = (game: string, wanted: Wanted): void => history.replaceState(null, "", siteAddress(listPath(game, wanted)));

export const fits = (one: Choosable, { grade, theme }: Wanted): boolean =>
  (!grade || one.grade === grade) && (!theme || one.theme === theme);

/** The first of those wanted that was never tried, or else was not solved at the first try; null: there is
 * none. */
export function nextOf<One extends Choosable>(all: readonly One[], game: string, name: string, wanted: Wanted): One | null {
  const { done } = solving.value;
  const others = all.filter((one) => one.name !== name && fits(one, wanted));
  const state = (one: One) => done[`${game}/${one.name}`];
  return others.find((one) => state(one) === undefined) ?? others.find((one) => state(one) !== "first") ?? null;
}
