/** A recorded game on the board: it plays by itself, or step by step. */
import { useEffect, useState } from "preact/hooks";
import { t } from "../../i18n";
import { api } from "../../net/api";
import type { GameEntry, GreatGame } from "../../net/types";
import { Choice } from "../../parts/Choice";
import { Icon } from "../../parts/Icon";
import { Link } from "../../parts/Link";
import { Skeleton } from "../../parts/Skeleton";
import { Failed, Nowhere } from "../../parts/Trouble";
import { useTitle } from "../../parts/useTitle";
import "../../style/puzzles.css";
import { linkOf } from "../analyse/link";
import { StudyBoard } from "../study/StudyBoard";
import { useLine } from "../study/useLine";
import { MoveName } from "../table/MoveTable";
import { useGames } from "../useGames";

export function Replay({ game, number }: { game: string; number: number }) {
  const games = useGames();
  const [found, setFound] = useState<GreatGame | "none" | "failed" | null>(null);
  useEffect(() => {
    api.greatGames().then(
      (all) => setFound(all.games.find((one) => one.game === game && one.number === number) ?? "none"),
      () => setFound("failed"),
    );
  }, []);
  const entry = games && games !== "failed" ? games.games.find((one) => one.name === game) : undefined;
  useTitle(entry ? t("watch.great.title", { game: entry.title, number }) : null);
  if (found === "none") return <Nowhere />;
  const broken = found === "failed" || games === "failed";
  return (
    <main class="page puzzle-page" id="main" aria-busy={!found || !entry}>
      <Link to="/watch">
        <Icon name="back" />
        {t("watch.title")}
      </Link>
      {broken && <Failed />}
      {!broken && !(found && entry) && <Skeleton />}
      {!broken && found && entry && <Shown great={found} game={entry} />}
    </main>
  );
}

/** Milliseconds from one move to the next. */
const PACES = [3000, 1500, 700] as const;

function Shown({ great, game }: { great: GreatGame; game: GameEntry }) {
  const { record, number } = great;
  const acts = record.acts.map((act) => act.text);
  const [origin] = useState({ game: record.game, players: record.players, options: record.options, start: record.start });
  const line = useLine(origin);
  const [playing, setPlaying] = useState(false);
  const [pace, setPace] = useState<number>(PACES[1]);
  const at = line.shown?.moves.length ?? 0;
  const go = (to: number) => {
    if (to >= 0 && to <= acts.length && to !== at) void line.show(acts.slice(0, to));
  };
  useEffect(() => {
    if (!playing) return undefined;
    if (at === acts.length) {
      setPlaying(false);
      return undefined;
    }
    const timer = setTimeout(() => go(at + 1), pace);
    return () => clearTimeout(timer);
  }, [playing, at, pace]);
  const start = () => {
    if (at === acts.length) go(0);
    setPlaying(!playing);
  };
  return (
    <>
      <header class="puzzle-head">
        <h1>{t("watch.great.title", { game: game.title, number })}</h1>
        <p class="quiet-text">{t("watch.great.text")}</p>
      </header>
      <StudyBoard
        game={game}
        line={line}
        able={false}
        onStep={(by) => {
          setPlaying(false);
          go(at + by);
        }}
      >
        <div class="steps">
          <button type="button" aria-label={t("study.first")} aria-disabled={!at} onClick={() => go(0)}>
            <Icon name="first" />
          </button>
          <button type="button" aria-label={t("moves.back")} aria-disabled={!at} onClick={() => go(at - 1)}>
            <Icon name="back" />
          </button>
          <button type="button" class="main" aria-label={t(playing ? "watch.pause" : "watch.start")} onClick={start}>
            <Icon name={playing ? "pause" : "play"} />
          </button>
          <button type="button" aria-label={t("moves.on")} aria-disabled={at === acts.length} onClick={() => go(at + 1)}>
            <Icon name="on" />
          </button>
          <button type="button" aria-label={t("study.last")} aria-disabled={at === acts.length} onClick={() => go(acts.length)}>
            <Icon name="last" />
          </button>
          <output class="figures">
            {at ? t("study.at", { at, all: acts.length }) : t("study.start")} {at > 0 && <MoveName action={acts[at - 1]!} game={game.name} />}
          </output>
        </div>
        <div class="buttons puzzle-buttons">
          <Choice
            label={t("watch.pace")}
            value={pace}
            all={PACES}
            text={(one) => t(`watch.pace.${PACES.indexOf(one as (typeof PACES)[number]) as 0 | 1 | 2}`)}
            onChoice={setPace}
          />
          <Link to={linkOf({ ...origin, acts: acts.slice(0, at) })} class="button">
            <Icon name="analyse" />
            {t("nav.analyse")}
          </Link>
        </div>
      </StudyBoard>
    </>
  );
}
