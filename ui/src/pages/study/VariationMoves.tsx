/** The moves of another line: each leads to its board. */
import { t } from "../../i18n";
import { MoveName } from "../table/MoveTable";

interface Props {
  readonly game: string;
  readonly acts: readonly string[];
  /** How many of them led to the board that is shown. */
  readonly at: number;
  readonly onLook: (count: number) => void;
}

export function VariationMoves({ game, acts, at, onLook }: Props) {
  return (
    <ol class="variation" aria-label={t("review.line")}>
      {acts.map((act, index) => (
        <li key={index}>
          <button type="button" class="quiet" aria-current={at === index + 1 ? "step" : undefined} onClick={() => onLook(index + 1)}>
            <MoveName action={act} game={game} />
          </button>
        </li>
      ))}
    </ol>
  );
}
