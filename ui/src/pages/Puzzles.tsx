/** The puzzles there are, the easy ones first. */
import { useEffect, useState } from "preact/hooks";
import { t } from "../i18n";
import { api } from "../net/api";
import type { PuzzleEntry } from "../net/types";
import { Link } from "../parts/Link";
import { Skeleton } from "../parts/Skeleton";
import { Failed } from "../parts/Trouble";
import { useTitle } from "../parts/useTitle";

const GRADES = [1, 2, 3, 4, 5, 6];

export function Puzzles() {
  const [puzzles, setPuzzles] = useState<readonly PuzzleEntry[] | "failed" | null>(null);
  const [grade, setGrade] = useState(1);
  useTitle(t("nav.puzzles"));
  useEffect(() => {
    api.puzzles().then((found) => setPuzzles(found.puzzles), () => setPuzzles("failed"));
  }, []);
  return (
    <main class="home" id="main" aria-busy={!puzzles}>
      <header class="hero">
        <h1>{t("puzzles.title")}</h1>
        <p>{t("puzzles.text")}</p>
      </header>
      {puzzles === "failed" && <Failed />}
      {!puzzles && <Skeleton />}
      {puzzles && puzzles !== "failed" && (
        <>
          <div class="pills" role="group" aria-label={t("puzzles.grade")}>
            {GRADES.map((one) => (
              <button key={one} type="button" aria-pressed={one === grade} onClick={() => setGrade(one)}>
                {t("puzzles.grade.of", { grade: one })}
              </button>
            ))}
          </div>
          <ul class="puzzles">
            {puzzles
              .filter((one) => one.grade === grade)
              .map((one) => (
                <li key={one.name}>
                  <Link to={`/puzzles/${one.name}`} class="table-card">
                    <b>{t("puzzles.name", { name: one.name })}</b>
                    <span>{t("puzzles.asks", { cards: one.cards.length, cubes: one.par })}</span>
                  </Link>
                </li>
              ))}
          </ul>
        </>
      )}
    </main>
  );
}
