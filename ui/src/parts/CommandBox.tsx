/** A line for the notation of moves: type one, and Enter plays it; a wrong one is explained and kept. */
import { useId, useRef, useState } from "preact/hooks";
import { t } from "../i18n";
import "../style/command.css";

interface Props {
  /** Plays a move; says why it can't be played, or nothing. */
  readonly onMove: (move: string) => Promise<string>;
  /** Can a move be made now? If not, the line keeps its text and the keyboard, and waits. */
  readonly able?: boolean;
  /** Leave the line after each move, e.g. where keys do other things. */
  readonly leaves?: boolean;
}

export function CommandBox({ onMove, able = true, leaves = false }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const from = useRef<HTMLElement | null>(null);
  const [wrong, setWrong] = useState("");
  const id = useId();
  const leave = () => {
    input.current?.blur();
    if (from.current?.isConnected) from.current.focus();
  };
  const submit = async () => {
    if (!able) return;
    const line = input.current;
    const move = line?.value.trim();
    if (!line || !move) {
      leave();
      return;
    }
    const refusal = await onMove(move);
    setWrong(refusal);
    if (refusal) {
      line.select();
      return;
    }
    line.value = "";
    if (leaves) leave();
  };
  return (
    <form
      class="command-box"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        setWrong("");
        leave();
      }}
    >
      <label>
        <span>{t("type.label")}</span>
        <input
          ref={input}
          maxLength={40}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          placeholder={t("type.hint")}
          readOnly={!able}
          aria-disabled={!able}
          aria-invalid={wrong ? "true" : undefined}
          aria-describedby={id}
          onInput={() => setWrong("")}
          onFocus={({ relatedTarget }) => {
            from.current = relatedTarget as HTMLElement | null;
          }}
        />
      </label>
      <p id={id} role="alert" class="refusal">
        {wrong}
      </p>
    </form>
  );
}

/** Go to the line, wherever it is on the page. */
export const focusCommandBox = (): void => document.querySelector<HTMLInputElement>(".command-box input")?.focus();
