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

function read(): Settings {
  try {
    return { ...USUAL, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>) };
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
