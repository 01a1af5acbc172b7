/** A short message at the bottom, read out too; it goes by itself. An open dialog shows it itself,
 * since nothing outside a dialog is seen over it, or read out. */
import { signal } from "@preact/signals";

const shown = signal("");
let timer = 0;

/** How many dialogs are open. */
export const dialogs = signal(0);

export function say(text: string): void {
  shown.value = text;
  clearTimeout(timer);
  timer = window.setTimeout(() => {
    shown.value = "";
  }, 5000);
}

export function Toast() {
  return (
    <div class={`toast${shown.value ? " on" : ""}`} role="status" aria-live="polite">
      {shown.value}
    </div>
  );
}
