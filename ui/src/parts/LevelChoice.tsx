/** How strong the computer is, in the next game. */
import { type Key, t } from "../i18n";

const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8];

interface Props {
  readonly level: number;
  readonly onLevel: (level: number) => void;
}

export function LevelChoice({ level, onLevel }: Props) {
  return (
    <label>
      <span class="sr">{t("home.level")}</span>
      <select value={String(level)} onChange={({ currentTarget }) => onLevel(Number(currentTarget.value))}>
        {LEVELS.map((one) => (
          <option key={one} value={one}>
            {t(`level.${one}` as Key)}
          </option>
        ))}
      </select>
    </label>
  );
}
