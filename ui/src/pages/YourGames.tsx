/** Your games: those that go on, and those that have ended, with their results. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../i18n";
import { dateText, listText } from "../i18n/intl";
import { api } from "../net/api";
import type { Catalogue, TableCard } from "../net/types";
import { Icon } from "../parts/Icon";
import { Link } from "../parts/Link";
import "../style/yours.css";
import { shortReason } from "./table/endings";
import { listedNames, tableState } from "./tableText";

/** Milliseconds between two looks at the games that go on. */
const AGAIN = 15_000;
/** Finished games that are fetched at once. */
const PAGE = 10;
/** The most that the server lists at once. */
const MOST = 100;

interface Games {
  readonly catalogue: Catalogue;
  readonly going: readonly TableCard[];
  readonly ended: readonly TableCard[];
  /** Are there older ones? */
  readonly more: boolean;
}

export type Yours = ReturnType<typeof useYourGames>;

/** Those that go on; nothing if none do. */
export function GoingGames({ yours: { games } }: { yours: Yours }) {
  if (!games?.going.length) return null;
  return (
    <Section title={t("home.yours")}>
      <List tables={games.going} catalogue={games.catalogue} />
    </Section>
  );
}

/** Those that have ended, the newest first. */
export function EndedGames({ yours: { games, older, failed, again } }: { yours: Yours }) {
  if (failed && !games) {
    return (
      <Section title={t("yours.ended")}>
        <p role="alert">{t("net.error.text")}</p>
        <button type="button" onClick={again}>
          {t("act.again")}
        </button>
      </Section>
    );
  }
  if (!games) return <Section title={t("yours.ended")} busy />;
  const { catalogue, ended, more } = games;
  return (
    <Section title={t("yours.ended")}>
      {ended.length ? <List tables={ended} catalogue={catalogue} /> : <p class="quiet-text">{t("yours.empty")}</p>}
      {more && (
        <button type="button" class="quiet" onClick={older}>
          {t("yours.more")}
        </button>
      )}
    </Section>
  );
}

function Section({ title, busy = false, children }: { title: string; busy?: boolean; children?: ComponentChildren }) {
  return (
    <section class="your-games" aria-label={title} aria-busy={busy}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function List({ tables, catalogue }: { tables: readonly TableCard[]; catalogue: Catalogue }) {
  return (
    <ul>
      {tables.map((table) => (
        <li key={table.table}>
          <Game table={table} catalogue={catalogue} />
          {table.outcome !== null && table.plies > 0 && (
            <Link to={`/review/${table.table}`} class="button quiet review-link">
              <Icon name="analyse" />
              {t("yours.review")}
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}

function Game({ table, catalogue }: { table: TableCard; catalogue: Catalogue }) {
  const game = catalogue.games.find(({ name }) => name === table.configuration.game);
  const names = namesOf(table, table.outcome?.winners ?? []);
  const reason = table.outcome && shortReason(table.outcome.reason, game, catalogue.ends, { names });
  const at = table.ended ?? table.changed;
  const turns = t("yours.turns", { count: table.plies });
  return (
    <Link to={`/t/${table.table}`} class={table.your_turn ? "your-game waits" : "your-game"}>
      <b>{game?.title ?? table.configuration.game}</b>
      <em data-result={table.result}>{resultOf(table)}</em>
      <span>{peopleOf(table)}</span>
      <time dateTime={new Date(at).toISOString()}>{dateText(at)}</time>
      {table.ended !== null && <small>{reason ? t("yours.how", { turns, reason }) : turns}</small>}
    </Link>
  );
}

function namesOf(table: TableCard, seats: readonly number[]): string {
  const names = listedNames(table);
  return listText(seats.map((seat) => names.get(seat) ?? t("seat.free")));
}

function peopleOf(table: TableCard): string {
  const all = table.seats.map((_, seat) => seat);
  const others = all.filter((seat) => !table.your_seats.includes(seat));
  return others.length
    ? t("yours.against", { names: namesOf(table, others) })
    : t("yours.device", { names: namesOf(table, all) });
}

function resultOf(table: TableCard): string {
  if (table.result) return t(`yours.${table.result}`);
  return table.outcome ? t("end.won", { names: namesOf(table, table.outcome.winners) }) : tableState(table);
}

export function useYourGames() {
  const [games, setGames] = useState<Games | null>(null);
  const [failed, setFailed] = useState(false);
  const shown = useRef(0);
  const load = async (gone: () => boolean) => {
    if (document.hidden) return;
    const count = Math.min(MOST, Math.max(PAGE, shown.current));
    try {
      const [catalogue, going, ended] = await Promise.all([api.games(), api.going(), api.ended(count, null)]);
      if (gone()) return;
      setFailed(false);
      setGames({ catalogue, going, ended, more: ended.length === count });
      shown.current = ended.length;
    } catch {
      if (!gone()) setFailed(true); // what was known stays, and is asked for again
    }
  };
  const older = async () => {
    const last = games?.ended.at(-1);
    if (!games || !last) return;
    try {
      const page = await api.ended(PAGE, last.table);
      setGames({ ...games, ended: [...games.ended, ...page], more: page.length === PAGE });
      shown.current = games.ended.length + page.length;
    } catch {
      setFailed(true);
    }
  };
  useEffect(() => {
    let gone = false;
    const look = () => {
      if (shown.current <= MOST) void load(() => gone); // who reads further back is left in peace
    };
    look();
    const timer = setInterval(look, AGAIN);
    document.addEventListener("visibilitychange", look);
    return () => {
      gone = true;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, []);
  return { games, failed, older: () => void older(), again: () => void load(() => false) };
}
