/** A review as it comes, line by line: known at once by a quick look, then ever better. */
import { useEffect, useState } from "preact/hooks";
import { errorText } from "../../i18n/said";
import { api, ApiError } from "../../net/api";
import type { AnnotatedMove, GameRecord, ReviewLine, SeatSummary } from "../../net/types";

/** Where the game comes from: a table, or a text, which is also in the address. */
export type Source = { readonly table: string } | { readonly text: string; readonly code: string };

export interface Review {
  readonly record: GameRecord;
  readonly seatNames: readonly string[];
  /** How many moves there are. */
  readonly count: number;
  readonly moves: ReadonlyMap<number, AnnotatedMove>;
  readonly seats: readonly SeatSummary[];
  /** Of the moves, how many the look that is going on has told. */
  readonly looked: number;
  /** Is it the second look? */
  readonly closer: boolean;
  readonly done: boolean;
}

/** A review after one more line. */
export function extended(review: Review | null, line: ReviewLine): Review | null {
  if (line.kind === "begun") {
    const { record, seat_names: seatNames, numbers } = line;
    return { record, seatNames, count: numbers.length, moves: new Map(), seats: [], looked: 0, closer: false, done: false };
  }
  if (!review) return null;
  if (line.kind === "move") {
    const begins = review.looked === review.count; // everything is told again
    return {
      ...review,
      moves: new Map(review.moves).set(line.number, line),
      looked: begins ? 1 : review.looked + 1,
      closer: review.closer || begins,
    };
  }
  if (line.kind === "summary") return { ...review, seats: line.seats };
  return line.kind === "done" ? { ...review, done: true } : review;
}

export function useReview(source: Source): { readonly review: Review | null; readonly error: string; readonly missing: boolean } {
  const [review, setReview] = useState<Review | null>(null);
  const [error, setError] = useState("");
  const [missing, setMissing] = useState(false);
  useEffect(() => {
    const leaving = new AbortController();
    const read = async () => {
      const told = "table" in source ? api.review(source.table, leaving.signal) : api.reviewRecord(source.text, leaving.signal);
      try {
        for await (const line of told) {
          if (leaving.signal.aborted) return;
          if (line.kind === "failed") setError(errorText(line.error));
          else setReview((old) => extended(old, line));
        }
      } catch (refused) {
        if (leaving.signal.aborted) return;
        if (!(refused instanceof ApiError)) throw refused;
        setError(refused.message);
        setMissing(refused.status === 404);
      }
    };
    void read();
    return () => leaving.abort();
  }, []);
  return { review, error, missing };
}
