/** The tastes that this browser remembers. */
import { skinOf } from "../games";
import { t } from "../i18n";
import { choose, LANGUAGES } from "../i18n/language";
import { NotifySwitch } from "../pwa/NotifySwitch";
import { type BoardKind, boardOf, remember, settings, SPEEDS } from "../state/settings";
import { Dialog } from "./Dialog";
import { Icon } from "./Icon";

interface Props {
  /** The game whose board can be chosen, at its table. */
  readonly game?: string;
  readonly onClose: () => void;
}

export function Settings({ game, onClose }: Props) {
  const { theme, language, speed, confirm, sounds, coach, notation, boards } = settings.value;
  return (
    <Dialog title={t("act.settings")} onClose={onClose}>
      <div class="form">
        <label>
          <span>
            <Icon name="language" /> {t("settings.language")}
          </span>
          <select value={language in LANGUAGES ? language : "auto"} onChange={({ currentTarget }) => choose(currentTarget.value)}>
            <option value="auto">{t("settings.language.auto")}</option>
            {Object.entries(LANGUAGES).map(([tag, name]) => (
              <option key={tag} value={tag} lang={tag}>{name}</option>
            ))}
          </select>
        </label>
        <label>
          {t("settings.theme")}
          <select value={theme} onChange={({ currentTarget }) => remember({ theme: currentTarget.value as typeof theme })}>
            {(["auto", "light", "dark"] as const).map((one) => (
              <option key={one} value={one}>{t(`settings.theme.${one}`)}</option>
            ))}
          </select>
        </label>
        {game !== undefined && (
          <label>
            {t("settings.board")}
            <select
              value={boardOf(game, skinOf(game).usualBoard)}
              onChange={({ currentTarget }) => remember({ boards: { ...boards, [game]: currentTarget.value as BoardKind } })}
            >
              <option value="flat">{t("board.flat")}</option>
              <option value="space">{t("board.space")}</option>
            </select>
          </label>
        )}
        <label>
          {t("settings.speed")}
          <select value={speed} onChange={({ currentTarget }) => remember({ speed: currentTarget.value as typeof speed })}>
            {SPEEDS.map((one) => (
              <option key={one} value={one}>{t(`settings.speed.${one}`)}</option>
            ))}
          </select>
        </label>
        <Check text={t("settings.coach")} checked={coach} onChange={(coach) => remember({ coach })} />
        <Check text={t("settings.notation")} checked={notation} onChange={(notation) => remember({ notation })} />
        <Check text={t("settings.confirm")} checked={confirm} onChange={(confirm) => remember({ confirm })} />
        <Check text={t("settings.sounds")} checked={sounds} onChange={(sounds) => remember({ sounds })} />
        <NotifySwitch />
      </div>
    </Dialog>
  );
}

interface CheckProps {
  readonly text: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

function Check({ text, checked, onChange }: CheckProps) {
  return (
    <label class="check">
      <input type="checkbox" checked={checked} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />
      {text}
    </label>
  );
}
