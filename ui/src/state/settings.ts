/** What this browser remembers: names and tastes, no secrets. */
import { effect, signal } from "@preact/signals";

export interface Settings {
  readonly name: string;
  readonly level: number;
  readonly board: "flat" | "space";
  readonly theme: "auto" | "light" | "dark";
  readonly confirm: boolean;
  readonly sounds: boolean;
  readonly players: Readonly<Record<string, number>>;
}

const KEY = "cubarium";
const USUAL: Settings = {
  name: "",
  level: 2,
  board: "flat",
  theme: "auto",
  confirm: true,
  sounds: false,
  players: {},
};

const CHOICES: { readonly [key in keyof Settings]?: readonly unknown[] } = {
  level: [1, 2, 3, 4, 5, 6, 7, 8],
  board: ["flat", "space"],
  theme: ["auto", "light", "dark"],
};

/** What is remembered, as far as it makes sense: other programs and older pages may have written it. */
export function sane(remembered: unknown): Settings {
  const found: Record<string, unknown> = { ...USUAL };
  if (typeof remembered !== "object" || remembered === null) return USUAL;
  for (const [key, value] of Object.entries(remembered)) {
    const usual = USUAL[key as keyof Settings];
    const choices = CHOICES[key as keyof Settings];
    const fits = usual !== undefined && typeof value === typeof usual && value !== null;
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
