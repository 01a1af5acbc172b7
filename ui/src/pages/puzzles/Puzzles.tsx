/** The puzzles there are: of one game at a time, by theme and by grade, with one for every day. */
import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { t } from "../../i18n";
import { api, ApiError } from "../../net/api";
import type { Catalogue, PuzzleEntry, WinEntry, WinList } from "../../net/types";
import { Choice } from "../../parts/Choice";
import { Icon } from "../../parts/Icon";
import { Link } from "../../parts/Link";
import { Skeleton } from "../../parts/Skeleton";
import { say } from "../../parts/Toast";
import { Failed } from "../../parts/Trouble";
import { useTitle } from "../../parts/useTitle";
import { go } from "../../state/route";
import { daily, isRated, ratingOf, solving, streakOf, today } from "../../state/solving";
import "../../style/puzzles.css";
import { useGames } from "../useGames";
import { type Listed, PuzzleList } from "./PuzzleList";
import { keepInAddress, type Wanted, wantedOf } from "./wanted";

/** Which game's puzzles are shown; kept while the page is open. */
const chosenGame = signal("");
const FRESH = [2, 3, 4, 5];

const winListed = (one: WinEntry): Listed => ({
  ...one,
  path: `/puzzles/${one.game}/${one.name}`,
  text: t("wins.asks", { moves: one.moves }),
});

const cardsListed = (one: PuzzleEntry): Listed => ({
  ...one,
  path: `/puzzles/${one.name}`,
  theme: "",
  text: t("puzzles.asks", { cards: one.cards.length, cubes: one.par }),
});

export function Puzzles() {
  const games = useGames();
  const [found, setFound] = useState<{ wins: WinList; cards: readonly PuzzleEntry[] } | "failed" | null>(null);
  useTitle(t("nav.puzzles"));
  useEffect(() => {
    Promise.all([api.wins(), api.puzzles()]).then(
      ([wins, cards]) => setFound({ wins, cards: cards.puzzles }),
      () => setFound("failed"),
    );
  }, []);
  const broken = found === "failed" || games === "failed";
  const ready = found && games && found !== "failed" && games !== "failed";
  return (
    <main class="home" id="main" aria-busy={!ready && !broken}>
      <header class="hero">
        <h1>{t("puzzles.title")}</h1>
        <p>{t("puzzles.text")}</p>
      </header>
      {broken && <Failed />}
      {!ready && !broken && <Skeleton />}
      {ready && <Shelf games={games} wins={found.wins} cards={found.cards} />}
    </main>
  );
}

function Shelf({ games, wins, cards }: { games: Catalogue; wins: WinList; cards: readonly PuzzleEntry[] }) {
  const all = [...wins.puzzles.map(winListed), ...cards.map(cardsListed)];
  const names = games.games.map(({ name }) => name).filter((name) => all.some(({ game }) => game === name));
  const [wanted, setWanted] = useState(() => {
    chosenGame.value = new URLSearchParams(location.search).get("game") ?? chosenGame.value;
    return wantedOf(location.search);
  });
  const choose = (name: string, chosen: Wanted) => {
    chosenGame.value = name;
    setWanted(chosen);
    keepInAddress(name, chosen);
  };
  const game = names.includes(chosenGame.value) ? chosenGame.value : names[0]!;
  const title = (name: string) => games.games.find((one) => one.name === name)!.title;
  const of = all.filter((one) => one.game === game);
  const known: Wanted = {
    grade: of.some(({ grade }) => grade === wanted.grade) ? wanted.grade : 0,
    theme: of.some(({ theme }) => theme === wanted.theme) ? wanted.theme : "",
  };
  const isCards = cards.some((one) => one.game === game);
  return (
    <>
      <div class="pills" role="group" aria-label={t("analyse.game")}>
        {names.map((name) => (
          <button key={name} type="button" aria-pressed={name === game} onClick={() => choose(name, { grade: 0, theme: "" })}>
            {title(name)}
          </button>
        ))}
      </div>
      <Today game={game} title={title(game)} puzzles={of} isCards={isCards} />
      <PuzzleList key={game} puzzles={of} themes={wins.themes.filter((one) => one.game === game)} wanted={known} onWant={(chosen) => choose(game, chosen)} />
    </>
  );
}

function Today({ game, title, puzzles, isCards }: { game: string; title: string; puzzles: readonly Listed[]; isCards: boolean }) {
  const one = puzzles[daily(today(), puzzles.length)]!;
  const { done } = solving.value;
  const [streak, solved] = [streakOf(game), puzzles.filter(({ name }) => (done[`${game}/${name}`] ?? "failed") !== "failed").length];
  return (
    <section class="today panel" aria-label={t("wins.today")}>
      <div>
        <h2>{t("wins.today.of", { game: title })}</h2>
        <p>
          {one.text} · {t("puzzles.grade.of", { grade: one.grade })}
          {solving.value.days[game]?.day === today() && <b> · {t("wins.today.done")}</b>}
        </p>
        <Link to={one.path} class="button main">
          <Icon name="puzzle" />
          {t("wins.today.solve")}
        </Link>
      </div>
      <dl class="figures">
        <div>
          <dt>{t("wins.streak")}</dt>
          <dd>{streak}</dd>
        </div>
        <div>
          <dt>{t("wins.solved")}</dt>
          <dd>{t("wins.of", { solved, all: puzzles.length })}</dd>
        </div>
        {!isCards && isRated(game) && (
          <div>
            <dt>{t("wins.rating")}</dt>
            <dd>{Math.round(ratingOf(game).rating)} ± {Math.round(2 * ratingOf(game).deviation)}</dd>
          </div>
        )}
      </dl>
      {isCards && <Fresh />}
    </section>
  );
}

/** A new puzzle, made by the server. */
function Fresh() {
  const [cards, setCards] = useState(3);
  const [busy, setBusy] = useState(false);
  const make = async () => {
    setBusy(true);
    try {
      go(`/puzzles/${(await api.makePuzzle(cards)).name}`);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      say(error.message);
      setBusy(false);
    }
  };
  return (
    <div class="fresh fields">
      <Choice label={t("puzzles.fresh.cards")} labelled value={cards} all={FRESH} text={String} onChoice={setCards} />
      <button type="button" disabled={busy} onClick={() => void make()}>
        <Icon name="new" />
        {t(busy ? "puzzles.fresh.busy" : "puzzles.fresh")}
      </button>
    </div>
  );
}
