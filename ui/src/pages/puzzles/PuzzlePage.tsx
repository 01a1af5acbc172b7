/** One puzzle with cards: cubes are placed on the board until all cards are shown. */
import { useEffect, useState } from "preact/hooks";
import { t } from "../../i18n";
import { api, ApiError } from "../../net/api";
import type { Card, CheckedBoard, GameEntry, PuzzleStart } from "../../net/types";
import { Icon } from "../../parts/Icon";
import { Link } from "../../parts/Link";
import { PictureSign } from "../../parts/PictureSign";
import { Skeleton } from "../../parts/Skeleton";
import { say } from "../../parts/Toast";
import { Failed, Nowhere } from "../../parts/Trouble";
import { useTitle } from "../../parts/useTitle";
import { daily, note, today } from "../../state/solving";
import "../../style/puzzles.css";
import { StudyBoard } from "../study/StudyBoard";
import type { Line } from "../study/useLine";
import { useGames } from "../useGames";

export function PuzzlePage({ name }: { name: string }) {
  const games = useGames();
  const [puzzle, setPuzzle] = useState<PuzzleStart | "none" | "failed" | null>(null);
  useEffect(() => {
    api.puzzle(name).then(setPuzzle, (error: unknown) =>
      setPuzzle(error instanceof ApiError && error.status === 404 ? "none" : "failed"),
    );
  }, [name]);
  useTitle(puzzle && typeof puzzle === "object" ? t("puzzles.name", { name }) : null);
  if (puzzle === "none") return <Nowhere />;
  const broken = puzzle === "failed" || games === "failed";
  const entry = puzzle && puzzle !== "failed" && games && games !== "failed" ? games.games.find((one) => one.name === puzzle.game) : undefined;
  return (
    <main class="page puzzle-page" id="main" aria-busy={!entry}>
      <Link to="/puzzles">
        <Icon name="back" />
        {t("puzzles.title")}
      </Link>
      {broken && <Failed />}
      {!broken && !entry && <Skeleton />}
      {!broken && entry && puzzle && <Shown puzzle={puzzle} game={entry} />}
    </main>
  );
}

type Board = Pick<CheckedBoard, "board" | "scene" | "cubes" | "solved"> & { readonly cards: CheckedBoard["cards"] };

function Shown({ puzzle, game }: { puzzle: PuzzleStart; game: GameEntry }) {
  const { name, par } = puzzle;
  const [boards, setBoards] = useState<readonly Board[]>([{ ...puzzle, cards: [], cubes: 0, solved: false }]);
  const [helped, setHelped] = useState(false);
  const [number, setNumber] = useState(1);
  const now = boards.at(-1)!;
  const place = (board: Board) => {
    setBoards([...boards, board]);
    setNumber(number + 1);
  };
  const back = (kept: readonly Board[]) => {
    setBoards(kept);
    setNumber(number + 1);
  };
  const step = async (text: string): Promise<string> => {
    try {
      const next = await api.stepPuzzle(name, now.board, text);
      place(next);
      if (next.solved && !helped) {
        const { puzzles } = await api.puzzles();
        const isDaily = puzzles[daily(today(), puzzles.length)]?.name === name;
        note({ game: game.name, name, rating: null, daily: isDaily }, next.cubes === par ? "first" : "later");
      }
      return "";
    } catch (refused) {
      if (!(refused instanceof ApiError)) throw refused;
      return refused.message;
    }
  };
  const solve = async () => {
    try {
      const solution = await api.solution(name);
      setHelped(true);
      place(solution);
    } catch (refused) {
      if (!(refused instanceof ApiError)) throw refused;
      say(refused.message);
    }
  };
  const line: Line = {
    origin: { game: game.name, players: 2, options: {}, start: null },
    shown: {
      number,
      moves: [],
      position: { text: now.board, turn: { kind: "move", seat: 0 }, legal: [], draws: {}, cards: {}, movers: [], scene: now.scene, steps: [], result: null },
      before: null,
      motion: null,
    },
    error: "",
    play: step,
    show: () => Promise.resolve(""),
  };
  return (
    <>
      <header class="puzzle-head">
        <h1>{t("puzzles.name", { name })}</h1>
        <p>{t("puzzles.task", { cards: puzzle.cards.length, cubes: par })}</p>
        <p class="quiet-text">
          {t("puzzles.grade.of", { grade: puzzle.grade })} · {puzzle.reason}
        </p>
      </header>
      <ul class="puzzle-cards">
        {now.scene.cards.map((card, at) => {
          const shown = now.cards[at]?.shown ?? false;
          return (
            <li key={card.id} class={shown ? "is-shown" : ""}>
              <PuzzleCard card={card} />
              <small>{shown ? t("puzzles.card.shown") : t("puzzles.card.missing", { count: now.cards[at]?.missing.length ?? card.squares.length })}</small>
            </li>
          );
        })}
      </ul>
      <StudyBoard game={game} line={line} onMove={step} preview={() => Promise.resolve([])} said={saidOf(now, par, helped)}>
        <div class="buttons puzzle-buttons">
          <button type="button" aria-disabled={boards.length < 2} onClick={() => boards.length > 1 && back(boards.slice(0, -1))}>
            <Icon name="undo" />
            {t("puzzles.undo")}
          </button>
          <button type="button" aria-disabled={!now.cubes} onClick={() => back(boards.slice(0, 1))}>
            <Icon name="close" />
            {t("puzzles.clear")}
          </button>
          <button type="button" onClick={() => void solve()}>
            <Icon name="eye" />
            {t("puzzles.show")}
          </button>
        </div>
      </StudyBoard>
    </>
  );
}

function saidOf({ cubes, solved, cards }: Board, par: number, helped: boolean): string {
  if (solved && helped) return t("puzzles.solution", { cubes });
  if (solved) return t(cubes === par ? "puzzles.said.par" : "puzzles.said.more", { cubes, par });
  const shown = cards.filter((one) => one.shown).length;
  return t("puzzles.said.building", { cubes, par, shown });
}

/** The squares of a card, each with the sign of its colour. */
function PuzzleCard({ card }: { card: Card }) {
  const xs = card.squares.map(({ x }) => x);
  const ys = card.squares.map(({ y }) => y);
  const [wide, high] = [Math.max(...xs) + 1, Math.max(...ys) + 1];
  return (
    <svg
      class="puzzle-card"
      viewBox={`-0.3 -0.3 ${Math.max(wide, 2) + 0.6} ${Math.max(high, 2) + 0.6}`}
      role="img"
      aria-label={t("board.card", {
        card: card.id,
        squares: card.squares.map(({ colour }) => colour).join(", "),
      })}
    >
      {card.squares.map(({ x, y, colour }) => (
        <g key={`${x}.${y}`} transform={`translate(${x} ${Math.max(high, 2) - 1 - y})`}>
          <rect class={`fill-${colour}`} x="0.03" y="0.03" width="0.94" height="0.94" rx="0.1" />
          <PictureSign name={colour} />
        </g>
      ))}
    </svg>
  );
}
