/** The texts in `locales/`, compiled when the page is built: a module for each language that is offered.
 * Texts with values or plurals become functions, so that the page carries no parser. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import MessageFormat from "@messageformat/core";
import compileModule from "@messageformat/core/lib/compile-module";
import type { Plugin } from "vite";

const FOLDER = join(import.meta.dirname, "..", "locales");
const LANGUAGES = "virtual:languages";
const TEXTS = "virtual:texts/";

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

/** A language as a module: a text or a function by key. */
export function compiled(language: string): string {
  const texts = textsOf(language);
  const isPlain = (text: string) => !text.includes("{");
  const plain = Object.fromEntries(Object.entries(texts).filter(([, text]) => isPlain(text)));
  const filled = Object.fromEntries(Object.entries(texts).filter(([, text]) => !isPlain(text)));
  const format = new MessageFormat(language);
  const module = compileModule(format, filled).replace("export default", "const filled =");
  return `${module}\nexport default { ...${JSON.stringify(plain)}, ...filled };`;
}

export const locales = (): Plugin => ({
  name: "cubarium-locales",
  resolveId: (id) => (id === LANGUAGES || id.startsWith(TEXTS) ? `\0${id}` : null),
  load(id) {
    if (id === `\0${LANGUAGES}`) {
      const loaders = Object.keys(languages()).map((one) => `${JSON.stringify(one)}: () => import("${TEXTS}${one}")`);
      return `export const names = ${JSON.stringify(languages())};\nexport const loaders = { ${loaders.join(", ")} };`;
    }
    return id.startsWith(`\0${TEXTS}`) ? compiled(id.slice(TEXTS.length + 1)) : null;
  },
});
