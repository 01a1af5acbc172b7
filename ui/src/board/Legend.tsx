/** What the colours of moves mean: those that are on the board. */
import { t } from "../i18n";
import { type Tint, tintText, TINTS } from "./tints";

export function Legend({ tints }: { tints: ReadonlyMap<string, Tint> }) {
  const shown = new Set(tints.values());
  return (
    <ul class="legend" aria-label={t("study.legend")}>
      {TINTS.filter((tint) => shown.has(tint)).map((tint) => (
        <li key={tint}>
          <span class={`swatch tint-${tint}`} aria-hidden="true" />
          {tintText(tint)}
        </li>
      ))}
    </ul>
  );
}
