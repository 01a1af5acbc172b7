/** Which language is spoken, and how it writes numbers and lists. */
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { compiled, languages, textsOf } from "../locales";
import { t } from "../src/i18n";
import { daysText, decimal, listText, percent } from "../src/i18n/intl";
import { choose, LANGUAGES, offered, speak, wanted } from "../src/i18n/language";
import { errorText, ruleText } from "../src/i18n/said";
import { nameOf, namesOf } from "../src/pages/table/people";
import { settings } from "../src/state/settings";

afterEach(() => speak("en"));

it.each([
  ["de", "de"],
  ["de-AT", "de"],
  ["FR", "fr"],
  ["pt", "pt-PT"],
  ["pt-BR", "pt-PT"],
  ["no", "nb"],
  ["nn-NO", "nb"],
  ["sr", "sr-Cyrl"],
  ["sr-RS", "sr-Cyrl"],
  ["sr-Latn-RS", null],
  ["hr-BA", "hr"],
  ["ro-MD", "ro"],
  ["ja", null],
  ["not a language", null],
])("offers for %s: %s", (wish, language) => {
  expect(offered(wish)).toBe(language);
});

it("obeys the address, then the choice, then the browser", () => {
  expect(wanted("?lang=fr", "de", ["nl"])).toBe("fr");
  expect(wanted("?lang=xx", "de", ["nl"])).toBe("de");
  expect(wanted("", "auto", ["xx", "nl-BE", "fr"])).toBe("nl");
  expect(wanted("", "auto", ["xx"])).toBe("en");
});

it("changes the language of the page for good", async () => {
  choose("de");
  await expect.poll(() => document.documentElement.lang).toBe("de");
  expect(settings.value.language).toBe("de");
  expect(t("nav.play")).toBe("Spielen");
  settings.value = { ...settings.value, language: "auto" };
});

it("writes numbers and lists as the language does", async () => {
  expect(listText(["Mia", "Ole", "Ada"])).toBe("Mia, Ole and Ada");
  await speak("de");
  expect(listText(["Mia", "Ole", "Ada"])).toBe("Mia, Ole und Ada");
  expect(decimal(2.5, 1)).toBe("2,5");
  expect(percent(0.5)).toBe("50\u00a0%");
  expect(daysText(3, 4)).toMatch(/^3.+ 4/);
  expect(t("wins.asks", { moves: 1 })).toBe("Gewinn in 1 Zug");
  expect(t("wins.asks", { moves: 3 })).toBe("Gewinn in 3 Zügen");
});

it("says refusals by their codes in other languages", async () => {
  const error = { code: "column_full", message: "Column a1 is full.", where: "0", game: "cage", place: "a1" };
  const game = { name: "cage", sentences: { column_full: "Column {where} is full." } };
  expect(errorText(error)).toBe("Column a1 is full.");
  expect(ruleText(game, "column_full", "b1")).toBe("Column b1 is full.");
  await speak("de");
  expect(errorText(error)).toBe("Spalte a1 ist voll.");
  expect(errorText({ ...error, code: "busy", game: "" })).toContain("beschäftigt");
  expect(errorText({ ...error, code: "no_such_code" })).toBe("Das wurde abgelehnt.");
  expect(errorText({ ...error, game: "stones" })).toBe("Column a1 is full.");
  expect(ruleText(game, "column_full", "b1")).toBe("Spalte b1 ist voll.");
  expect(ruleText(game, "no_such_code", "b1")).toBeNull();
});

it("speaks English of a game that a language does not have", async () => {
  const folder = mkdtempSync(join(tmpdir(), "locales-"));
  for (const tag of ["en", "de"]) cpSync(join(import.meta.dirname, "..", "..", "locales", tag), join(folder, tag), { recursive: true });
  rmSync(join(folder, "de", "cubeo.json"));
  const texts = textsOf("de", folder);
  expect(texts["nav.play"]).toBe("Spielen");
  expect(texts["game.quixo"]).toBe(textsOf("de")["game.quixo"]);
  expect(texts["game.cubeo"]).toBe(textsOf("en")["game.cubeo"]);
  const keys = Object.keys(textsOf("en"));
  expect(keys.filter((key) => !(key in texts))).toEqual([]);
  const module = compiled("de", "first", folder);
  expect(module).toContain(JSON.stringify(textsOf("en")["game.cubeo"]));
  rmSync(folder, { recursive: true });
});

it("compiles every language that is offered", () => {
  expect(Object.keys(LANGUAGES)).toEqual(Object.keys(languages()));
  for (const language of Object.keys(languages()))
    for (const part of ["first", "later"] as const) expect(compiled(language, part)).toContain("export default");
});

it("calls guests by its own word, each by another name", async () => {
  await speak("de");
  const seats = [0, 1].map((seat) => ({ seat, name: "Guest", engine: "" }));
  expect([...namesOf(seats).values()]).toEqual(["Gast", "Gast 2"]);
  expect([nameOf("Ann"), nameOf("Guest")]).toEqual(["Ann", "Gast"]);
});
