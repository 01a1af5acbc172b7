/** Great games of the computers: a list of them. */
import { useEffect, useState } from "preact/hooks";
import { t } from "../../i18n";
import { api } from "../../net/api";
import type { Catalogue, GreatGame } from "../../net/types";
import { Icon } from "../../parts/Icon";
import { Link } from "../../parts/Link";

export function GreatGames({ games }: { games: Catalogue }) {
  const [found, setFound] = useState<readonly GreatGame[]>([]);
  useEffect(() => {
    api.greatGames().then(
      (all) => setFound(all.games),
      () => undefined, // the tables above are what matters
    );
  }, []);
  if (!found.length) return null;
  return (
    <section class="tables great-games">
      <h2>{t("watch.great")}</h2>
      <p class="quiet-text">{t("watch.great.text")}</p>
      <ul>
        {found.map(({ game, number, record }) => (
          <li key={`${game} ${number}`}>
            <Link to={`/watch/${game}/${number}`} class="table-card">
              <b>
                <Icon name="play" /> {games.games.find(({ name }) => name === game)?.title ?? game}
              </b>
              <span>{t("watch.great.of", { number, acts: record.acts.length })}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
