/** A button that opens a file with a position or a record. */
import { t } from "../i18n";
import { Icon } from "./Icon";

export function OpenFile({ onText }: { onText: (text: string) => void }) {
  return (
    <label class="button">
      <Icon name="file" />
      {t("analyse.file")}
      <input
        class="sr"
        type="file"
        accept=".txt,.json,text/plain,application/json"
        onChange={({ currentTarget }) => void currentTarget.files?.[0]?.text().then(onText)}
      />
    </label>
  );
}
