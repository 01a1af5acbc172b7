/** One puzzle with cards: cubes are placed on the board until all cards are shown. */
import { useEffect, useState } from "preact/hooks";
import { t } from "../../i18n";
import { api, ApiError } from "../../net/api";
import type { CheckedBoard, GameEntry, PuzzleEntry, PuzzleStart } from "../../net/types";
import { Icon } from "../../parts/Icon";
import { Link } from "../../parts/Link";
import { Skeleton } from "../../parts/Skeleton";
import { say } from "../../parts/Toast";
import { Failed, Nowhere } from "../../parts/Trouble";
import { useTitle } from "../../parts/useTitle";
import { daily, note, today } from "../../state/solving";
import "../../style/puzzles.css";
import { StudyBoard } from "../study/StudyBoard";
import type { LineBoard } from "../study/useLine";
import { useGames } from "../useGames";
import { NextPuzzle } from "./NextPuzzle";
import { PuzzleCard } from "./PuzzleCard";
import { listPath, nextOf, searchOf, type Wanted, wantedOf } from "./wanted";

export function PuzzlePage({ name }: { name: string }) {
  const games = useGames();
  const [puzzle, setPuzzle] = useState<PuzzleStart | "none" | "failed" | null>(null);
  const [wanted] = useState(() => wantedOf(location.search));
  useEffect(() => {
    api.puzzle(name).then(setPuzzle, (error: unknown) =>
      setPuzzle(error instanceof ApiError && error.status === 404 ? "none" : "failed"),
    );
  }, [name]);
  const found = typeof puzzle === "object" ? puzzle : null;
  useTitle(found ? t("puzzles.name", { name }) : null);
  if (puzzle === "none") return <Nowhere />;
  const broken = puzzle === "failed" || games === "failed";
  const entry = found && games && games !== "failed" ? games.games.find((one) => one.name === found.game) : undefined;
  return (
    <main class="page puzzle-page" id="main" aria-busy={!entry}>
      <Link to={listPath(found?.game ?? "", wanted)}>
        <Icon name="back" />
        {t("puzzles.title")}
      </Link>
      {broken && <Failed />}
      {!broken && !entry && <Skeleton />}
      {!broken && entry && found && <Shown puzzle={found} game={entry} wanted={wanted} />}
    </main>
  );
}

type Board = Pick<CheckedBoard, "board" | "scene" | "cubes" | "solved"> & { readonly cards: CheckedBoard["cards"] };

function Shown({ puzzle, game, wanted }: { puzzle: PuzzleStart; game: GameEntry; wanted: Wanted }) {
  const { name, par } = puzzle;
  const [boards, setBoards] = useState<readonly Board[]>([{ ...puzzle, cards: [], cubes: 0, solved: false }]);
  const [all, setAll] = useState<readonly PuzzleEntry[]>([]);
  const [helped, setHelped] = useState(false);
  const [number, setNumber] = useState(1);
  useEffect(() => {
    api.puzzles().then(
      ({ puzzles }) => setAll(puzzles),
      () => undefined,
    );
  }, []);
  const now = boards.at(-1)!;
  const show = (shown: readonly Board[]) => {
    setBoards(shown);
    setNumber(number + 1);
  };
  const undo = () => boards.length > 1 && show(boards.slice(0, -1));
  const step = async (text: string): Promise<string> => {
    try {
      const next = await api.stepPuzzle(name, now.board, text);
      show([...boards, next]);
      if (next.solved && !helped) {
        const isDaily = all[daily(today(), all.length)]?.name === name;
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
      show([...boards, solution]);
    } catch (refused) {
      if (!(refused instanceof ApiError)) throw refused;
      say(refused.message);
    }
  };
  const line: LineBoard = {
    origin: { game: game.name, players: 2, options: {}, start: null },
    shown: {
      number,
      moves: [],
      position: { text: now.board, turn: { kind: "move", seat: 0 }, legal: [], draws: {}, cards: {}, movers: [], scene: now.scene, steps: [], result: null },
      recent: [],
      motion: null,
    },
    error: "",
    play: step,
  };
  const next = nextOf(after(all, name), game.name, name, wanted);
  return (
    <>
      <header class="puzzle-head">
        <h1>{t("puzzles.name", { name })}</h1>
        <p>{t("puzzles.task", { cards: puzzle.cards.length, cubes: par })}</p>
        <p class="quiet-text">
          {t("puzzles.grade.of", { grade: puzzle.grade })}
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
      <StudyBoard game={game} line={line} onMove={step} onUndo={undo} preview={() => Promise.resolve([])} said={saidOf(now, par, helped)}>
        <div class="buttons puzzle-buttons">
          <button type="button" aria-disabled={boards.length < 2} onClick={undo}>
            <Icon name="undo" />
            {t("puzzles.undo")}
          </button>
          <button type="button" aria-disabled={!now.cubes} onClick={() => show(boards.slice(0, 1))}>
            <Icon name="close" />
            {t("puzzles.clear")}
          </button>
          <button type="button" onClick={() => void solve()}>
            <Icon name="eye" />
            {t("puzzles.show")}
          </button>
          <NextPuzzle path={next && `/puzzles/${next.name}${searchOf(wanted)}`} main={now.solved} />
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

/** Those that come after one in the list, and then those before it. */
function after(all: readonly PuzzleEntry[], name: string): readonly PuzzleEntry[] {
  const at = all.findIndex((one) => one.name === name) + 1;
  return [...all.slice(at), ...all.slice(0, at)];
}
