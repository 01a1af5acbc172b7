/** Light or dark: what is on the screen now, and the other one at a touch. */
import { computed, effect, signal } from "@preact/signals";
import { remember, settings } from "../state/settings";

const GROUNDS = { light: "#f6f3ee", dark: "#191714" } as const;

const device = matchMedia("(prefers-color-scheme: dark)");
const deviceIsDark = signal(device.matches);
device.addEventListener("change", () => {
  deviceIsDark.value = device.matches;
});

export const isDark = computed(() => {
  const { theme } = settings.value;
  return theme === "auto" ? deviceIsDark.value : theme === "dark";
});

/** The other theme; where the device has that one, the device decides again. */
export function switchTheme(): void {
  const wanted = isDark.value ? "light" : "dark";
  remember({ theme: deviceIsDark.value === (wanted === "dark") ? "auto" : wanted });
}

// browsers paint their own bars in the colour of the page
effect(() => {
  const ground = GROUNDS[isDark.value ? "dark" : "light"];
  for (const meta of document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")) meta.content = ground;
});
