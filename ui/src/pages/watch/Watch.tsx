/** Games that are being played now, to be watched by anybody, and great games of the computers. */
import { t } from "../../i18n";
import { Icon } from "../../parts/Icon";
import { Link } from "../../parts/Link";
import { Empty, Failed } from "../../parts/Trouble";
import { useTitle } from "../../parts/useTitle";
import { TableList } from "../TableList";
import { useGames } from "../useGames";
import { useTables } from "../useTables";
import { GreatGames } from "./GreatGames";

export function Watch() {
  const games = useGames();
  const tables = useTables();
  useTitle(t("nav.watch"));
  const isNothing = tables !== null && !tables.live.length && !tables.open.length;
  return (
    <main class="home" id="main" aria-busy={!games || !tables}>
      <header class="hero">
        <h1>{t("nav.watch")}</h1>
        <p>{t("watch.text")}</p>
      </header>
      {games === "failed" ? (
        <Failed />
      ) : (
        <>
          <TableList title={t("home.watch")} tables={tables?.live ?? null} games={games} />
          {isNothing && (
            <Empty title={t("watch.empty")} text={t("watch.empty.text")}>
              <Link to="/" class="button main">
                <Icon name="play" />
                {t("watch.play")}
              </Link>
            </Empty>
          )}
          {tables !== null && <TableList title={t("home.lobby")} tables={tables.open} games={games} />}
          {games && <GreatGames games={games} />}
        </>
      )}
    </main>
  );
}
