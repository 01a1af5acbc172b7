/** The review of a finished game: of a table, by an address that can be shared, or of a record. */
import { useEffect, useRef, useState } from "preact/hooks";
import { CallingContext } from "../../games/calling";
import { t } from "../../i18n";
import { percent } from "../../i18n/intl";
import type { Catalogue, GameEntry, Scene } from "../../net/types";
import { Skeleton } from "../../parts/Skeleton";
import { Failed, Nowhere } from "../../parts/Trouble";
import { useTitle } from "../../parts/useTitle";
import "../../style/review.css";
import { go } from "../../state/route";
import { Steps } from "../study/Steps";
import { StudyBoard } from "../study/StudyBoard";
import { callingBy, outcomeSentence } from "../study/words";
import { useGames } from "../useGames";
import { Files } from "./Files";
import { Graph } from "./Graph";
import { MoveDetails } from "./MoveDetails";
import { RecordForm } from "./RecordForm";
import { packed, recordPath, unpacked } from "./recordLink";
import { ReviewMoves } from "./ReviewMoves";
import { useNames } from "./useNames";
import { type Review, type Source, useReview } from "./useReview";
import { moversOf, movesOf, useReviewWalk } from "./useReviewWalk";

interface Address {
  readonly table: string | null;
  /** A record, packed. */
  readonly code: string | null;
}

export function ReviewPage({ table, code }: Address) {
  const games = useGames();
  useTitle(t("review.title"));
  return (
    <main class="page review" id="main" aria-busy={!games}>
      {games === "failed" && <Failed />}
      {!games && <Skeleton />}
      {games && games !== "failed" && (table !== null ? <Reviewed source={{ table }} games={games} /> : <OfRecord code={code} games={games} />)}
    </main>
  );
}

/** The review of the record in the address; without one, the form that takes it. */
function OfRecord({ code, games }: { code: string | null; games: Catalogue }) {
  const [text, setText] = useState<string | null | undefined>(undefined);
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    if (code !== null) void unpacked(code).then(setText);
  }, []);
  const review = async (wanted: string) => {
    const other = await packed(wanted);
    setAsked(asked + 1); // the same once more, if it was refused before
    go(recordPath(other), { replace: other === code });
  };
  if (code === null) return <RecordForm onText={(wanted) => void review(wanted)} />;
  if (text === undefined) return <Skeleton />;
  if (text === null) return <RecordForm error={t("analyse.nothing")} onText={(wanted) => void review(wanted)} />;
  return <Reviewed key={asked} source={{ text, code }} games={games} onText={(wanted) => void review(wanted)} />;
}

interface Props {
  readonly source: Source;
  readonly games: Catalogue;
  /** Another record, in place of one that was refused. */
  readonly onText?: (text: string) => void;
}

function Reviewed({ source, games, onText }: Props) {
  const { review, error, missing } = useReview(source);
  if (missing) return <Nowhere title={t("net.missing")}>{t("net.missing.text")}</Nowhere>;
  if (error && !review && onText && "text" in source) return <RecordForm start={source.text} error={error} onText={onText} />;
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
      {review && game && <Desk game={game} review={review} source={source} />}
    </>
  );
}

function Desk({ game, review, source }: { game: GameEntry; review: Review; source: Source }) {
  const { record, moves } = review;
  const { names, own } = useNames(source, review);
  const walk = useReviewWalk(record);
  const [chosen, setBetter] = useState(0);
  const better = chosen && walk.at === movesOf(record)[chosen - 1] ? chosen : 0;
  const number = better || walk.number;
  const move = moves.get(number) ?? null;
  const look = (wanted: number) => {
    setBetter(0);
    walk.after(wanted);
  };
  const leave = () => !walk.variation.length && setBetter(0); // a step in the better line stays in it
  const step = (by: 1 | -1) => {
    leave();
    walk.step(by);
  };
  const ended = !walk.variation.length && walk.line.shown?.moves.length === record.acts.length ? record.result : null;
  const before = better > 0 && !walk.variation.length;
  const { shown } = walk.line;
  const last = useRef<Scene | null>(null); // the board is at the end at first
  if (ended && shown) last.current = shown.position.scene;
  return (
    <CallingContext.Provider value={callingBy(game, names, own)}>
      <div class="review-desk">
        <StudyBoard
          game={game}
          line={walk.line}
          able={walk.arrived}
          onMove={walk.play}
          onChance={walk.play}
          hint={before ? (move?.best?.best ?? null) : null}
          names={names}
          ended={ended}
          onStep={step}
        >
          <Steps walk={walk} onStep={leave} />
          <p class="refusal" role="alert">
            {walk.error}
          </p>
        </StudyBoard>
        <aside class="review-side">
          {record.result && (
            <p class="review-result">
              <b>{names.join(" – ")}:</b> {outcomeSentence(game, names, record.result, last.current, moversOf(record))}
            </p>
          )}
          <p class="quiet-text" role="status">
            {review.done ? t("review.ready") : <span aria-hidden="true">{progress(review)}</span>}
          </p>
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
          <Files source={source} record={record} at={walk.at} />
        </aside>
      </div>
    </CallingContext.Provider>
  );
}

/** Shown alone: it changes with every move. */
function progress({ closer, looked, count }: Review): string {
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
