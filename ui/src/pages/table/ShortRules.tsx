/** The rules beside the board: aim, turn and end in a few sentences, and the way to all of them. */
import { skinOf } from "../../games";
import { maybe, t } from "../../i18n";
import { siteAddress } from "../../net/site";
import type { GameEntry } from "../../net/types";

export function ShortRules({ game }: { game: GameEntry }) {
  const { name } = skinOf(game.name);
  const parts = [
    ["short.aim", `goal.${name}`],
    ["short.turn", `short.${name}.turn`],
    ["short.end", `short.${name}.end`],
  ] as const;
  return (
    <div class="short-rules">
      {parts.map(([heading, key]) => {
        const text = maybe(key);
        if (!text) return null;
        return (
          <section key={key}>
            <h2>{t(heading)}</h2>
            <p>{text}</p>
          </section>
        );
      })}
      {game.exercises > 0 && (
        <a class="button" href={siteAddress(`/learn/${game.name}`)} target="_blank">
          {t("course.begin", { game: game.title })}
        </a>
      )}
      <a class="button" href={siteAddress(`/rules/${game.name}`)} target="_blank">
        {t("short.whole")}
      </a>
    </div>
  );
}
