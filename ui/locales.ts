/** The texts in `locales/`, compiled when the page is built: two modules for each language that is offered, one
 * with what everybody needs at once, one with what the pages need that come later. Texts with values or plurals
 * become functions, so that the page carries no parser. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import MessageFormat from "@messageformat/core";
import compileModule from "@messageformat/core/lib/compile-module";
import type { Plugin } from "vite";

const FOLDER = join(import.meta.dirname, "..", "locales");
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

const read = (...path: string[]): unknown => JSON.parse(readFileSync(join(FOLDER, ...path), "utf8"));

/** The languages that are offered, with the names that they give themselves. */
export const languages = (): Readonly<Record<string, string>> => read("languages.json") as Record<string, string>;

const named = (first: string, game: string, texts: Texts = {}): Texts =>
  Object.fromEntries(Object.entries(texts).map(([code, text]) => [`${first}.${game}.${code}`, text]));

/** All texts of a language that the page needs, by key. */
export function textsOf(language: string): Texts {
  const files = readdirSync(join(FOLDER, language)).filter((name) => name.endsWith(".json"));
  const games = files.map((file) => file.replace(".json", "")).filter((name) => !["interface", "glossary"].includes(name));
  return Object.assign(
    {},
    read(language, "interface.json"),
    ...games.map((game) => {
      const { page, said, themes } = read(language, `${game}.json`) as GameFile;
      return { ...page, ...named("said", game, said), ...named("theme", game, themes) };
    }),
  ) as Texts;
}

/** A part of a language as a module: a text or a function by key. */
export function compiled(language: string, part: Part): string {
  const texts = Object.entries(textsOf(language)).filter(([key]) => partOf(key) === part);
  const isPlain = (text: string) => !text.includes("{");
  const plain = Object.fromEntries(texts.filter(([, text]) => isPlain(text)));
  const filled = Object.fromEntries(texts.filter(([, text]) => !isPlain(text)));
  const format = new MessageFormat(language);
  const module = compileModule(format, filled).replace("export default", "const filled =");
  return `${module}\nexport default { ...${JSON.stringify(plain)}, ...filled };`;
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
