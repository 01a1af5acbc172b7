/** What codes of the server say: why something was refused, how a game ended. Its own sentences are
 * English, and more exact than ours; other languages go by the code. */
import type { ErrorBody } from "../net/types";
import { maybe, spoken, t } from "./index";

/** A code of a game's rules in words; null: this language has none for it. */
export const gameSays = (game: string, code: string, where: string): string | null => maybe(`said.${game}.${code}`, { where });

/** The same, with the game's own sentence where the language has none. */
export function ruleText(game: { readonly name: string; readonly sentences: Readonly<Record<string, string>> }, code: string, where: string): string | null {
  return gameSays(game.name, code, where) ?? game.sentences[code]?.replace("{where}", where) ?? null;
}

/** Has the language words for a game? One that is new has English ones alone. */
const speaksOf = (game: string): boolean => Object.keys(spoken.value.texts).some((key) => key.startsWith(`said.${game}.`));

export function errorText({ code, message, where, game, place }: ErrorBody): string {
  if (message && (spoken.value.language === "en" || (game && !speaksOf(game)))) return message;
  const ofGame = game ? gameSays(game, code, place ?? "") : null;
  return ofGame ?? maybe(`error.${code}`, { where: where ?? "" }) ?? t("error.unknown");
}
