/** Your name, as others at a table see it: kept on this device. */
import { useState } from "preact/hooks";
import { t } from "../i18n";
import { remember, settings } from "../state/settings";
import { Dialog } from "./Dialog";

/** The longest name that a table takes. */
export const LONGEST_NAME = 30;

export function You({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState(settings.value.name);
  const keep = (event: Event) => {
    event.preventDefault();
    remember({ name: name.trim() });
    onClose();
  };
  return (
    <Dialog title={t("you.title")} onClose={onClose}>
      <form class="form" onSubmit={keep}>
        <label>
          {t("you.name")}
          <input
            maxLength={LONGEST_NAME}
            autoComplete="nickname"
            value={name}
            onInput={({ currentTarget }) => setName(currentTarget.value)}
          />
        </label>
        <p class="quiet-text">{t("you.text")}</p>
        <button type="submit" class="main">
          {t("you.keep")}
        </button>
      </form>
    </Dialog>
  );
}
