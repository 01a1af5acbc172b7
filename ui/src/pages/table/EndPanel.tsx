/** How it ended, and what to do next. */
import { useEffect, useState } from "preact/hooks";
import { t } from "../../i18n";
import type { NewTable, TableView } from "../../net/types";
import { go } from "../../state/route";
import { remember } from "../../state/settings";
import { Icon } from "../../parts/Icon";
import { LevelChoice } from "../../parts/LevelChoice";
import { Link } from "../../parts/Link";
import { open } from "../newTable";
import { endText, hasWon, reasonText } from "./endings";
import { alone, seatName } from "./people";
import { type TableProps, command } from "./Play";

interface Props extends TableProps {
  /** Does a request for a rematch stand above, with its answers? */
  readonly asked: boolean;
}

export function EndPanel({ model, now, game, games, asked }: Props) {
  const mine = now.you.holds[0];
  const hasAsked = now.rematch.some((seat) => now.you.holds.includes(seat));
  useEffect(() => {
    if (now.next_table && hasAsked) go(`/t/${now.next_table}`);
  }, [now.next_table, hasAsked]);
  const computer = alone(now) && now.seats.some(({ engine }) => engine.startsWith("level"));
  const [level, setLevel] = useState(commonLevel(now));
  const choose = (chosen: number) => {
    setLevel(chosen);
    remember({ level: chosen });
  };
  const again = () => {
    if (now.next_table) go(`/t/${now.next_table}`);
    else if (computer) void open(rematch(now, level));
    else void command(model, { type: "rematch", seat: mine ?? null });
  };
  return (
    <section class={hasWon(now) ? "end won" : "end"} role="alert">
      <h2>{endText(game, now)}</h2>
      <p>{reasonText(game, games.ends, now)}</p>
      {now.outcome?.scores && (
        <dl class="scores" aria-label={t("end.scores")}>
          {now.outcome.scores.map((score, seat) => (
            <div key={seat} class={now.outcome!.winners.includes(seat) ? "best" : ""}>
              <dt>{seatName(game, now, seat)}</dt>
              <dd>{score}</dd>
            </div>
          ))}
        </dl>
      )}
      {computer && level !== null && <LevelChoice level={level} onLevel={choose} />}
      <div class="buttons">
        {now.status === "over" && now.movers.some((seat) => seat !== null) && (
          <Link to={`/review/${now.table}`} class="button">
            <Icon name="analyse" />
            {t("end.review")}
          </Link>
        )}
        {mine !== undefined && !asked && (
          <button type="button" class="main" disabled={hasAsked && !now.next_table} onClick={again}>
            <Icon name="rematch" />
            {t("act.rematch")}
          </button>
        )}
        <button type="button" onClick={() => go("/")}>
          <Icon name="new" />
          {t("act.new")}
        </button>
      </div>
    </section>
  );
}

/** The level of all engines here; null: they differ, and keep their own in a rematch. */
function commonLevel(now: TableView): number | null {
  const theirs = now.seats.filter(({ seat, engine }) => engine && !now.you.holds.includes(seat));
  const [engine, ...others] = new Set(theirs.map(({ engine }) => engine));
  return engine?.startsWith("level") && !others.length ? Number(engine.slice("level".length)) : null;
}

/** The same game, with engines of the chosen level; everybody moves on by one seat. */
function rematch(now: TableView, level: number | null): NewTable {
  const seats = now.seats.map(({ seat, engine }) => {
    if (now.you.holds.includes(seat)) return seat === now.you.holds[0] ? "me" : "device";
    return level === null ? engine : `level${level}`;
  });
  return { ...now.configuration, seats: [...seats.slice(1), ...seats.slice(0, 1)] };
}
