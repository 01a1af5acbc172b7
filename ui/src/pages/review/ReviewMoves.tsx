/** The moves of a reviewed game, each with its mark. */
import { t } from "../../i18n";
import type { GameEntry } from "../../net/types";
import { isMove } from "../study/acts";
import { MoveName, MoveTable } from "../table/MoveTable";
import type { Review } from "./useReview";
import { MARKS, verdictOf } from "./verdicts";

interface Props {
  readonly game: GameEntry;
  readonly review: Review;
  readonly names: readonly string[];
  /** The move that is looked at; 0: none. */
  readonly at: number;
  readonly onLook: (number: number) => void;
}

export function ReviewMoves({ game, review, names, at, onLook }: Props) {
  const { acts } = review.record;
  const played = acts.filter(({ text }) => isMove(text));
  const judged = (index: number) => {
    const move = review.moves.get(index + 1);
    const verdict = move ? verdictOf(move) : "unknown";
    return (
      <button
        key={index}
        type="button"
        class={`quiet move is-${verdict}`}
        aria-current={index + 1 === at ? "step" : undefined}
        onClick={() => onLook(index + 1)}
      >
        <MoveName action={played[index]!.text} game={game.name} />
        {MARKS[verdict] && (
          <span class="mark" title={t(`review.${verdict}`)}>
            <span aria-hidden="true">{MARKS[verdict]}</span>
            <span class="sr">{t(`review.${verdict}`)}</span>
          </span>
        )}
      </button>
    );
  };
  return (
    <MoveTable
      label={t("review.moves")}
      names={names}
      movers={played.map(({ seat }) => seat)}
      at={at}
      kind="review-moves"
      turn={(cell) => cell.acts.map(judged)}
    />
  );
}
