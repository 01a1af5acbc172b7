/** Who sits where, whose turn it is, and the clocks. */
import { useEffect, useState } from "preact/hooks";
import { t } from "../../i18n";
import type { TableView } from "../../net/types";
import type { TableModel } from "../../state/table";
import { sideOf, sign, teamOf } from "./people";
import type { TableProps } from "./Play";

export function Seats({ model, now, game }: TableProps) {
  const turn = now.turn?.kind === "move" ? now.turn.seat : null;
  const winners = now.outcome?.winners ?? [];
  return (
    <ol class={`seats seats-${now.seats.length}`}>
      {now.seats.map(({ seat, name }) => (
        <li
          key={seat}
          class={[
            "seat",
            `team-${teamOf(game, now, seat)}`,
            `at-${sideOf(game, now, seat)}`,
            turn === seat && now.status === "live" ? "turning" : "",
            winners.includes(seat) ? "winner" : "",
          ].join(" ")}
          aria-current={turn === seat ? "true" : undefined}
        >
          <span class="sign" aria-hidden="true">
            {sign(game, now, seat)}
          </span>
          <span class="who">
            <b>{name ?? t("seat.free")}</b>
            <small>{standing(now, seat)}</small>
          </span>
          {now.clock && <Clock model={model} now={now} seat={seat} name={name ?? sign(game, now, seat)} />}
        </li>
      ))}
    </ol>
  );
}

/** Is it you, and is somebody gone? */
function standing(now: TableView, seat: number): string {
  const { name, engine, here, left } = now.seats[seat]!;
  const mine = now.you.holds.includes(seat);
  const away = !engine && name && !here && !mine;
  const said = [mine ? t("seat.you") : "", left ? t("seat.left") : away ? t("seat.away") : ""];
  return said.filter(Boolean).join(" · ");
}

function Clock({ model, now, seat, name }: { model: TableModel; now: TableView; seat: number; name: string }) {
  const [, tick] = useState(0);
  const runs = now.clock?.running === seat;
  useEffect(() => {
    if (!runs) return;
    const timer = setInterval(() => tick((count) => count + 1), 200);
    return () => clearInterval(timer);
  }, [runs]);
  const gone = runs ? performance.now() - model.clockAt.value : 0;
  const left = Math.max(0, (now.clock?.left[seat] ?? 0) - gone);
  return (
    <time class={`clock${runs ? " runs" : ""}${left < 10_000 ? " short" : ""}`} aria-label={t("clock.of", { name })}>
      {clockText(left)}
    </time>
  );
}

export function clockText(left: number): string {
  const seconds = Math.ceil(left / 1000);
  const hours = Math.floor(seconds / 3600);
  if (hours >= 48) return `${Math.floor(hours / 24)}d ${hours % 24}h`;
  const two = (number: number) => String(number).padStart(2, "0");
  if (hours) return `${hours}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return left < 10_000 && left > 0
    ? (Math.floor(left / 100) / 10).toFixed(1)
    : `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}
