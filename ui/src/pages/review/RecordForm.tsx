/** A record to be reviewed: pasted, or from a file. */
import { useState } from "preact/hooks";
import { t } from "../../i18n";
import { Icon } from "../../parts/Icon";
import { OpenFile } from "../../parts/OpenFile";

interface Props {
  readonly onText: (text: string) => void;
  /** What was asked before, and why it was refused. */
  readonly start?: string;
  readonly error?: string;
}

export function RecordForm({ onText, start = "", error = "" }: Props) {
  const [text, setText] = useState(start);
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
          <textarea
            rows={8}
            spellcheck={false}
            value={text}
            aria-invalid={error ? "true" : undefined}
            aria-describedby="review-says"
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        </label>
        <p id="review-says" role="alert" class="refusal">
          {error}
        </p>
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
