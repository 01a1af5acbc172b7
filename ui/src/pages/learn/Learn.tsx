/** All games, each with its course and its rules. */
import { skinOf } from "../../games";
import { maybe, t } from "../../i18n";
import type { GameEntry } from "../../net/types";
import { GamePicture } from "../../parts/GamePicture";
import { Icon } from "../../parts/Icon";
import { Link } from "../../parts/Link";
import { Failed } from "../../parts/Trouble";
import { useTitle } from "../../parts/useTitle";
import { start } from "../newTable";
import { useGames } from "../useGames";
import { doneOf } from "./progress";

export function Learn() {
  const games = useGames();
  useTitle(t("nav.learn"));
  return (
    <main class="home" id="main" aria-busy={!games}>
      <header class="hero">
        <h1>{t("course.title")}</h1>
        <p>{t("learn.text")}</p>
      </header>
      {games === "failed" ? (
        <Failed />
      ) : (
        <section class="lessons">
          {games
            ? games.games.map((game) => <Lesson key={game.name} game={game} />)
            : Array.from({ length: 4 }, (_, at) => <article class="lesson skeleton" key={at} />)}
        </section>
      )}
    </main>
  );
}

function Lesson({ game }: { game: GameEntry }) {
  const done = doneOf(game.name).length;
  const isLearnt = done >= game.exercises;
  return (
    <article class="lesson">
      <GamePicture skin={skinOf(game.name)} />
      <h2>{game.title}</h2>
      <p>{maybe(`aim.${game.name}`) ?? game.summary}</p>
      <div class="buttons">
        {game.exercises > 0 && (
          <Link to={`/learn/${game.name}`} class={isLearnt ? "button" : "button main"}>
            <Icon name={isLearnt ? "check" : "learn"} />
            {isLearnt && t("learn.repeat")}
            {!isLearnt && (done ? t("learn.on", { done, all: game.exercises }) : t("course.begin", { game: game.title }))}
          </Link>
        )}
        <Link to={`/rules/${game.name}`} class="button">
          <Icon name="rules" />
          {t("learn.rules", { game: game.title })}
        </Link>
        <button type="button" class="quiet" onClick={() => void start(game, "computer")}>
          {t("home.computer")}
        </button>
      </div>
    </article>
  );
}
