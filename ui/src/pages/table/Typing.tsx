/** A line for the notation of a move. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { t } from "../../i18n";

interface Props {
  readonly onTyped: (move: string) => void;
  readonly onClose: () => void;
}

export function Typing({ onTyped, onClose }: Props) {
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => input.current?.focus(), []); // before the next key
  return (
    <form
      class="typing"
      onSubmit={(event) => {
        event.preventDefault();
        const move = input.current?.value.trim();
        onClose();
        if (move) onTyped(move);
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
      }}
    >
      <label>
        {t("type.label")}
        <input ref={input} maxLength={40} autocomplete="off" autocapitalize="off" spellcheck={false} onBlur={onClose} />
      </label>
    </form>
  );
}
