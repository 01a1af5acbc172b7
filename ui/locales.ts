/** The texts in `locales/`, compiled when the page is built: two modules for each language that is offered, one
 * with what everybody needs at once, one with what the pages need that come later. Texts with values or plurals
 * become functions, so that the page carries no parser. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import MessageFormat from "@messageformat/core";
import compileModule from "@messageformat/core/lib/compile-module";
import type { Plugin } from "vite";

const FOLDER = join(import.meta.dirname, "..", "locales");
const ENGLISH = "en";
const INTERFACE = "interface.json";
const LANGUAGES = "virtual:languages";
const TEXTS = "virtual:texts/";

/** The first words of the keys that only pages need which come later (see pages/Later.tsx). */
const LATER: readonly string[] = ["aim", "analyse", "editor", "engine", "learn", "new", "puzzles", "review", "rules", "study", "theme", "watch", "wins"];
/** Those of the page that stands alone (see pwa/files.ts). */
const ALONE = "offline";

export type Part = "first" | "later";
const PARTS: readonly Part[] = ["first", "later"];

/** Where the text of a key goes; null: nowhere, for a page of its own is made of it. */
export function partOf(key: string): Part | null {
  const [group = ""] = key.split(".");
  if (group === ALONE) return null;
  return LATER.includes(group) ? "later" : "first";
}

type Texts = Readonly<Record<string, string>>;
interface GameFile {
  readonly page: Texts;
  readonly said?: Texts;
  readonly themes?: Texts;
}

const read = (...path: string[]): unknown => JSON.parse(readFileSync(join(...path), "utf8"));

/** The languages that are offered, with the names that they give themselves. */
export const languages = (): Readonly<Record<string, string>> => read(FOLDER, "languages.json") as Record<string, string>;

const named = (first: string, game: string, texts: Texts = {}): Texts =>
  Object.fromEntries(Object.entries(texts).map(([code, text]) => [`${first}.${game}.${code}`, text]));

function gameTexts(folder: string, file: string): Texts {
  const { page, said, themes } = read(folder, file) as GameFile;
  const game = file.replace(".json", "");
  return { ...page, ...named("said", game, said), ...named("theme", game, themes) };
}

/** The texts of a language by key, and the English ones of games that it does not have. */
function split(language: string, folder: string): { readonly own: Texts; readonly english: Texts } {
  const inEnglish = join(folder, ENGLISH);
  const inLanguage = join(folder, language);
  const files = readdirSync(inEnglish).filter((name) => name !== INTERFACE);
  const all = (from: string, some: readonly string[]): Texts => Object.assign({}, ...some.map((file) => gameTexts(from, file))) as Texts;
  const has = (file: string) => existsSync(join(inLanguage, file));
  return {
    own: { ...(read(inLanguage, INTERFACE) as Texts), ...all(inLanguage, files.filter(has)) },
    english: all(inEnglish, files.filter((file) => !has(file))),
  };
}

/** All texts that the page needs in a language, by key. */
export function textsOf(language: string, folder = FOLDER): Texts {
  const { own, english } = split(language, folder);
  return { ...english, ...own };
}

/** A part of a language as a module: a text or a function by key. English texts keep English plurals. */
export function compiled(language: string, part: Part, folder = FOLDER): string {
  const { own, english } = split(language, folder);
  const some = (texts: Texts, isFilled: boolean): Texts =>
    Object.fromEntries(Object.entries(texts).filter(([key, text]) => partOf(key) === part && text.includes("{") === isFilled));
  const filled = { [ENGLISH]: some(english, true), [language]: some(own, true) };
  const module = compileModule(new MessageFormat(Object.keys(filled)), filled).replace("export default", "const filled =");
  const plain = JSON.stringify(some({ ...english, ...own }, false));
  const spread = Object.keys(filled).map((tag) => `...filled[${JSON.stringify(tag)}]`);
  return `${module}\nexport default { ...${plain}, ${spread.join(", ")} };`;
}

export const locales = (): Plugin => ({
  name: "cubarium-locales",
  resolveId: (id) => (id === LANGUAGES || id.startsWith(TEXTS) ? `\0${id}` : null),
  load(id) {
    if (id === `\0${LANGUAGES}`) {
      const loader = (language: string) => PARTS.map((part) => `${part}: () => import("${TEXTS}${part}/${language}")`).join(", ");
      const loaders = Object.keys(languages()).map((one) => `${JSON.stringify(one)}: { ${loader(one)} }`);
      return `export const names = ${JSON.stringify(languages())};\nexport const loaders = { ${loaders.join(", ")} };`;
    }
    if (!id.startsWith(`\0${TEXTS}`)) return null;
    const [part, language] = id.slice(TEXTS.length + 1).split("/");
    return compiled(language!, part as Part);
  },
});
