/** Find the win: the first move is the only one, and the best defence answers. */
import { useEffect, useState } from "preact/hooks";
import { maybe, t } from "../../i18n";
import { signed } from "../../i18n/intl";
import { api, ApiError } from "../../net/api";
import type { GameEntry, WinEntry, WinStart } from "../../net/types";
import { Icon } from "../../parts/Icon";
import { Link } from "../../parts/Link";
import { Skeleton } from "../../parts/Skeleton";
import { Failed, Nowhere } from "../../parts/Trouble";
import { useTitle } from "../../parts/useTitle";
import { daily, isRated, ratingOf, today } from "../../state/solving";
import "../../style/puzzles.css";
import { StudyBoard } from "../study/StudyBoard";
import { seatSign } from "../study/words";
import { useGames } from "../useGames";
import { NextPuzzle } from "./NextPuzzle";
import { type Phase, useWin } from "./useWin";
import { listPath, nextOf, searchOf, type Wanted, wantedOf } from "./wanted";

export function WinPage({ game, name }: { game: string; name: string }) {
  const games = useGames();
  const [puzzle, setPuzzle] = useState<WinStart | "none" | "failed" | null>(null);
  const [wanted] = useState(() => wantedOf(location.search));
  useEffect(() => {
    api.win(game, name).then(setPuzzle, (error: unknown) =>
      setPuzzle(error instanceof ApiError && error.status === 404 ? "none" : "failed"),
    );
  }, []);
  const entry = games && games !== "failed" ? games.games.find((one) => one.name === game) : undefined;
  useTitle(puzzle && typeof puzzle === "object" && entry ? t("wins.page", { game: entry.title, name }) : null);
  if (puzzle === "none") return <Nowhere />;
  const broken = puzzle === "failed" || games === "failed";
  return (
    <main class="page puzzle-page" id="main" aria-busy={!puzzle || !entry}>
      <Link to={listPath(game, wanted)}>
        <Icon name="back" />
        {t("puzzles.title")}
      </Link>
      {broken && <Failed />}
      {!broken && !(puzzle && entry) && <Skeleton />}
      {!broken && puzzle && entry && <Shown puzzle={puzzle} game={entry} wanted={wanted} />}
    </main>
  );
}

function Shown({ puzzle, game, wanted }: { puzzle: WinStart; game: GameEntry; wanted: Wanted }) {
  const { name, position, moves } = puzzle;
  const [all, setAll] = useState<readonly WinEntry[]>([]);
  useEffect(() => {
    api.wins().then(
      ({ puzzles }) => setAll(puzzles.filter((one) => one.game === game.name)),
      () => undefined,
    );
  }, []);
  const looking = useWin(puzzle, all[daily(today(), all.length)]?.name === name);
  const { line, phase, said, hint, change } = looking;
  const seat = position.turn.kind === "move" ? position.turn.seat : 0;
  const task = t("wins.task", { seat: seatSign(game, 2, seat), moves });
  const isOver = phase === "solved" || phase === "shown";
  const next = nextOf(nearest(all, game.name), game.name, name, wanted);
  const onward = <NextPuzzle path={next && `/puzzles/${game.name}/${next.name}${searchOf(wanted)}`} main={isOver} />;
  const help = () => void looking.help();
  return (
    <>
      <header class="puzzle-head">
        <h1>{t("wins.page", { game: game.title, name })}</h1>
        <p class="quiet-text">
          {t("puzzles.grade.of", { grade: puzzle.grade })} · {maybe(`theme.${game.name}.${puzzle.theme}`) ?? puzzle.title} · {t("wins.counts", { rating: puzzle.rating })}
          {puzzle.only && ` · ${t("wins.only")}`}
        </p>
      </header>
      <StudyBoard
        game={game}
        line={line}
        able={phase === "asking"}
        onMove={looking.answer}
        hint={hint}
        said={said || task}
        {...(phase === "asking" ? { onHint: help } : {})}
      >
        <Rating game={game.name} change={change} shown={isOver || change !== 0} />
        <div class="buttons puzzle-buttons">
          {isOver && onward}
          <Ways phase={phase} onAgain={looking.again} onHelp={help} onShow={() => void looking.show()} />
          {isOver && (
            <button type="button" onClick={looking.restart}>
              <Icon name="undo" />
              {t("wins.restart")}
            </button>
          )}
          {isOver && (
            <Link to={`/analyse?game=${game.name}&position=${encodeURIComponent(position.text)}`} class="button">
              <Icon name="analyse" />
              {t("nav.analyse")}
            </Link>
          )}
          {!isOver && onward}
        </div>
      </StudyBoard>
    </>
  );
}

interface WaysProps {
  readonly phase: Phase;
  readonly onAgain: () => void;
  readonly onHelp: () => void;
  readonly onShow: () => void;
}

/** What can be done before it is solved. */
function Ways({ phase, onAgain, onHelp, onShow }: WaysProps) {
  return (
    <>
      {phase === "wrong" && (
        <button type="button" class="main" onClick={onAgain}>
          <Icon name="undo" />
          {t("wins.again")}
        </button>
      )}
      {(phase === "asking" || phase === "judging") && (
        <button type="button" aria-disabled={phase === "judging"} onClick={() => phase === "asking" && onHelp()}>
          <Icon name="hint" />
          {t("wins.hint")}
        </button>
      )}
      {(phase === "asking" || phase === "judging" || phase === "wrong") && (
        <button type="button" aria-disabled={phase === "judging"} onClick={() => phase !== "judging" && onShow()}>
          <Icon name="eye" />
          {t("puzzles.show")}
        </button>
      )}
    </>
  );
}

/** Your rating, and what this puzzle has made of it: told when it is known. */
function Rating({ game, change, shown }: { game: string; change: number; shown: boolean }) {
  return (
    <p class="puzzle-rating figures" role="status">
      {shown && isRated(game) && (
        <>
          {t("wins.rating")} <b>{Math.round(ratingOf(game).rating)}</b>
          {change !== 0 && <b class={change > 0 ? "is-up" : "is-down"}> {signed(change)}</b>}
        </>
      )}
    </p>
  );
}

/** Those as hard as you are good come first. */
function nearest(all: readonly WinEntry[], game: string): readonly WinEntry[] {
  const { rating } = ratingOf(game);
  return [...all].sort((one, other) => Math.abs(one.rating - rating) - Math.abs(other.rating - rating));
}
