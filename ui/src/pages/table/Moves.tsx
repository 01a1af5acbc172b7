/** The moves so far, and buttons to step through them. */
import { useEffect, useRef } from "preact/hooks";
import { SIGNS } from "../../board/colours";
import { skinOf } from "../../games";
import { colourText } from "../../games/colours";
import { t } from "../../i18n";
import { Icon } from "../../parts/Icon";
import { settings } from "../../state/settings";
import { moveRows, type TurnCell } from "./moveRows";
import type { Past } from "./past";
import { seatName } from "./people";
import type { TableProps } from "./Play";

interface Props extends TableProps {
  readonly past: Past;
  /** A move was chosen. */
  readonly onLook?: () => void;
}

export function Moves({ now, game, past, onLook }: Props) {
  const shown = past.at ?? now.actions.length;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const current = list.current?.querySelector("[aria-current]");
    current?.scrollIntoView({ block: "nearest" });
  }, [now.actions.length, shown]);
  const { rows } = moveRows(now.movers);
  const look = (at: number) => {
    past.look(at);
    onLook?.();
  };
  if (!rows.length) return <p class="quiet-text">{t("moves.empty")}</p>;
  return (
    <div class="move-list" ref={list} tabIndex={0} role="region" aria-label={t("act.moves")}>
      <table>
        <thead>
          <tr>
            <th scope="col" class="sr">#</th>
            {now.seats.map(({ seat }) => (
              <th scope="col" key={seat}>{seatName(game, now, seat)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, number) => (
            <tr key={number}>
              <th scope="row">{number + 1}</th>
              {now.seats.map(({ seat }) => {
                const cell = row.find((one) => one.seat === seat);
                return (
                  <td key={seat}>
                    {cell && <Turn cell={cell} actions={now.actions} game={game.name} shown={shown} onLook={look} />}
                  </td>
                );
              })}
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
  readonly shown: number;
  readonly onLook: (at: number) => void;
}

/** One turn: it leads to the board after the last of its actions. */
function Turn({ cell, actions, game, shown, onLook }: TurnProps) {
  const last = cell.acts.at(-1)! + 1;
  const here = shown > cell.acts[0]! && shown <= last;
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
  if (settings.value.notation) return <span class={action.startsWith("=") ? "chance" : ""}>{action}</span>;
  const { icon, colour, text } = skinOf(game).moveLabel(action);
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

/** First, back, play, on, last; and a slider. */
export function Stepper({ now, past }: Pick<TableProps, "now"> & { past: Past }) {
  const all = now.actions.length;
  const at = past.at ?? all;
  return (
    <div class="stepper" role="group" aria-label={t("act.moves")}>
      <button type="button" class="quiet" aria-label={t("moves.first")} title={t("moves.first")} disabled={at === 0} onClick={() => past.look(0)}>
        <Icon name="first" />
      </button>
      <button type="button" class="quiet" aria-label={t("moves.back")} title={t("moves.back")} disabled={at === 0} onClick={() => past.step(-1)}>
        <Icon name="back" />
      </button>
      <button
        type="button"
        class="quiet"
        aria-label={t(past.playing ? "moves.stop" : "moves.play")}
        title={t(past.playing ? "moves.stop" : "moves.play")}
        disabled={all === 0}
        onClick={() => past.play(!past.playing)}
      >
        <Icon name={past.playing ? "pause" : "play"} />
      </button>
      <button type="button" class="quiet" aria-label={t("moves.on")} title={t("moves.on")} disabled={past.at === null} onClick={() => past.step(1)}>
        <Icon name="on" />
      </button>
      <button type="button" class="quiet" aria-label={t("moves.now")} title={t("moves.now")} disabled={past.at === null} onClick={() => past.look(null)}>
        <Icon name="last" />
      </button>
      <input
        type="range"
        min={0}
        max={all}
        value={at}
        disabled={all === 0}
        aria-label={t("moves.slider")}
        aria-valuetext={t("moves.past", { at, all })}
        onInput={({ currentTarget }) => past.look(currentTarget.valueAsNumber)}
      />
    </div>
  );
}
