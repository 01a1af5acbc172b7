/** The list of keys. */
import { type Key, t } from "../../i18n";
import { Dialog } from "../../parts/Dialog";

const KEYS = ["arrows", "enter", "esc", "undo", "hint", "type", "steps", "board", "help"] as const;

export function Keys({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={t("keys.title")} onClose={onClose}>
      <dl class="keys">
        {KEYS.map((key) => (
          <div key={key}>
            <dt><kbd>{t(`keys.${key}` as Key)}</kbd></dt>
            <dd>{t(`keys.${key}.text` as Key)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
