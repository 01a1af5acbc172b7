/** Colours of the page, read from where the board is. */
import { TINTS, type Tint } from "../tints";

export interface Theme {
  readonly dark: boolean;
  readonly accent: string;
  /** The accent on pale wood, which is pale in the dark too. */
  readonly onWood: string;
  readonly danger: string;
  readonly ink: string;
  /** What the last move is shown with. */
  readonly trail: string;
  /** What moves are worth. */
  readonly tints: Readonly<Record<Tint, string>>;
}

export const CUBE_COLOURS: Readonly<Record<string, string>> = {
  red: "#c8412f",
  blue: "#2b6cb0",
  yellow: "#e3b23c",
  green: "#3b8f5a",
  orange: "#e07b2a",
  white: "#f2efe8",
};

/** What has won, and what shines. */
export const AMBER = "#e6a12f";

const LIGHT: Omit<Theme, "tints"> = {
  dark: false,
  accent: "#2f6f6a",
  onWood: "#1f6f69",
  danger: "#b3402e",
  ink: "#22201c",
  trail: "#b07a1e",
};
const DARK: Omit<Theme, "tints"> = {
  dark: true,
  accent: "#6fc3ba",
  onWood: "#1f6f69",
  danger: "#f08a76",
  ink: "#efeae2",
  trail: "#f0c674",
};

/** Is a computed colour (`rgb(…)`) a light one? */
export function isLight(colour: string): boolean {
  const [r = 0, g = 0, b = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 128;
}

/** Light ink means a dark page. */
export function themeOf(host: HTMLElement): Theme {
  const style = getComputedStyle(host);
  const theme = isLight(style.color) ? DARK : LIGHT;
  const own = (name: string, usual: string): string => {
    const value = style.getPropertyValue(name).trim();
    return /^#[0-9a-f]{6}$/i.test(value) ? value : usual;
  };
  return {
    ...theme,
    accent: own("--accent", theme.accent),
    danger: own("--danger", theme.danger),
    ink: own("--ink", theme.ink),
    tints: Object.fromEntries(TINTS.map((tint) => [tint, own(`--tint-${tint}`, theme.accent)])) as Record<Tint, string>,
  };
}

/** Calls back when the page's colours may have changed; returns how to stop that. */
export function watchTheme(changed: () => void): () => void {
  const media = matchMedia("(prefers-color-scheme: dark)");
  media.addEventListener("change", changed);
  const watcher = new MutationObserver(changed);
  const attributeFilter = ["class", "style", "data-theme"];
  for (const element of [document.documentElement, document.body])
    watcher.observe(element, { attributes: true, attributeFilter });
  return () => {
    media.removeEventListener("change", changed);
    watcher.disconnect();
  };
}
