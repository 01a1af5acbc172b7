// Takes ICU messages apart for scripts/locales: {language: {name: text}} comes in, and out goes, for each,
// which values a message takes and which plural categories it has.
import { readFileSync } from "node:fs";
import { parse } from "@messageformat/parser";

/** The plural categories of whole numbers that somebody may count. */
const needed = (rules) => [...new Set(Array.from({ length: 1001 }, (_, number) => rules.select(number)))];

function walk(parts, found) {
  for (const part of parts) {
    if (part.arg !== undefined) found.names.push(part.arg);
    if (part.type === "plural") found.plurals.push(part.cases.map(({ key }) => key).filter((key) => !key.startsWith("=")));
    for (const { tokens } of part.cases ?? []) walk(tokens, found);
  }
}

function shape(text) {
  const found = { names: [], plurals: [] };
  try {
    walk(parse(text), found);
  } catch (error) {
    found.error = error.message.split("\n")[0];
  }
  return found;
}

const languages = JSON.parse(readFileSync(0, "utf8"));
const answer = Object.fromEntries(
  Object.entries(languages).map(([language, texts]) => {
    const rules = new Intl.PluralRules(language);
    const messages = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, shape(text)]));
    return [language, { needed: needed(rules), known: rules.resolvedOptions().pluralCategories, messages }];
  }),
);
console.log(JSON.stringify(answer));
