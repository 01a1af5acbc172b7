/** The moves of what is analysed, round by round, and the other line that was tried. */
import { useRef } from "preact/hooks";
import { t } from "../../i18n";
import type { GameEntry } from "../../net/types";
import { Icon } from "../../parts/Icon";
import { begins } from "../study/acts";
import { OtherLine } from "../study/OtherLine";
import type { Walk } from "../study/useWalk";
import { signsOf } from "../study/words";
import { moveRows } from "../table/moveRows";
import { MoveTable, Turn } from "../table/MoveTable";

interface Props {
  readonly game: GameEntry;
  readonly players: number;
  readonly walk: Walk;
}

export function MovesPanel({ game, players, walk }: Props) {
  const { acts, at, variation, tried } = walk;
  const movers = useMovers(walk);
  const { rows } = moveRows(movers);
  if (!rows.length && !tried) return null;
  return (
    <div class="panel analyse-moves">
      {rows.length > 0 && (
        <MoveTable
          label={t("review.moves")}
          names={signsOf(game, players)}
          movers={movers}
          at={at}
          turn={(cell) => (
            <Turn cell={cell} actions={acts} game={game.name} shown={variation.length ? null : at} onLook={walk.look} />
          )}
        />
      )}
      {tried && (
        <div class="other-line">
          <OtherLine game={game.name} walk={walk} movers={movers} />
          {variation.length > 0 && (
            <button type="button" onClick={() => walk.look(at)}>
              <Icon name="undo" />
              {t("review.back")}
            </button>
          )}
        </div>
      )}
    </div>
  );
}

/** Who made the acts of the game: the server tells it with every board, of the acts that led there. */
function useMovers({ line: { shown }, acts }: Walk): readonly (number | null)[] {
  const known = useRef<readonly (number | null)[]>([]);
  if (shown && shown.moves.length > known.current.length && begins(acts, shown.moves)) known.current = shown.position.movers;
  return known.current;
}
