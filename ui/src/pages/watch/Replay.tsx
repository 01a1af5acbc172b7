/** A recorded game on the board: it plays by itself, or step by step. */
import { useEffect, useState } from "preact/hooks";
import { CallingContext } from "../../games/calling";
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
import "../../style/watch.css";
import { linkOf } from "../analyse/link";
import { stopsOf } from "../study/acts";
import { Step } from "../study/Steps";
import { StudyBoard } from "../study/StudyBoard";
import { callingBy } from "../study/words";
import { MoveName } from "../table/MoveTable";
import { useGames } from "../useGames";
import { outcomeText, type Player, playersOf, playersText } from "../study/players";
import { ReplayMoves } from "./ReplayMoves";
import { useReplay } from "./useReplay";

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
    <main class="page puzzle-page replay-page" id="main" aria-busy={!found || !entry}>
      <Link to="/watch">
        <Icon name="back" />
        {t("nav.watch")}
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
  const players = playersOf(great.record);
  return (
    <CallingContext.Provider value={callingBy(game, players.map(({ name }) => name))}>
      <Played great={great} game={game} players={players} />
    </CallingContext.Provider>
  );
}

function Played({ great, game, players }: { great: GreatGame; game: GameEntry; players: readonly Player[] }) {
  const { record, number } = great;
  const [pace, setPace] = useState<number>(PACES[1]);
  const stops = stopsOf(record.acts.map((act) => act.text));
  const { line, at, all, acts, playing, error, look, play } = useReplay(record, pace);
  const text = record.acts[stops[at - 1] ?? -1]?.text;
  return (
    <>
      <header class="puzzle-head">
        <h1>{t("watch.great.title", { game: game.title, number })}</h1>
        <p>
          <b>{playersText(players)}</b> · {t("watch.moves", { moves: all })} · {outcomeText(record, players)}
        </p>
        <p class="quiet-text">{t("watch.great.text")}</p>
      </header>
      <div class="replay-desk">
        <StudyBoard game={game} line={line} able={false} names={players.map(({ name }) => name)} ended={acts === record.acts.length ? record.result : null} onStep={(by) => look(at + by)}>
          <div class="steps">
            <Step icon="first" label={t("study.first")} able={at > 0} onStep={() => look(0)} />
            <Step icon="back" label={t("moves.back")} able={at > 0} onStep={() => look(at - 1)} />
            <button type="button" class="main" aria-label={t(playing ? "watch.pause" : "watch.start")} onClick={play}>
              <Icon name={playing ? "pause" : "play"} />
            </button>
            <Step icon="on" label={t("moves.on")} able={at < all} onStep={() => look(at + 1)} />
            <Step icon="last" label={t("study.last")} able={at < all} onStep={() => look(all)} />
            <output class="figures">
              {at ? t("study.at", { at, all }) : t("study.start")} {text && <MoveName action={text} game={game.name} />}
            </output>
          </div>
          <p class="refusal" role="alert">
            {error}
          </p>
          <div class="buttons puzzle-buttons">
            <Choice
              label={t("watch.pace")}
              value={pace}
              all={PACES}
              text={(one) => t(`watch.pace.${PACES.indexOf(one as (typeof PACES)[number]) as 0 | 1 | 2}`)}
              onChoice={setPace}
            />
            <Link to={linkOf({ ...line.origin, acts: record.acts.slice(0, acts).map((act) => act.text) })} class="button">
              <Icon name="analyse" />
              {t("nav.analyse")}
            </Link>
          </div>
        </StudyBoard>
        <ReplayMoves record={record} players={players} shown={acts} onLook={(to) => look(stops.indexOf(to))} />
      </div>
    </>
  );
}
