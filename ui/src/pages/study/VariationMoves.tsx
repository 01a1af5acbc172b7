/** The moves of another line: each leads to the board after it, and after what chance did then. */
import { t } from "../../i18n";
import { MoveName } from "../table/MoveTable";
import { stopsOf } from "./acts";

interface Props {
  readonly game: string;
  readonly acts: readonly string[];
  /** How many of them led to the board that is shown. */
  readonly at: number;
  readonly onLook: (count: number) => void;
}

export function VariationMoves({ game, acts, at, onLook }: Props) {
  const stops = stopsOf(acts);
  const moves = stops.slice(1).map((end, index) => ({ from: stops[index]!, end }));
  return (
    <ol class="variation" aria-label={t("review.line")}>
      {moves.map(({ from, end }) => (
        <li key={from}>
          <button type="button" class="quiet" aria-current={at > from && at <= end ? "step" : undefined} onClick={() => onLook(end)}>
            {acts.slice(from, end).map((act, index) => (
              <MoveName key={index} action={act} game={game} />
            ))}
          </button>
        </li>
      ))}
    </ol>
  );
}
