/** All texts of the page go through here. */
import { en, type Key } from "./en";

export type { Key };

/** What somebody does, told of others; the same key with `.you` is told of oneself. */
export type DidKey = Extract<Key, `did.${string}.you`> extends infer K ? (K extends `${infer D}.you` ? D & Key : never) : never;

type Values = Readonly<Record<string, string | number>>;

/** A text, with its values filled in. */
export function t(key: Key, values: Values = {}): string {
  return en[key].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** A text that may not be there: null then. */
export function maybe(key: string, values: Values = {}): string | null {
  return key in en ? t(key as Key, values) : null;
}
