/** The rules of a game, with boards that show what is meant. */
import { useEffect, useState } from "preact/hooks";
import { skinOf } from "../games";
import { t } from "../i18n";
import { listText } from "../i18n/intl";
import { gameSays } from "../i18n/said";
import { api } from "../net/api";
import type { GameEntry, Lessons, Scene } from "../net/types";
import { Icon } from "../parts/Icon";
import { Link } from "../parts/Link";
import { Skeleton } from "../parts/Skeleton";
import { Failed, Nowhere } from "../parts/Trouble";
import { useTitle } from "../parts/useTitle";
import { Markdown } from "./Markdown";
import { start } from "./newTable";
import { StillBoard } from "./StillBoard";
import { resultText } from "./table/endings";
import { useGame } from "./useGame";

export function Rules({ name }: { name: string }) {
  const [lessons, setLessons] = useState<Lessons | null>(null);
  const [failed, setFailed] = useState(false);
  const found = useGame(name);
  const game = typeof found === "object" ? found : null;
  useEffect(() => {
    api.lessons(name).then(setLessons, () => setFailed(true));
  }, [name]);
  useTitle(game && t("rules.title", { game: game.title }));
  if (found === "none") return <Nowhere />;
  return (
    <main class="page rules" id="main" aria-busy={!lessons && !failed}>
      <Link to="/learn">
        <Icon name="back" />
        {t("course.title")}
      </Link>
      {game && game.exercises > 0 && (
        <Link to={`/learn/${name}`} class="button">
          <Icon name="learn" />
          {t("course.begin", { game: game.title })}
        </Link>
      )}
      {failed && <Failed />}
      {!lessons && !failed && <Skeleton />}
      {lessons?.sections.map((section, at) => (
        <section key={at}>
          <Heading level={section.level} text={section.heading} />
          {section.parts.map((part, number) =>
            part.kind === "text" && part.is_ruling ? (
              <div key={number} class="ruling" role="note" aria-label={t("rules.ruling")}>
                <b class="ruling-name">{t("rules.ruling")}</b>
                <Markdown text={part.markdown} />
              </div>
            ) : part.kind === "text" ? (
              <Markdown key={number} text={part.markdown} />
            ) : (
              <Example key={number} game={name} entry={game} example={part} />
            ),
          )}
        </section>
      ))}
      {game && (
        <button type="button" class="main" onClick={() => void start(game, "computer")}>
          {t("rules.play", { game: game.title })}
        </button>
      )}
    </main>
  );
}

function Heading({ level, text }: { level: number; text: string }) {
  const Tag = (["h1", "h1", "h2"] as const)[level] ?? "h3";
  return <Tag>{text}</Tag>;
}

type ExamplePart = Extract<Lessons["sections"][number]["parts"][number], { kind: "example" }>;

function Example({ game, entry, example }: { game: string; entry: GameEntry | null; example: ExamplePart }) {
  const shown: { name: string; scene: Scene }[] = [{ name: t("rules.start"), scene: example.scene }];
  const said: string[] = [];
  for (const step of example.steps) {
    if (step.kind === "play") shown.push({ name: t("rules.step", { move: step.move }), scene: step.scene });
    if (step.kind === "refused") said.push(t("rules.refused", { move: step.move, sentence: gameSays(game, step.reason, step.where) ?? step.sentence }));
    if (step.kind === "can") said.push(t("rules.can", { moves: listText(step.moves) }));
    if (step.kind === "wins") said.push(entry ? resultText(entry, step.winners, step.reason) : step.sentence);
  }
  return (
    <div class="example">
      <div class="example-boards">
        {shown.map(({ name, scene }, at) => (
          <figure key={at}>
            <StillBoard skin={skinOf(game)} scene={scene} label={name} />
            <figcaption>{name}</figcaption>
          </figure>
        ))}
      </div>
      {said.map((text, at) => (
        <p key={at}>{text}</p>
      ))}
    </div>
  );
}
