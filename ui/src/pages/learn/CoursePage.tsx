/** A game learnt by doing, exercise by exercise. */
import { useEffect, useState } from "preact/hooks";
import { t } from "../../i18n";
import { api } from "../../net/api";
import type { Exercise, GameEntry } from "../../net/types";
import { Icon } from "../../parts/Icon";
import { Link } from "../../parts/Link";
import { Skeleton } from "../../parts/Skeleton";
import { Failed, Nowhere } from "../../parts/Trouble";
import { useTitle } from "../../parts/useTitle";
import { go } from "../../state/route";
import "../../style/learn.css";
import { start } from "../newTable";
import { useGame } from "../useGame";
import { ExercisePart } from "./ExercisePart";
import { doneOf } from "./progress";

/** The address of the page that comes after all exercises: no exercise is called so. */
const END = "-";

export function CoursePage({ name, exercise }: { name: string; exercise: string | null }) {
  const [exercises, setExercises] = useState<readonly Exercise[] | "failed" | null>(null);
  const found = useGame(name);
  const game = typeof found === "object" ? found : null;
  useEffect(() => {
    if (game) api.course(name).then((course) => setExercises(course.exercises), () => setExercises("failed"));
  }, [game]);
  useTitle(game && t("learn.course", { game: game.title }));
  if (found === "none") return <Nowhere />;
  return (
    <main class="page course" id="main" aria-busy={!exercises}>
      <header class="course-head">
        <Link to="/learn">
          <Icon name="back" />
          <span class="back-text">{t("course.title")}</span>
        </Link>
        <h1>{game ? t("learn.course", { game: game.title }) : t("page.loading")}</h1>
      </header>
      {(exercises === "failed" || found === "failed") && <Failed />}
      {!exercises && found !== "failed" && <Skeleton />}
      {game && exercises && exercises !== "failed" && <Exercises game={game} exercises={exercises} wanted={exercise} />}
    </main>
  );
}

interface Props {
  readonly game: GameEntry;
  readonly exercises: readonly Exercise[];
  readonly wanted: string | null;
}

function Exercises({ game, exercises, wanted }: Props) {
  const done = doneOf(game.name);
  const asked = exercises.findIndex(({ name }) => name === wanted);
  const [fresh] = useState(() => exercises.findIndex(({ name }) => !done.includes(name)));
  if (!exercises.length) return <p>{t("learn.none")}</p>;
  const at = wanted === END ? exercises.length : asked >= 0 ? asked : fresh < 0 ? 0 : fresh;
  const to = (index: number) => go(`/learn/${game.name}/${exercises[index]?.name ?? END}`);
  const shown = exercises[at];
  return (
    <>
      <nav class="course-steps" aria-label={t("learn.steps")}>
        {exercises.map(({ name, title }, index) => {
          const label = t(done.includes(name) ? "learn.step.done" : "learn.step", { number: index + 1, title });
          return (
            <Link
              key={name}
              to={`/learn/${game.name}/${name}`}
              class={done.includes(name) ? "course-step done" : "course-step"}
              current={index === at ? "page" : false}
            >
              <span aria-hidden="true">{done.includes(name) ? <Icon name="check" /> : index + 1}</span>
              <span class="sr">{label}</span>
            </Link>
          );
        })}
      </nav>
      {shown ? (
        <ExercisePart key={shown.name} game={game} exercise={shown} number={at + 1} all={exercises.length} onNext={() => to(at + 1)} />
      ) : (
        <End game={game} />
      )}
    </>
  );
}

function End({ game }: { game: GameEntry }) {
  return (
    <section class="course-end">
      <h2>{t("learn.all", { game: game.title })}</h2>
      <p>{t("learn.all.text")}</p>
      <div class="buttons">
        <button type="button" class="main" onClick={() => void start(game, "computer")}>
          <Icon name="bot" />
          {t("home.computer")}
        </button>
        <Link to={`/rules/${game.name}`} class="button">
          <Icon name="rules" />
          {t("learn.rules", { game: game.title })}
        </Link>
      </div>
    </section>
  );
}
