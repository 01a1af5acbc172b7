/** The moves of a recorded game, round by round; each leads to the board after it. */
import { t } from "../../i18n";
import type { GameRecord } from "../../net/types";
import { MoveTable, Turn } from "../table/MoveTable";
import type { Player } from "../study/players";

interface Props {
  readonly record: GameRecord;
  readonly players: readonly Player[];
  /** How many acts have led to the board that is shown. */
  readonly shown: number;
  readonly onLook: (acts: number) => void;
}

export function ReplayMoves({ record, players, shown, onLook }: Props) {
  const actions = record.acts.map(({ text }) => text);
  return (
    <MoveTable
      label={t("review.moves")}
      names={players.map(({ name }) => name)}
      movers={record.acts.map(({ seat }) => seat)}
      at={shown}
      kind="replay-moves panel"
      turn={(cell) => <Turn key={cell.acts[0]} cell={cell} actions={actions} game={record.game} shown={shown} onLook={onLook} />}
    />
  );
}
