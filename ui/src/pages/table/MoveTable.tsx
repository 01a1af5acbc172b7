/** Moves as a table: a row for each round, a column for each seat. */
import type { ComponentChildren } from "preact";
import { useContext, useEffect, useRef } from "preact/hooks";
import { SIGNS } from "../../board/colours";
import { skinOf } from "../../games";
import { CallingContext } from "../../games/calling";
import { colourText } from "../../games/colours";
import { t } from "../../i18n";
import { Icon } from "../../parts/Icon";
import { settings } from "../../state/settings";
import { moveRows, type TurnCell } from "./moveRows";

interface Props {
  readonly label: string;
  /** What the seats are called. */
  readonly names: readonly string[];
  /** Who made each of the actions; null: chance. */
  readonly movers: readonly (number | null)[];
  /** Another one whenever another move is current: the list shows it. */
  readonly at: number;
  readonly kind?: string;
  readonly turn: (cell: TurnCell) => ComponentChildren;
}

export function MoveTable({ label, names, movers, at, kind = "", turn }: Props) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const [box, current] = [list.current, list.current?.querySelector<HTMLElement>("[aria-current]")];
    if (box && current) box.scrollTop = current.offsetTop - box.clientHeight / 2; // the page stays where it is
  }, [at, movers.length]);
  const { rows } = moveRows(movers);
  return (
    <div class={`move-list ${kind}`} ref={list} tabIndex={0} role="region" aria-label={label}>
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
                <td key={seat}>{row.filter((cell) => cell.seat === seat).map(turn)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface TurnProps {
  readonly cell: TurnCell;
  readonly actions: readonly string[];
  readonly game: string;
  /** How many actions led to the board that is shown; null: it is another line's. */
  readonly shown: number | null;
  readonly onLook: (at: number) => void;
}

/** One turn: it leads to the board after the last of its actions. */
export function Turn({ cell, actions, game, shown, onLook }: TurnProps) {
  const last = cell.acts.at(-1)! + 1;
  const here = shown !== null && shown > cell.acts[0]! && shown <= last;
  return (
    <button type="button" class="quiet move" aria-current={here ? "step" : undefined} onClick={() => onLook(last)}>
      {cell.acts.map((at) => (
        <MoveName key={at} action={actions[at]!} game={game} />
      ))}
    </button>
  );
}

/** A move in a list: as a picture and words, or as notation. */
export function MoveName({ action, game }: { action: string; game: string }) {
  const calling = useContext(CallingContext);
  if (settings.value.notation) return <span class={action.startsWith("=") ? "chance" : ""}>{action}</span>;
  if (action.startsWith("!")) {
    return (
      <span class="move-label">
        <Icon name="flag" />
        {t("seat.left")}
      </span>
    );
  }
  const { icon, colour, text } = skinOf(game).moveLabel(action, calling);
  const hidden = action.startsWith("=") && !colour; // cards that were dealt say nothing in a list
  if (hidden) return null;
  return (
    <span class="move-label">
      {icon && <Icon name={icon} />}
      {colour && (
        <span class={`piece cube colour-${colour}`} role="img" aria-label={colourText(colour)}>
          <b aria-hidden="true">{SIGNS[colour]}</b>
        </span>
      )}
      {text}
    </span>
  );
}
