/** The moves so far, and buttons to step through them. */
import { t } from "../../i18n";
import { Icon } from "../../parts/Icon";
import { moveRows } from "./moveRows";
import { MoveTable, Turn } from "./MoveTable";
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
  const look = (at: number) => {
    past.look(at);
    onLook?.();
  };
  if (!moveRows(now.movers).rows.length) return <p class="quiet-text">{t("moves.empty")}</p>;
  return (
    <MoveTable
      label={t("act.moves")}
      names={now.seats.map(({ seat }) => seatName(game, now, seat))}
      movers={now.movers}
      at={shown}
      turn={(cell) => <Turn cell={cell} actions={now.actions} game={game.name} shown={shown} onLook={look} />}
    />
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
