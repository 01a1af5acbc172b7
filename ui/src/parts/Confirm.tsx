/** A move that waits to be confirmed. */
import { t } from "../i18n";
import type { Touch } from "../net/types";

interface Props {
  readonly waiting: Touch | null;
  /** The move in words. */
  readonly words: string;
  readonly onPlay: (touch: Touch) => void;
  readonly onCancel: () => void;
}

export function Confirm({ waiting, words, onPlay, onCancel }: Props) {
  if (!waiting) return null;
  return (
    <div class="confirm">
      <span>{t("board.confirm", { move: words })}</span>
      <button type="button" class="main" onClick={() => onPlay(waiting)}>
        {t("act.play")}
      </button>
      <button type="button" class="quiet" onClick={onCancel}>
        {t("act.cancel")}
      </button>
    </div>
  );
}
