/** The first page: your games, the four games, open tables. */
import { useEffect, useState } from "preact/hooks";
import { type Key, t } from "../i18n";
import { api } from "../net/api";
import type { Catalogue, GameEntry, TableCard } from "../net/types";
import { GamePicture } from "../parts/GamePicture";
import { LevelChoice } from "../parts/LevelChoice";
import { Failed } from "../parts/Trouble";
import { go } from "../state/route";
import { choosePlayers, playersOf, start } from "./starting";
import { useTables } from "./useTables";

export function Home() {
  const [games, setGames] = useState<Catalogue | null>(null);
  const [failed, setFailed] = useState(false);
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
      </header>
      <Tables title={t("home.yours")} tables={going} games={games} />
      {failed && <Failed />}
      <section class="games" aria-busy={!games && !failed}>
        {failed
          ? null
          : games
          ? games.games.map((game) => <GameCard key={game.name} game={game} />)
          : Array.from({ length: 4 }, (_, at) => <article class="game skeleton" key={at} />)}
      </section>
      <Tables title={t("home.lobby")} tables={open} games={games} />
      <Tables title={t("home.watch")} tables={live} games={games} />
      <footer>
        <p>{t("app.unofficial")}</p>
      </footer>
    </main>
  );
}

function GameCard({ game }: { game: GameEntry }) {
  const [busy, setBusy] = useState(false);
  const begin = (way: "computer" | "friend" | "device") => {
    setBusy(true);
    void start(game, way).finally(() => setBusy(false));
  };
  return (
    <article class={`game game-${game.name}`}>
      <GamePicture game={game.name} />
      <h2>{game.title}</h2>
      <p>{t(`game.${game.name}` as Key)}</p>
      <button type="button" class="main" disabled={busy} onClick={() => begin("computer")}>
        {t("home.computer")}
      </button>
      <div class="choices">
        <LevelChoice />
        {game.players.length > 1 && (
          <label>
            <span class="sr">{t("new.players")}</span>
            <select
              value={String(playersOf(game))}
              onChange={({ currentTarget }) => choosePlayers(game, Number(currentTarget.value))}
            >
              {game.players.map((count) => (
                <option key={count} value={count}>
                  {t("home.players", { count })}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      <nav class="ways" aria-label={game.title}>
        <button type="button" class="quiet" disabled={busy} onClick={() => begin("friend")}>
          {t("home.friend")}
        </button>
        <button type="button" class="quiet" disabled={busy} onClick={() => begin("device")}>
          {t("home.device")}
        </button>
        <Link to={`/new/${game.name}`}>{t("home.more")}</Link>
        <Link to={`/rules/${game.name}`}>{t("home.rules")}</Link>
      </nav>
    </article>
  );
}

export function Link({ to, children, class: className = "quiet" }: { to: string; children: string; class?: string }) {
  return (
    <a
      class={`button ${className}`}
      href={to}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        go(to);
      }}
    >
      {children}
    </a>
  );
}

function Tables({ title, tables, games }: { title: string; tables: readonly TableCard[]; games: Catalogue | null }) {
  if (!tables.length || !games) return null;
  return (
    <section class="tables">
      <h2>{title}</h2>
      <ul>
        {tables.map((table) => (
          <li key={table.table}>
            <a
              class={`table-card${table.your_turn ? " yours" : ""}`}
              href={`/t/${table.table}`}
              onClick={(event) => {
                event.preventDefault();
                go(`/t/${table.table}`);
              }}
            >
              <b>{games.games.find(({ name }) => name === table.setting.game)?.title}</b>
              <span>{table.seats.map((seat) => seat?.name ?? t("seat.free")).join(" · ")}</span>
              <em>{stateOf(table)}</em>
            </a>
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
