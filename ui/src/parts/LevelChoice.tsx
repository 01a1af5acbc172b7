/** How strong the computer is, in the next game. */
import { type Key, t } from "../i18n";
import { Choice } from "./Choice";

export const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8];

interface Props {
  readonly level: number;
  readonly onLevel: (level: number) => void;
}

export function LevelChoice({ level, onLevel }: Props) {
  return (
    <Choice
      label={t("home.level")}
      value={level}
      all={LEVELS}
      text={(one) => t(`level.${one}` as Key)}
      onChoice={onLevel}
    />
  );
}
