/** The review of a finished game: of a table, by an address that can be shared, or of a record. */
import { useState } from "preact/hooks";
import { t } from "../../i18n";
import { percent } from "../../i18n/intl";
import { siteAddress } from "../../net/site";
import type { Catalogue, GameEntry } from "../../net/types";
import { Icon } from "../../parts/Icon";
import { Link } from "../../parts/Link";
import { Skeleton } from "../../parts/Skeleton";
import { Failed, Nowhere } from "../../parts/Trouble";
import { useTitle } from "../../parts/useTitle";
import "../../style/review.css";
import { StudyBoard } from "../study/StudyBoard";
import { useGames } from "../useGames";
import { Graph } from "./Graph";
import { MoveDetails } from "./MoveDetails";
import { RecordForm } from "./RecordForm";
import { ReviewMoves } from "./ReviewMoves";
import { type Review, type Source, useReview } from "./useReview";
import { movesOf, useWalk } from "./useWalk";

export function ReviewPage({ table }: { table: string | null }) {
  const games = useGames();
  const [text, setText] = useState("");
  useTitle(t("review.title"));
  const source: Source | null = table !== null ? { table } : text ? { text } : null;
  return (
    <main class="page review" id="main" aria-busy={!games}>
      {games === "failed" && <Failed />}
      {!games && <Skeleton />}
      {games && games !== "failed" && (source ? <Reviewed key={text} source={source} games={games} /> : <RecordForm onText={setText} />)}
    </main>
  );
}

function Reviewed({ source, games }: { source: Source; games: Catalogue }) {
  const { review, error, missing } = useReview(source);
  if (missing) return <Nowhere title={t("net.missing")}>{t("net.missing.text")}</Nowhere>;
  const game = games.games.find(({ name }) => name === review?.record.game);
  return (
    <>
      <h1>{game ? t("review.of", { game: game.title }) : t("review.title")}</h1>
      {error && (
        <p role="alert" class="refusal">
          {error}
        </p>
      )}
      {!review && !error && <Skeleton />}
      {review && game && <Desk game={game} review={review} table={"table" in source ? source.table : null} />}
    </>
  );
}

function Desk({ game, review, table }: { game: GameEntry; review: Review; table: string | null }) {
  const { record, seatNames, moves } = review;
  const names = seatNames.map((sign, seat) => record.tags[`Seat${seat}`] || sign);
  const walk = useWalk(record);
  const [better, setBetter] = useState(0);
  const number = better || walk.number;
  const move = moves.get(number) ?? null;
  const look = (wanted: number) => {
    setBetter(0);
    walk.after(wanted);
  };
  const before = better > 0 && !walk.variation.length && walk.at === movesOf(record)[better - 1];
  return (
    <div class="review-desk">
      <StudyBoard
        game={game}
        line={walk.line}
        onMove={walk.play}
        chance
        hint={before ? (move?.best?.best ?? null) : null}
        onStep={(by) => {
          setBetter(0);
          walk.step(by);
        }}
      >
        <div class="steps">
          {(
            [
              ["first", "study.first", 0],
              ["back", "moves.back", walk.at - 1],
              ["on", "moves.on", walk.at + 1],
              ["last", "study.last", record.acts.length],
            ] as const
          ).map(([icon, label, to]) => (
            <button
              key={icon}
              type="button"
              aria-label={t(label)}
              title={t(label)}
              onClick={() => {
                setBetter(0);
                walk.look(to);
              }}
            >
              <Icon name={icon} />
            </button>
          ))}
        </div>
      </StudyBoard>
      <aside class="review-side">
        <p class="quiet-text" role="status">{progress(review)}</p>
        <Graph game={game} review={review} names={names} at={number} onLook={look} />
        <Seats review={review} names={names} />
        <MoveDetails
          game={game}
          review={review}
          names={names}
          walk={walk}
          move={move}
          better={better > 0}
          onBetter={(wanted) => {
            setBetter(wanted);
            walk.before(wanted);
          }}
          onBack={() => {
            setBetter(0);
            if (better) walk.after(better);
            else walk.look(walk.at);
          }}
        />
        <ReviewMoves game={game} review={review} names={names} at={number} onLook={look} />
        {table !== null && <Downloads table={table} at={walk.at} />}
      </aside>
    </div>
  );
}

function progress({ done, closer, looked, count }: Review): string {
  if (done) return t("review.ready");
  return t(closer ? "review.closer" : "review.looking", { done: looked, all: count });
}

/** How well everybody has played. */
function Seats({ review, names }: { review: Review; names: readonly string[] }) {
  if (!review.seats.length) return null;
  return (
    <dl class="review-seats" aria-label={t("review.accuracy")}>
      {review.seats.map(({ seat, accuracy, verdicts }) => (
        <div key={seat}>
          <dt>{names[seat]}</dt>
          <dd>
            {accuracy !== null && <b>{t("review.accuracy.of", { share: percent(accuracy) })}</b>}
            <small>
              {t("review.counts", {
                inaccuracies: verdicts["inaccuracy"] ?? 0,
                mistakes: verdicts["mistake"] ?? 0,
                blunders: verdicts["blunder"] ?? 0,
              })}
            </small>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Downloads({ table, at }: { table: string; at: number }) {
  const files = [
    ["review.text.file", `record`],
    ["review.json.file", `record?form=json`],
    ["review.png", `still?at=${at}`],
    ["review.gif", `film?form=gif`],
    ["review.webp", `film?form=webp`],
  ] as const;
  return (
    <nav class="review-files" aria-label={t("review.keep")}>
      {files.map(([label, path]) => (
        <a key={label} class="button quiet" href={siteAddress(`/api/tables/${table}/${path}`)} download>
          <Icon name="download" />
          {t(label)}
        </a>
      ))}
      <Link to={`/t/${table}`}>
        <Icon name="back" />
        {t("review.table")}
      </Link>
    </nav>
  );
}
