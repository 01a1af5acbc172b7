/** What the game was worth after each move: a curve for each side, points at the mistakes. */
import { t } from "../../i18n";
import { percent } from "../../i18n/intl";
import type { AnnotatedMove, GameEntry } from "../../net/types";
import { sideOf } from "../study/words";
import type { Review } from "./useReview";
import { isBad, shareOf, verdictOf } from "./verdicts";

const [WIDE, HIGH] = [600, 140];

interface Props {
  readonly game: GameEntry;
  readonly review: Review;
  readonly names: readonly string[];
  /** The move that is looked at; 0: none. */
  readonly at: number;
  readonly onLook: (number: number) => void;
}

/** The sides of a game, each by its seats. */
function sides(game: GameEntry, players: number): readonly (readonly number[])[] {
  const all = Array.from({ length: players }, (_, seat) => sideOf(game, players, seat));
  return all.filter((side, seat) => side[0] === seat);
}

export function Graph({ game, review, names, at, onLook }: Props) {
  const { count, moves } = review;
  const { players } = review.record;
  const x = (number: number) => (count < 2 ? WIDE / 2 : ((number - 1) / (count - 1)) * (WIDE - 16) + 8);
  const y = (share: number) => 8 + (1 - share) * (HIGH - 16);
  const known = [...moves.values()].sort((one, other) => one.number - other.number);
  const share = (move: AnnotatedMove, side: readonly number[]) => {
    const value = move.after ?? move.before;
    return value && shareOf(value, side, players);
  };
  const all = sides(game, players);
  const curves = all.length === 2 ? all.slice(0, 1) : all; // of two sides one says it all
  const ends = curves.map((side) => {
    const last = known.at(-1);
    const found = last && share(last, side);
    return t("review.graph.side", { name: side.map((seat) => names[seat]).join(" + "), share: found == null ? "?" : percent(found) });
  });
  return (
    <figure class="review-graph">
      <svg
        viewBox={`0 0 ${WIDE} ${HIGH}`}
        role="img"
        aria-label={t("review.graph", { sides: ends.join(", ") })}
        onClick={(event) => {
          const box = event.currentTarget.getBoundingClientRect();
          const far = ((event.clientX - box.left) / box.width) * WIDE;
          onLook(Math.min(count, Math.max(1, Math.round(((far - 8) / (WIDE - 16)) * (count - 1)) + 1)));
        }}
      >
        <line class="middle" x1="0" x2={WIDE} y1={y(1 / all.length)} y2={y(1 / all.length)} />
        {curves.map((side, index) => {
          const points = known.flatMap((move) => {
            const found = share(move, side);
            return found == null ? [] : [`${x(move.number)},${y(found)}`];
          });
          return <polyline key={index} class={`side-${index}`} points={points.join(" ")} />;
        })}
        {known.filter(isBad).map((move) => {
          const side = curves.find((one) => one.includes(move.seat)) ?? curves[0]!;
          const found = share(move, side);
          return found == null ? null : <circle key={move.number} class={`is-${verdictOf(move)}`} cx={x(move.number)} cy={y(found)} r="5" />;
        })}
        {at > 0 && <line class="here" x1={x(at)} x2={x(at)} y1="0" y2={HIGH} />}
      </svg>
      <figcaption>
        {curves.map((side, index) => (
          <span key={index} class={`key side-${index}`}>{side.map((seat) => names[seat]).join(" + ")}</span>
        ))}
      </figcaption>
    </figure>
  );
}
