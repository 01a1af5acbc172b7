/** The first page: your games, the four games, open tables. */
import { useEffect, useState } from "preact/hooks";
import { t } from "../i18n";
import { api } from "../net/api";
import type { Catalogue, TableCard } from "../net/types";
import { Link } from "../parts/Link";
import { Settings } from "../parts/Settings";
import { Failed } from "../parts/Trouble";
import { GameCard } from "./GameCard";
import { useTables } from "./useTables";

export function Home() {
  const [games, setGames] = useState<Catalogue | null>(null);
  const [failed, setFailed] = useState(false);
  const [setting, setSetting] = useState(false);
  const { mine, open, live } = useTables();
  useEffect(() => {
    document.title = t("app.name");
    api.games().then(setGames, () => setFailed(true));
  }, []);
  const going = mine.filter(({ status }) => status === "live" || status === "open");
  return (
    <main class="home" id="main">
      <header class="hero">
        <h1>{t("app.name")}</h1>
        <p>{t("app.line")}</p>
        <button type="button" class="quiet" onClick={() => setSetting(true)}>
          {t("act.settings")}
        </button>
      </header>
      <Tables title={t("home.yours")} tables={going} games={games} />
      {failed ? (
        <Failed />
      ) : (
        <section class="games" aria-busy={!games}>
          {games
            ? games.games.map((game) => <GameCard key={game.name} game={game} />)
            : Array.from({ length: 4 }, (_, at) => <article class="game skeleton" key={at} />)}
        </section>
      )}
      <Tables title={t("home.lobby")} tables={open} games={games} />
      <Tables title={t("home.watch")} tables={live} games={games} />
      <footer>
        <p>{t("app.unofficial")}</p>
        <a href="/third-party-notices.txt">{t("app.notices")}</a>
      </footer>
      {setting && <Settings onClose={() => setSetting(false)} />}
    </main>
  );
}

interface TablesProps {
  readonly title: string;
  readonly tables: readonly TableCard[];
  readonly games: Catalogue | null;
}

function Tables({ title, tables, games }: TablesProps) {
  if (!tables.length || !games) return null;
  return (
    <section class="tables">
      <h2>{title}</h2>
      <ul>
        {tables.map((table) => (
          <li key={table.table}>
            <Link to={`/t/${table.table}`} class={table.your_turn ? "table-card yours" : "table-card"}>
              <b>{games.games.find(({ name }) => name === table.configuration.game)?.title}</b>
              <span>{table.seats.map((seat) => seat?.name ?? t("seat.free")).join(" · ")}</span>
              <em>{stateOf(table)}</em>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function stateOf(table: TableCard): string {
  if (table.your_turn) return t("home.your-turn");
  if (table.status === "open") return t("home.waiting");
  return table.status === "live" ? t("home.going") : t("home.over");
}
