/** Every text goes through t(), and every key is there and used. */
import { describe, expect, it } from "vitest";
import { partOf, textsOf } from "../locales";
import { maybe, t } from "../src/i18n";

const FILES = import.meta.glob("../src/**/*.{ts,tsx}", {
  query: "?raw",
  import: "default",
  eager: true,
}) as Record<string, string>;
const sources = Object.entries(FILES).filter(([name]) => !/i18n\/keys|schema\.d/.test(name));
const keys = Object.keys(textsOf("en"));

const plain = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Keys as they are written in the sources; those with a value inside as patterns. */
function used(source: string): RegExp[] {
  const whole = [...source.matchAll(/"([^"\s]+)"/g)].map(([, text]) => plain(text!));
  const filled = [...source.matchAll(/`([a-z]+\.[^`\n]*)`/g)].map(([, text]) =>
    text!.split(/\$\{[^}]*\}/).map(plain).join(".+"),
  );
  return [...whole, ...filled].map((text) => new RegExp(`^${text}$`));
}

describe("keys", () => {
  const patterns = sources.flatMap(([, source]) => used(source));
  it("are all used", () => {
    const idle = keys.filter((key) => !patterns.some((pattern) => pattern.test(key)));
    expect(idle).toEqual([]);
  });
  it("exist where they are asked for", () => {
    const asked = sources.flatMap(([, source]) => [...source.matchAll(/\bt\(\s*"([^"]+)"/g)].map(([, key]) => key!));
    expect(asked.length).toBeGreaterThan(50);
    expect(asked.filter((key) => !keys.includes(key))).toEqual([]);
  });
});

/** The sources that are loaded before the page begins, with whatever they import. */
function loadedFirst(): Set<string> {
  const names = new Set(["../src/main.tsx"]);
  for (const name of names) {
    const imports = FILES[name]!.matchAll(/^(?:import|export) (?!type\b)[^;]*?from "(\.[^"]+)";/gm);
    for (const [, path] of imports) {
      const file = new URL(path!, `file:///tests/${name}`).pathname.replace(/^\//, "../");
      const found = ["", ".ts", ".tsx", "/index.ts", "/index.tsx"].map((end) => file + end).find((one) => one in FILES);
      if (found) names.add(found);
    }
  }
  return names;
}

it("keeps for later only what nobody needs at once", () => {
  const first = loadedFirst();
  expect(first).toContain("../src/pages/Home.tsx");
  expect(first).not.toContain("../src/pages/Other.tsx");
  const early = keys.filter((key) => partOf(key) === "later");
  const asked = sources
    .filter(([name]) => first.has(name))
    .flatMap(([name, source]) => used(source).flatMap((one) => early.filter((key) => one.test(key)).map((key) => `${name}: ${key}`)));
  expect(asked).toEqual([]);
});

it("has no words in the markup", () => {
  const found = sources
    .filter(([name]) => name.endsWith(".tsx"))
    .flatMap(([name, source]) => {
      const bare = source.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
      const texts = [...bare.matchAll(/<\/?[a-zA-Z][^<>]*[^=\s]>([^<>{}()=;]*[A-Za-z]{2}[^<>{}()=;]*)</g)];
      const attributes = [...bare.matchAll(/\b(?:title|aria-label|placeholder|alt)="([^"]*[A-Za-z][^"]*)"/g)];
      return [...texts, ...attributes].map(([, text]) => `${name}: ${text!.trim()}`);
    });
  expect(found).toEqual([]);
});

it("fills values in", () => {
  expect(t("turn.wait", { name: "Ada" })).toBe("Ada to move.");
  expect(t("yours.turns", { count: 1 })).toBe("1 turn");
  expect(t("yours.turns", { count: 2 })).toBe("2 turns");
  expect(maybe("no.such.key")).toBeNull();
});
