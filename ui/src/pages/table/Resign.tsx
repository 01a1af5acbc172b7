/** Resigning is asked about in a dialog; what it asks first is to keep playing. */
import { t } from "../../i18n";
import { Dialog } from "../../parts/Dialog";

interface Props {
  readonly onResign: () => void;
  readonly onClose: () => void;
}

export function Resign({ onResign, onClose }: Props) {
  return (
    <Dialog title={t("resign.title")} onClose={onClose}>
      <p>{t("resign.text")}</p>
      <div class="buttons">
        <button type="button" class="main" onClick={onClose}>{t("resign.keep")}</button>
        <button
          type="button"
          class="danger"
          onClick={() => {
            onResign();
            onClose();
          }}
        >
          {t("act.resign")}
        </button>
      </div>
    </Dialog>
  );
}
