/** The list of keys. */
import { t } from "../../i18n";
import { Dialog } from "../../parts/Dialog";

const KEYS = ["arrows", "enter", "esc", "undo", "hint", "type", "steps", "board", "help"] as const;

interface Props {
  readonly onClose: () => void;
  /** Those that do nothing here. */
  readonly without?: readonly (typeof KEYS)[number][];
}

export function Keys({ onClose, without = [] }: Props) {
  return (
    <Dialog title={t("keys.title")} onClose={onClose}>
      <dl class="keys">
        {KEYS.filter((key) => !without.includes(key)).map((key) => (
          <div key={key}>
            <dt><kbd>{t(`keys.${key}`)}</kbd></dt>
            <dd>{t(`keys.${key}.text`)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
