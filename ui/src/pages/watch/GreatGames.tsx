/** Great games of the computers: a list of them. */
import { useEffect, useState } from "preact/hooks";
import { t } from "../../i18n";
import { api } from "../../net/api";
import type { Catalogue, GreatGame } from "../../net/types";
import { Icon } from "../../parts/Icon";
import { Link } from "../../parts/Link";
import { movesOf } from "../review/useReviewWalk";
import { outcomeText, playersOf, playersText } from "../study/players";

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
        {found.map(({ game, number, record }) => {
          const players = playersOf(record);
          return (
            <li key={`${game} ${number}`}>
              <Link to={`/watch/${game}/${number}`} class="table-card">
                <b>
                  <Icon name="play" /> {games.games.find(({ name }) => name === game)?.title ?? game}
                </b>
                <span>{playersText(players)}</span>
                <span>
                  {t("analyse.number", { number })} · {t("watch.moves", { moves: movesOf(record).length })} · {outcomeText(record, players)}
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
