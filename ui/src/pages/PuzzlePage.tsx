/** One puzzle: its cards, and an arrangement that shows them for whoever asks. */
import { useEffect, useState } from "preact/hooks";
import { colouredSkin } from "../games";
import { t } from "../i18n";
import { api, ApiError } from "../net/api";
import type { Card, CheckedBoard, PuzzleStart } from "../net/types";
import { Icon } from "../parts/Icon";
import { Link } from "../parts/Link";
import { PictureSign } from "../parts/PictureSign";
import { Skeleton } from "../parts/Skeleton";
import { say } from "../parts/Toast";
import { Failed, Nowhere } from "../parts/Trouble";
import { useTitle } from "../parts/useTitle";
import { StillBoard } from "./StillBoard";

export function PuzzlePage({ name }: { name: string }) {
  const [puzzle, setPuzzle] = useState<PuzzleStart | "none" | "failed" | null>(null);
  useEffect(() => {
    api.puzzle(name).then(setPuzzle, (error: unknown) =>
      setPuzzle(error instanceof ApiError && error.status === 404 ? "none" : "failed"),
    );
  }, [name]);
  useTitle(puzzle && typeof puzzle === "object" ? t("puzzles.name", { name }) : null);
  if (puzzle === "none") return <Nowhere />;
  return (
    <main class="page" id="main" aria-busy={!puzzle}>
      <Link to="/puzzles">
        <Icon name="back" />
        {t("puzzles.title")}
      </Link>
      {puzzle === "failed" && <Failed />}
      {!puzzle && <Skeleton />}
      {puzzle && puzzle !== "failed" && <Shown puzzle={puzzle} />}
    </main>
  );
}

function Shown({ puzzle }: { puzzle: PuzzleStart }) {
  const { name, cards, par, scene } = puzzle;
  const [solution, setSolution] = useState<CheckedBoard | null>(null);
  const solve = () =>
    api.solution(name).then(setSolution, (error: unknown) => {
      if (error instanceof ApiError) say(error.message);
      else throw error;
    });
  return (
    <>
      <h1>{t("puzzles.name", { name })}</h1>
      <p>{t("puzzles.task", { cards: cards.length, cubes: par })}</p>
      <ul class="puzzle-cards">
        {scene.cards.map((card) => (
          <li key={card.id}>
            <PuzzleCard card={card} />
          </li>
        ))}
      </ul>
      <p class="quiet-text">{t("puzzles.terminal")}</p>
      <pre>{`cubarium puzzle play ${name}`}</pre>
      {solution ? (
        <section class="example">
          <StillBoard skin={colouredSkin} scene={solution.scene} label={t("puzzles.solution", { cubes: solution.cubes })} />
          <p>{t("puzzles.solution", { cubes: solution.cubes })}</p>
        </section>
      ) : (
        <button type="button" onClick={() => void solve()}>
          <Icon name="eye" />
          {t("puzzles.show")}
        </button>
      )}
    </>
  );
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
