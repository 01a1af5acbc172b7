/** The tastes that this browser remembers. */
import { t } from "../i18n";
import { remember, settings } from "../state/settings";
import { Dialog } from "./Dialog";

export function Settings({ onClose }: { onClose: () => void }) {
  const { theme, board, confirm, sounds } = settings.value;
  return (
    <Dialog title={t("act.settings")} onClose={onClose}>
      <div class="form">
        <label>
          {t("settings.theme")}
          <select value={theme} onChange={({ currentTarget }) => remember({ theme: currentTarget.value as typeof theme })}>
            {(["auto", "light", "dark"] as const).map((one) => (
              <option key={one} value={one}>{t(`settings.theme.${one}`)}</option>
            ))}
          </select>
        </label>
        <label>
          {t("settings.board")}
          <select value={board} onChange={({ currentTarget }) => remember({ board: currentTarget.value as typeof board })}>
            <option value="flat">{t("board.flat")}</option>
            <option value="space">{t("board.space")}</option>
          </select>
        </label>
        <label class="check">
          <input type="checkbox" checked={confirm} onChange={({ currentTarget }) => remember({ confirm: currentTarget.checked })} />
          {t("settings.confirm")}
        </label>
        <label class="check">
          <input type="checkbox" checked={sounds} onChange={({ currentTarget }) => remember({ sounds: currentTarget.checked })} />
          {t("settings.sounds")}
        </label>
      </div>
    </Dialog>
  );
}
