/** The moves of a recorded game, round by round; each leads to the board after it. */
import { useEffect, useRef } from "preact/hooks";
import { t } from "../../i18n";
import type { GameRecord } from "../../net/types";
import { moveRows, type TurnCell } from "../table/moveRows";
import { MoveName } from "../table/Moves";
import type { Player } from "./great";

interface Props {
  readonly record: GameRecord;
  readonly players: readonly Player[];
  /** How many acts have led to the board that is shown. */
  readonly shown: number;
  readonly onLook: (acts: number) => void;
}

export function ReplayMoves({ record, players, shown, onLook }: Props) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const [box, current] = [list.current, list.current?.querySelector<HTMLElement>("[aria-current]")];
    if (box && current) box.scrollTop = current.offsetTop - box.clientHeight / 2; // the page stays where it is
  }, [shown]);
  const { rows } = moveRows(record.acts.map(({ seat }) => seat));
  const turn = ({ acts }: TurnCell) => {
    const last = acts.at(-1)! + 1;
    const here = shown > acts[0]! && shown <= last;
    return (
      <button type="button" class="quiet move" aria-current={here ? "step" : undefined} onClick={() => onLook(last)}>
        {acts.map((at) => (
          <MoveName key={at} action={record.acts[at]!.text} game={record.game} />
        ))}
      </button>
    );
  };
  return (
    <div class="move-list replay-moves panel" ref={list} tabIndex={0} role="region" aria-label={t("review.moves")}>
      <table>
        <thead>
          <tr>
            <th scope="col" class="sr">#</th>
            {players.map(({ seat, name }) => (
              <th scope="col" key={seat}>{name}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, number) => (
            <tr key={number}>
              <th scope="row">{number + 1}</th>
              {players.map(({ seat }) => {
                const cell = row.find((one) => one.seat === seat);
                return <td key={seat}>{cell && turn(cell)}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
