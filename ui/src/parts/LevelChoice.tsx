/** How strong the computer is, in the next game. */
import { type Key, t } from "../i18n";
import { remember, settings } from "../state/settings";

const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8];

export function LevelChoice() {
  return (
    <label>
      <span class="sr">{t("home.level")}</span>
      <select
        value={String(settings.value.level)}
        onChange={({ currentTarget }) => remember({ level: Number(currentTarget.value) })}
      >
        {LEVELS.map((level) => (
          <option key={level} value={level}>
            {t(`level.${level}` as Key)}
          </option>
        ))}
      </select>
    </label>
  );
}
