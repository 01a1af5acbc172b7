import { describe, expect, it } from "vitest";
import type { AnnotatedMove, ReviewLine } from "../src/net/types";
import { tintsOf } from "../src/board/tints";
import { extended, type Review } from "../src/pages/review/useReview";
import { isBad, shareOf, verdictOf } from "../src/pages/review/verdicts";
import { packed, unpacked } from "../src/pages/review/recordLink";
import { movesOf } from "../src/pages/review/useReviewWalk";
import { stopsOf } from "../src/pages/study/acts";

const thought = { best: "a1a5", value: { kind: "estimate", shares: [0.6, 0.4] }, line: ["a1a5"], nodes: 1, depth: 1 } as const;

function annotated(number: number, more: Partial<AnnotatedMove>): AnnotatedMove {
  const usual = { kind: "move", number, seat: 0, move: "c1c5", before: null, after: null, best: thought, annotation: { loss: 0, verdict: null, fact: null } };
  return { ...usual, ...more } as AnnotatedMove;
}

describe("verdicts", () => {
  it("name every move", () => {
    expect(verdictOf(annotated(1, { move: "a1a5" }))).toBe("best");
    expect(verdictOf(annotated(1, {}))).toBe("good");
    expect(verdictOf(annotated(1, { annotation: null }))).toBe("unknown");
    expect(verdictOf(annotated(1, { annotation: { loss: 0.2, verdict: "mistake", fact: null } }))).toBe("mistake");
    const missed = annotated(1, { annotation: { loss: 1, verdict: "blunder", fact: "loses_win" } });
    expect(verdictOf(missed)).toBe("missed");
    expect([isBad(missed), isBad(annotated(1, {}))]).toEqual([true, false]);
  });
  it("share a win among its winners", () => {
    const proven = (winners: number[]) => ({ kind: "proven", outcome: { winners, reason: "x", scores: null }, plies: null }) as const;
    expect(shareOf(proven([0, 2]), [0, 2], 4)).toBe(1);
    expect(shareOf(proven([]), [1], 4)).toBe(0.25);
    expect(shareOf({ kind: "estimate", shares: [0.1, 0.2, 0.3, 0.4] }, [1, 3], 4)).toBeCloseTo(0.6);
  });
});

describe("a review", () => {
  const acts = [
    { text: "=RBYG", seat: null, comment: "" },
    { text: "draw", seat: 0, comment: "" },
    { text: "!1", seat: 1, comment: "" },
    { text: "a1", seat: 0, comment: "" },
  ];
  const record = { game: "x", rules: 1, players: 2, options: {}, tags: {}, start: null, comment: "", acts, result: null } as unknown as Review["record"];
  const begun = { kind: "begun", game: "x", seat_names: ["R", "B"], numbers: [1, 2], record } as ReviewLine;
  const told = (lines: ReviewLine[]) => lines.reduce<Review | null>(extended, null)!;
  it("gets better with a second look", () => {
    const [one, other] = [annotated(1, {}), annotated(2, {})];
    const quick = told([begun, one, other, { kind: "summary", seats: [] }]);
    expect([quick.looked, quick.closer, quick.moves.size]).toEqual([2, false, 2]);
    const closer = told([begun, one, other, annotated(1, { move: "better" })]);
    expect([closer.looked, closer.closer, closer.moves.get(1)!.move]).toEqual([1, true, "better"]);
    expect(told([begun, one, { kind: "done" }]).done).toBe(true);
    expect(extended(null, one)).toBeNull();
  });
  it("counts moves alone", () => {
    expect(movesOf(record)).toEqual([1, 3]);
    expect(stopsOf(acts.map(({ text }) => text))).toEqual([1, 3, 4]);
  });
});

it("colours a target by the best that it leads to", () => {
  const touches = [
    { move: "one", path: ["a", "b"] },
    { move: "two", path: ["a", "c"] },
    { move: "three", path: ["d", "b"] },
  ];
  const worth = new Map([["one", "bad"], ["two", "win"]] as const);
  expect([...tintsOf(touches, [], worth)]).toEqual([["a", "win"]]);
  expect([...tintsOf(touches, ["a"], worth)]).toEqual([["b", "bad"], ["c", "win"]]);
});

describe("a record in an address", () => {
  it("comes out as it went in, in signs that need no escape", async () => {
    for (const text of ['[Game "quixo"]\n\n1. a1e1 é 中 *', "x".repeat(300_000)]) {
      const code = await packed(text);
      expect(code).toMatch(/^[\w-]+$/);
      expect(code.length).toBeLessThan(500);
      expect(await unpacked(code)).toBe(text);
    }
  });
  it("may be broken, or too long", async () => {
    for (const code of ["", "nonsense", "%%%", (await packed("a record")).slice(0, -3)]) expect(await unpacked(code)).toBeNull();
    expect(await unpacked(await packed("x".repeat(1_000_001)))).toBeNull();
    expect(await unpacked(await packed("x".repeat(9_000_000)))).toBeNull();
  });
});
