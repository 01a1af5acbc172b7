/** Who sits at the table: faces, pieces, cards and clocks. You are at the bottom. */
import { useState } from "preact/hooks";
import { maybe, t } from "../../i18n";
import { listText } from "../../i18n/intl";
import { skinOf } from "../../games";
import type { SeatView } from "../../net/types";
import { SeatPieces } from "../../parts/SeatPieces";
import { Clock } from "./Clock";
import { Face } from "./Face";
import { Hand, shownOf } from "./Hand";
import { isYou, namesOf, partnersOf, seating, sign, teamOf } from "./people";
import { levelOf } from "./personas";
import type { TableProps } from "./Play";

interface Props extends TableProps {
  readonly lit: string | null;
  readonly onLight: (card: string | null) => void;
}

/** The seats of the others. */
export function Others(props: Props) {
  const { now, game } = props;
  const unowned = now.scene && skinOf(game.name).unowned(now.scene);
  return (
    <ol class="seats others">
      {seating(now).others.map((seat) => <Seat key={seat.seat} {...props} seat={seat} />)}
      {unowned && (
        <li class="seat unowned">
          <div class="plate">
            <SeatPieces faces={unowned.faces} name={unowned.name} />
            <span class="who">
              <b>{unowned.name}</b>
              <small>{unowned.whose}</small>
            </span>
          </div>
        </li>
      )}
    </ol>
  );
}

/** One's own seat; who watches sees the first seat there. */
export function Mine(props: Props) {
  return (
    <ol class="seats mine">
      <Seat {...props} seat={seating(props.now).mine} />
    </ol>
  );
}

function Seat({ model, now, game, seat: view, lit, onLight }: Props & { seat: SeatView }) {
  const { seat } = view;
  const turn = now.turn?.kind === "move" ? now.turn.seat : null;
  const turning = turn === seat && now.status === "live";
  const called = sign(game, now, seat);
  const name = namesOf(now.seats).get(seat) ?? t("seat.free");
  const level = levelOf(view.engine);
  const classes = [
    "seat",
    `team-${teamOf(game, now, seat)}`,
    turning ? "turning" : "",
    now.outcome?.winners.includes(seat) ? "winner" : "",
    view.left ? "gone" : "",
  ];
  return (
    <li class={classes.filter(Boolean).join(" ")} data-seat={seat} aria-current={turning ? "true" : undefined}>
      <div class="plate">
        <Face seats={now.seats} seat={view} />
        <span class="who">
          <b>
            {name}
            {level !== null && (
              <span class="level" title={t("seat.level", { level })}>
                {" · "}
                {level}
              </span>
            )}
          </b>
          <small>{standing({ now, game } as TableProps, view)}</small>
        </span>
        <SeatPieces faces={skinOf(game.name).seatPieces(called)} name={called} />
        {now.scene?.goal ? <Score shown={shownOf(now.scene, called)} goal={now.scene.goal} /> : null}
        {now.clock && <Clock model={model} now={now} seat={seat} name={name} />}
      </div>
      {now.scene && <Hand scene={now.scene} called={called} own={now.you.holds.includes(seat)} name={name} lit={lit} onLight={onLight} />}
    </li>
  );
}

function Score({ shown, goal }: { shown: number; goal: number }) {
  return <span class="score">{t("seat.score", { count: shown, goal })}</span>;
}

/** Is it you, who is your partner, and is somebody gone? */
function standing({ now, game }: Pick<TableProps, "now" | "game">, view: SeatView): string {
  const { seat, name, engine, here, left } = view;
  const mine = now.you.holds.includes(seat);
  const away = !engine && name && !here && !mine;
  const names = namesOf(now.seats);
  const partners = partnersOf(game, now, seat).filter((one) => one !== seat);
  const withYou = partners.some((one) => isYou(now, one));
  const team = withYou ? t("seat.team.you") : partners.length ? t("seat.team", { names: listText(partners.map((one) => names.get(one) ?? "?")) }) : "";
  const strength = engine && levelOf(engine) === null ? (maybe(`seat.${engine}`) ?? engine) : "";
  const said = [strength, mine && now.you.holds.length === 1 ? t("seat.you") : "", left ? t("seat.left") : away ? t("seat.away") : "", team];
  return said.filter(Boolean).join(" · ");
}

/** The cards of everybody, for screens that have no room for them beside the board. */
export function AllCards({ now, game }: TableProps) {
  const [lit, setLit] = useState<string | null>(null);
  const { others, mine } = seating(now);
  return (
    <ul class="all-cards">
      {[mine, ...others].map(({ seat }) => {
        const called = sign(game, now, seat);
        const name = namesOf(now.seats).get(seat) ?? t("seat.free");
        const own = now.you.holds.includes(seat);
        return (
          <li key={seat}>
            <h3>{name}</h3>
            {now.scene && <Hand scene={now.scene} called={called} own={own} name={name} lit={lit} onLight={setLit} />}
          </li>
        );
      })}
    </ul>
  );
}
