/** What this browser remembers: names and tastes, no secrets. */
import { effect, signal } from "@preact/signals";

export type BoardKind = "flat" | "space";

export const SPEEDS = ["slow", "normal", "fast", "none"] as const;
export type Speed = (typeof SPEEDS)[number];

export interface Settings {
  readonly name: string;
  readonly level: number;
  /** Flat or in space, by the game's name; where nothing is chosen its skin decides. */
  readonly boards: Readonly<Record<string, BoardKind>>;
  readonly theme: "auto" | "light" | "dark";
  /** As BCP 47 names it; `auto`: the browser's. */
  readonly language: string;
  readonly confirm: boolean;
  readonly sounds: boolean;
  readonly notify: boolean;
  /** How fast the moves of others follow one another. */
  readonly speed: Speed;
  /** Does a line at the board say what happened and what can be done? */
  readonly coach: boolean;
  /** The exercises that were done, by the game's name. */
  readonly learnt: Readonly<Record<string, readonly string[]>>;
  /** Games whose course is not offered any more. */
  readonly unoffered: readonly string[];
  /** Are moves listed as notation, and not in words? */
  readonly notation: boolean;
}

const KEY = "cubarium";
const USUAL: Settings = {
  name: "",
  level: 2,
  boards: {},
  theme: "auto",
  language: "auto",
  confirm: true,
  notify: false,
  sounds: true,
  speed: "normal",
  coach: true,
  learnt: {},
  unoffered: [],
  notation: false,
};

const CHOICES: { readonly [key in keyof Settings]?: readonly unknown[] } = {
  level: [1, 2, 3, 4, 5, 6, 7, 8],
  theme: ["auto", "light", "dark"],
  speed: SPEEDS,
};

/** What is remembered, as far as it makes sense: other programs and older pages may have written it. */
export function sane(remembered: unknown): Settings {
  const found: Record<string, unknown> = { ...USUAL };
  if (typeof remembered !== "object" || remembered === null) return USUAL;
  for (const [key, value] of Object.entries(remembered)) {
    const usual = USUAL[key as keyof Settings];
    const choices = CHOICES[key as keyof Settings];
    const fits =
      usual !== undefined && typeof value === typeof usual && value !== null && Array.isArray(value) === Array.isArray(usual);
    if (fits && (!choices || choices.includes(value))) found[key] = value;
  }
  return found as unknown as Settings;
}

function read(): Settings {
  try {
    return sane(JSON.parse(localStorage.getItem(KEY) ?? "{}"));
  } catch {
    return USUAL;
  }
}

export const settings = signal<Settings>(read());

export function remember(change: Partial<Settings>): void {
  settings.value = { ...settings.value, ...change };
}

/** Which board is shown for a game whose usual one is `usual`. */
export const boardOf = (game: string, usual: BoardKind): BoardKind => {
  const chosen = settings.value.boards[game];
  return chosen === "flat" || chosen === "space" ? chosen : usual;
};

effect(() => {
  const { theme } = settings.value;
  if (theme === "auto") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings.value));
  } catch {
    // private windows may forbid it: then it is forgotten
  }
});
