/** The move that is looked at: what it was worth, what was better, and what can be done about it. */
import { t } from "../../i18n";
import type { AnnotatedMove, GameEntry } from "../../net/types";
import { Icon } from "../../parts/Icon";
import { begins } from "../study/acts";
import { OtherLine } from "../study/OtherLine";
import { playOn } from "../study/playOn";
import { VariationMoves } from "../study/VariationMoves";
import { roundOf } from "../table/moveRows";
import { MoveName } from "../table/MoveTable";
import type { Review } from "./useReview";
import { moversOf, movesOf, type ReviewWalk } from "./useReviewWalk";
import { isBad, MARKS, valueText, verdictOf } from "./verdicts";

interface Props {
  readonly game: GameEntry;
  readonly review: Review;
  readonly names: readonly string[];
  readonly walk: ReviewWalk;
  readonly move: AnnotatedMove | null;
  /** Is the better move shown? */
  readonly better: boolean;
  readonly onBetter: (number: number) => void;
  readonly onBack: () => void;
}

export function MoveDetails({ game, review, names, walk, move, better, onBetter, onBack }: Props) {
  const next = nextMistake(review, better && move ? move.number : walk.number);
  const line = better ? (move?.best?.line ?? []) : [];
  const position = walk.line.shown?.position;
  const isOther = walk.variation.length > 0 && !begins(line, walk.variation);
  return (
    <section class="review-move" aria-label={t("review.this")}>
      <div role="status" aria-live="polite">{move && <Judged game={game} review={review} names={names} move={move} />}</div>
      {move?.best && better && !isOther && <Variation game={game} review={review} walk={walk} move={move} />}
      {isOther && <OtherLine game={game.name} walk={walk} movers={moversOf(review.record)} />}
      <div class="buttons">
        {move?.best && !better && isBad(move) && (
          <button type="button" onClick={() => onBetter(move.number)}>
            <Icon name="hint" />
            {t("review.show")}
          </button>
        )}
        {(better || walk.variation.length > 0) && (
          <button type="button" onClick={onBack}>
            <Icon name="undo" />
            {t("review.back")}
          </button>
        )}
        <button type="button" class="main" disabled={next === null} onClick={() => next !== null && onBetter(next)}>
          {t(next === null && review.done ? "review.none" : "review.next")}
          <Icon name="on" />
        </button>
        {position?.turn.kind === "move" && (
          <button type="button" onClick={() => void playOn(walk.line.origin, position)}>
            <Icon name="bot" />
            {t("review.again")}
          </button>
        )}
      </div>
    </section>
  );
}

/** The first bad move after this one; after the last one comes the first again. */
function nextMistake({ moves }: Review, after: number): number | null {
  const bad = [...moves.values()].filter(isBad).map(({ number }) => number).sort((one, other) => one - other);
  return bad.find((number) => number > after) ?? bad[0] ?? null;
}

function Judged({ game, review, names, move }: Pick<Props, "game" | "review" | "names"> & { move: AnnotatedMove }) {
  const { players } = review.record;
  const verdict = verdictOf(move);
  const round = roundOf(moversOf(review.record), actOf(review, move));
  return (
    <>
      <h2>
        {t("review.move", { number: round, name: names[move.seat] ?? "" })} <MoveName action={move.move} game={game.name} />
      </h2>
      <p class={`verdict is-${verdict}`}>
        <b>
          {MARKS[verdict]} {t(`review.${verdict}`)}
        </b>{" "}
        {isBad(move) &&
          move.before &&
          move.after &&
          t("review.from-to", {
            before: valueText(move.before, game, players, move.seat),
            after: valueText(move.after, game, players, move.seat),
            name: names[move.seat] ?? "",
          })}{" "}
        {move.best && isBad(move) && (
          <>
            {t("review.better")} <MoveName action={move.best.best} game={game.name} />
          </>
        )}
      </p>
    </>
  );
}

/** The number of the act that a move is, counted from 0. */
const actOf = ({ record }: Review, { number }: AnnotatedMove): number => movesOf(record)[number - 1]!;

/** What would have followed the better move: each move of it leads to its board. */
function Variation({ game, review, walk, move }: Pick<Props, "game" | "review" | "walk"> & { move: AnnotatedMove }) {
  const from = actOf(review, move);
  const line = move.best!.line;
  const known = line.slice(0, line.includes("=?") ? line.indexOf("=?") : line.length); // what nobody can know
  const here = walk.at === from ? walk.variation.length : 0;
  return <VariationMoves game={game.name} acts={known} at={here} onLook={(count) => walk.vary(from, known, count)} />;
}
