/** Find the win: the first move is the only one, and the best defence answers. */
import { useEffect, useRef, useState } from "preact/hooks";
import { maybe, t } from "../../i18n";
import { api, ApiError } from "../../net/api";
import type { GameEntry, WinAnswer, WinEntry, WinStart } from "../../net/types";
import { Icon } from "../../parts/Icon";
import { Link } from "../../parts/Link";
import { Skeleton } from "../../parts/Skeleton";
import { Failed, Nowhere } from "../../parts/Trouble";
import { useTitle } from "../../parts/useTitle";
import { go } from "../../state/route";
import { daily, note, ratingOf, solving, today } from "../../state/solving";
import "../../style/puzzles.css";
import { StudyBoard } from "../study/StudyBoard";
import { useLine } from "../study/useLine";
import { seatSign } from "../study/words";
import { useGames } from "../useGames";

export function WinPage({ game, name }: { game: string; name: string }) {
  const games = useGames();
  const [puzzle, setPuzzle] = useState<WinStart | "none" | "failed" | null>(null);
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
      <Link to="/puzzles">
        <Icon name="back" />
        {t("puzzles.title")}
      </Link>
      {broken && <Failed />}
      {!broken && !(puzzle && entry) && <Skeleton />}
      {!broken && puzzle && entry && <Shown puzzle={puzzle} game={entry} />}
    </main>
  );
}

type Phase = "asking" | "judging" | "wrong" | "solved" | "shown";
const PAUSE = 700;

function Shown({ puzzle, game }: { puzzle: WinStart; game: GameEntry }) {
  const { name, position, moves: asked } = puzzle;
  const [origin] = useState({ game: game.name, players: 2, options: {}, start: position.text });
  const line = useLine(origin);
  const [phase, setPhase] = useState<Phase>("asking");
  const [said, setSaid] = useState("");
  const [hint, setHint] = useState<string | null>(null);
  /** The moves that were right so far, with their replies. */
  const right = useRef<readonly string[]>([]);
  const clean = useRef(true);
  const seat = position.turn.kind === "move" ? position.turn.seat : 0;
  const task = t("wins.task", { seat: seatSign(game, 2, seat), moves: asked });
  const [all, setAll] = useState<readonly WinEntry[]>([]);
  useEffect(() => {
    api.wins().then(
      ({ puzzles }) => setAll(puzzles.filter((one) => one.game === game.name)),
      () => undefined,
    );
  }, []);
  const tried = () => ({
    game: game.name,
    name,
    rating: puzzle.rating,
    daily: all[daily(today(), all.length)]?.name === name,
  });
  const fail = () => {
    if (clean.current) note(tried(), "failed");
    clean.current = false;
  };
  const answer = async (move: string): Promise<string> => {
    const before = right.current;
    const now = [...before, move];
    setPhase("judging");
    try {
      const found = await api.answerWin(game.name, name, now);
      setHint(null);
      await line.show(now);
      if (found.verdict === "solved") {
        note(tried(), clean.current ? "first" : "later");
        setSaid(t(clean.current ? "wins.said.solved" : "wins.said.later", { moves: (now.length + 1) / 2 }));
        setPhase("solved");
      } else if (found.verdict === "right") {
        right.current = [...now, found.reply!];
        setSaid(t("wins.said.right", { move, reply: found.reply!, left: asked - (now.length + 1) / 2 }));
        await pause(PAUSE);
        await line.show(right.current);
        setPhase("asking");
      } else {
        fail();
        setSaid(wrongText(found, move));
        if (found.reply) {
          await pause(PAUSE);
          await line.show([...now, found.reply]);
        }
        setPhase("wrong");
      }
      return "";
    } catch (refused) {
      if (!(refused instanceof ApiError)) throw refused;
      setPhase("asking");
      return refused.message;
    }
  };
  const again = () => {
    setSaid("");
    setPhase("asking");
    void line.show(right.current);
  };
  const help = async () => {
    fail();
    const { line: solution } = await api.winSolution(game.name, name);
    const move = right.current.every((one, at) => solution[at] === one) ? solution[right.current.length] : undefined;
    if (move === undefined) setSaid(t("wins.said.nohint"));
    else {
      setHint(move);
      setSaid(t("wins.said.hint", { move }));
    }
  };
  const show = async () => {
    fail();
    const { line: solution } = await api.winSolution(game.name, name);
    setHint(null);
    setPhase("shown");
    setSaid(t("wins.said.solution", { line: solution.join(" ") }));
    for (let at = 0; at <= solution.length; at++) {
      if (at) await pause(PAUSE);
      await line.show(solution.slice(0, at));
    }
  };
  const restart = () => {
    right.current = [];
    again();
  };
  const next = nextOf(all, game.name, name);
  return (
    <>
      <header class="puzzle-head">
        <h1>{t("wins.page", { game: game.title, name })}</h1>
        <p class="quiet-text">
          {t("puzzles.grade.of", { grade: puzzle.grade })} · {maybe(`theme.${game.name}.${puzzle.theme}`) ?? puzzle.title} · {t("wins.counts", { rating: puzzle.rating })}
          {puzzle.only && ` · ${t("wins.only")}`}
        </p>
      </header>
      <StudyBoard game={game} line={line} able={phase === "asking"} onMove={answer} hint={hint} said={said || task}>
        <div class="buttons puzzle-buttons">
          {phase === "wrong" && (
            <button type="button" class="main" onClick={again}>
              <Icon name="undo" />
              {t("wins.again")}
            </button>
          )}
          {phase === "asking" && (
            <button type="button" onClick={() => void help()}>
              <Icon name="hint" />
              {t("wins.hint")}
            </button>
          )}
          {(phase === "asking" || phase === "wrong") && (
            <button type="button" onClick={() => void show()}>
              <Icon name="eye" />
              {t("puzzles.show")}
            </button>
          )}
          {(phase === "solved" || phase === "shown") && (
            <button type="button" onClick={restart}>
              <Icon name="undo" />
              {t("wins.restart")}
            </button>
          )}
          {(phase === "solved" || phase === "shown") && (
            <Link to={`/analyse?game=${game.name}&position=${encodeURIComponent(position.text)}`} class="button">
              <Icon name="analyse" />
              {t("nav.analyse")}
            </Link>
          )}
          {next && (
            <button type="button" class={phase === "solved" || phase === "shown" ? "main" : ""} onClick={() => go(`/puzzles/${game.name}/${next}`)}>
              <Icon name="on" />
              {t("wins.next")}
            </button>
          )}
        </div>
      </StudyBoard>
    </>
  );
}

/** Why a move is not the win. */
function wrongText({ reply, loses_in: plies }: WinAnswer, move: string): string {
  if (reply === null) return t("wins.said.late", { move });
  return plies === null ? t("wins.said.defence", { move, reply }) : t("wins.said.loses", { move, reply, plies });
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** One that was not tried yet, as hard as you are good. */
function nextOf(all: readonly WinEntry[], game: string, name: string): string | null {
  const { rating } = ratingOf(game);
  const left = all.filter((one) => one.name !== name && solving.value.done[`${game}/${one.name}`] === undefined);
  const near = [...left].sort((one, other) => Math.abs(one.rating - rating) - Math.abs(other.rating - rating));
  return near[0]?.name ?? null;
}
