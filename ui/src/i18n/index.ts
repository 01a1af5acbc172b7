/** All texts of the page go through here. */
import { signal } from "@preact/signals";
import type { Key } from "./keys";

export type { Key };

/** What somebody does, told of others; the same key with `.you` is told of oneself. */
export type DidKey = Extract<Key, `did.${string}.you`> extends infer K ? (K extends `${infer D}.you` ? D & Key : never) : never;

export type Values = Readonly<Record<string, string | number>>;

/** The texts of a language by key; those that take values or have plurals are functions. */
export type Texts = Readonly<Record<string, string | ((values: Values) => string)>>;

/** The language that is spoken, as BCP 47 names it, and its texts. */
export const spoken = signal<{ readonly language: string; readonly texts: Texts }>({ language: "en", texts: {} });

/** A text, with its values filled in. */
export function t(key: Key, values: Values = {}): string {
  return maybe(key, values) ?? key;
}

/** A text that may not be there: null then. */
export function maybe(key: string, values: Values = {}): string | null {
  const text = spoken.value.texts[key];
  return typeof text === "function" ? text(values) : (text ?? null);
}
