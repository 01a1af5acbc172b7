/** The first page: your games, the four games, and the tables of others. */
import { t } from "../i18n";
import { siteAddress } from "../net/site";
import { Icon } from "../parts/Icon";
import { Link } from "../parts/Link";
import { Failed } from "../parts/Trouble";
import { useTitle } from "../parts/useTitle";
import { GameCard } from "./GameCard";
import { TableList } from "./TableList";
import { useGames } from "./useGames";
import { useTables } from "./useTables";
import { EndedGames, GoingGames, useYourGames } from "./YourGames";

export function Home() {
  const games = useGames();
  const tables = useTables();
  useTitle("");
  const yours = useYourGames();
  return (
    <main class="home first" id="main">
      <header class="hero">
        <h1>{t("home.title")}</h1>
        <p>{t("app.line")}</p>
      </header>
      {games === "failed" ? (
        <Failed />
      ) : (
        <div class="rooms-of-home">
          <div class="own-tables">
            <GoingGames yours={yours} />
          </div>
          <section class="games" aria-busy={!games}>
            {games
              ? games.games.map((game) => <GameCard key={game.name} game={game} />)
              : Array.from({ length: 4 }, (_, at) => <article class="game skeleton" key={at} />)}
          </section>
          <div class="beside-games">
            {games && tables && (
              <>
                <TableList title={t("home.lobby")} tables={tables.open} games={games} empty={t("home.nobody")} />
                <TableList title={t("home.watch")} tables={tables.live} games={games} />
              </>
            )}
            <EndedGames yours={yours} />
            <section class="tables">
              <h2>{t("home.alone")}</h2>
              <ul class="teasers">
                <Teaser to="/puzzles" icon="puzzle" title={t("nav.puzzles")} text={t("home.puzzles.text")} />
                <Teaser to="/learn" icon="learn" title={t("course.title")} text={t("course.teaser")} />
                <Teaser to="/analyse" icon="analyse" title={t("nav.analyse")} text={t("home.analyse.text")} />
              </ul>
            </section>
          </div>
        </div>
      )}
      <footer>
        <p>{t("app.unofficial")}</p>
        <a href={siteAddress("/third-party-notices.txt")}>{t("app.notices")}</a>
      </footer>
    </main>
  );
}

function Teaser({ to, icon, title, text }: { to: string; icon: "puzzle" | "learn" | "analyse"; title: string; text: string }) {
  return (
    <li>
      <Link to={to} class="table-card teaser">
        <Icon name={icon} />
        <b>{title}</b>
        <span>{text}</span>
      </Link>
    </li>
  );
}
