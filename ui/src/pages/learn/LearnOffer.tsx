/** A quiet offer to whoever has never learnt a game: it can be declined once and for all. */
import { t } from "../../i18n";
import type { GameEntry } from "../../net/types";
import { Icon } from "../../parts/Icon";
import { Link } from "../../parts/Link";
import "../../style/learn.css";
import { decline, isOffered } from "./progress";

export function LearnOffer({ game }: { game: GameEntry }) {
  if (!game.exercises || !isOffered(game.name)) return null;
  return (
    <aside class="learn-offer">
      <Link to={`/learn/${game.name}`} class="button quiet">
        <Icon name="learn" />
        {t("course.offer")}
      </Link>
      <button type="button" class="quiet" aria-label={t("course.offer.no")} title={t("course.offer.no")} onClick={() => decline(game.name)}>
        <Icon name="close" />
      </button>
    </aside>
  );
}
