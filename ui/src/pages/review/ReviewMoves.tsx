/** The moves of a reviewed game, each with its mark. */
import { useEffect, useRef } from "preact/hooks";
import { t } from "../../i18n";
import type { GameEntry } from "../../net/types";
import { moveRows } from "../table/moveRows";
import { MoveName } from "../table/Moves";
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
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const [box, current] = [list.current, list.current?.querySelector<HTMLElement>("[aria-current]")];
    if (box && current) box.scrollTop = current.offsetTop - box.clientHeight / 2; // the page stays where it is
  }, [at]);
  const { acts } = review.record;
  const played = acts.filter(({ seat, text }) => seat !== null && !text.startsWith("!"));
  const { rows } = moveRows(played.map(({ seat }) => seat));
  return (
    <div class="move-list review-moves" ref={list} tabIndex={0} role="region" aria-label={t("review.moves")}>
      <table>
        <thead>
          <tr>
            <th scope="col" class="sr">#</th>
            {names.map((name, seat) => (
              <th scope="col" key={seat}>{name}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, number) => (
            <tr key={number}>
              <th scope="row">{number + 1}</th>
              {names.map((_, seat) => (
                <td key={seat}>
                  {row
                    .filter((cell) => cell.seat === seat)
                    .flatMap((cell) => cell.acts)
                    .map((index) => {
                      const move = review.moves.get(index + 1);
                      const verdict = move ? verdictOf(move) : "unknown";
                      const { text } = played[index]!;
                      return (
                        <button
                          key={index}
                          type="button"
                          class={`quiet move is-${verdict}`}
                          aria-current={index + 1 === at ? "step" : undefined}
                          onClick={() => onLook(index + 1)}
                        >
                          <MoveName action={text} game={game.name} />
                          {MARKS[verdict] && (
                            <span class="mark" title={t(`review.${verdict}`)}>
                              <span aria-hidden="true">{MARKS[verdict]}</span>
                              <span class="sr">{t(`review.${verdict}`)}</span>
                            </span>
                          )}
                        </button>
                      );
                    })}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
