/** Which language the page speaks: the one in the address, the one that was chosen, or the browser's. */
import { loaders, names } from "virtual:languages";
import { settings } from "../state/settings";
import { spoken, type Texts } from "./index";

export const LANGUAGES: Readonly<Record<string, string>> = names;
const FALLBACK = "en";

/** Languages that are written in one way among those that are offered. */
const NEAR: Readonly<Record<string, string>> = { no: "nb", nn: "nb" };

/** The language that is offered for a wish such as `de-AT`, `pt` or `sr-RS`; null: none. */
export function offered(wish: string): string | null {
  const all = Object.keys(names);
  const exact = all.find((one) => one.toLowerCase() === wish.toLowerCase());
  if (exact) return exact;
  try {
    const wanted = new Intl.Locale(wish).maximize();
    const near = NEAR[wanted.language] ?? wanted.language;
    return (
      all.find((one) => {
        const has = new Intl.Locale(one).maximize();
        return has.language === near && has.script === wanted.script;
      }) ?? null
    );
  } catch {
    return null; // not a name of a language
  }
}

/** The first of some wishes that can be granted. */
export function wanted(search: string, chosen: string, browser: readonly string[]): string {
  const wishes = [new URLSearchParams(search).get("lang") ?? "", chosen, ...browser];
  return wishes.map((one) => (one ? offered(one) : null)).find((one) => one !== null) ?? FALLBACK;
}

/** The address counts while the page stays open: links inside it need not repeat it. */
let search = location.search;

let wish = FALLBACK;
let isWhole = false;
/** The texts that are still on their way for `speakWhole`. */
let whole: Promise<void> | null = null;

/** Speak the language that is wanted now. */
export async function speak(language = wanted(search, settings.value.language, navigator.languages)): Promise<void> {
  wish = language;
  const { first, later } = loaders[language]!;
  const loaded = await Promise.all(isWhole ? [first(), later()] : [first()]).catch((error: unknown) => {
    if (wish === language) wish = spoken.value.language; // it goes on as it was
    throw error;
  });
  if (wish !== language) return; // another one was chosen meanwhile
  spoken.value = { language, texts: Object.assign({}, ...loaded.map((one) => one.default)) as Texts };
  document.documentElement.lang = language;
}

/** Speak all of the language from now on: the texts of the pages that come later, too. */
export function speakWhole(): Promise<void> {
  whole ??= loadWhole();
  return whole;
}

async function loadWhole(): Promise<void> {
  isWhole = true;
  try {
    do await speak(wish);
    while (spoken.value.language !== wish);
  } catch (error) {
    isWhole = false;
    whole = null;
    throw error;
  }
}

/** Choose a language for good; `auto`: the browser's. */
export function choose(language: string): void {
  search = "";
  settings.value = { ...settings.value, language };
  void speak();
}
