/** A record to be reviewed: pasted, or from a file. */
import { useState } from "preact/hooks";
import { t } from "../../i18n";
import { Icon } from "../../parts/Icon";
import { OpenFile } from "../../parts/OpenFile";

export function RecordForm({ onText }: { onText: (text: string) => void }) {
  const [text, setText] = useState("");
  return (
    <>
      <h1>{t("review.title")}</h1>
      <p>{t("review.text")}</p>
      <form
        class="panel form"
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim()) onText(text);
        }}
      >
        <label>
          <span>{t("review.record")}</span>
          <textarea rows={8} spellcheck={false} value={text} onInput={({ currentTarget }) => setText(currentTarget.value)} />
        </label>
        <div class="buttons">
          <button type="submit" class="main">
            <Icon name="analyse" />
            {t("review.go")}
          </button>
          <OpenFile onText={onText} />
        </div>
      </form>
    </>
  );
}
