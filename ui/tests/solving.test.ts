import { beforeEach, describe, expect, it } from "vitest";
import { daily, isRated, note, type Outcome, ratingOf, sane, solving, streakOf, today } from "../src/state/solving";

const ONE = { game: "stones", name: "001", rating: 1500, daily: true };

describe("what is solved", () => {
  beforeEach(() => {
    solving.value = sane({});
  });
  it("counts the first try alone", () => {
    expect(note(ONE, "failed", 10)).toBe(0);
    const { rating } = ratingOf("stones");
    expect(rating).toBeLessThan(1500);
    expect(note(ONE, "later", 10)).toBe(0);
    expect(ratingOf("stones").rating).toBe(rating);
    expect(solving.value.done["stones/001"]).toBe("later");
    note(ONE, "first", 10);
    expect(solving.value.done["stones/001"]).toBe("later");
    note({ ...ONE, name: "002" }, "first", 10);
    expect(ratingOf("stones").rating).toBeGreaterThan(rating);
  });
  const tryAll = (outcome: Outcome, from: number, count: number) =>
    Array.from({ length: count }, (_, at) => note({ ...ONE, name: `${from + at}` }, outcome, 10));
  it("tells the rating after five puzzles, and moves it gently from then on", () => {
    expect(tryAll("failed", 0, 4)).toEqual([0, 0, 0, 0]);
    expect(isRated("stones")).toBe(false);
    expect(tryAll("failed", 4, 1)).toEqual([0]);
    expect(isRated("stones")).toBe(true);
    expect(isRated("stone")).toBe(false);
    const steps = tryAll("first", 5, 6);
    expect(Math.max(...steps)).toBe(40);
    expect(Math.min(...steps)).toBeGreaterThan(0);
  });
  it("takes less for a hint than for a failure", () => {
    tryAll("first", 0, 5);
    const before = solving.value;
    const failed = note({ ...ONE, name: "hard" }, "failed", 10);
    solving.value = before;
    const hinted = note({ ...ONE, name: "hard" }, "hinted", 10);
    expect(failed).toBeGreaterThanOrEqual(-40);
    expect(hinted).toBeLessThan(0);
    expect(hinted).toBeGreaterThan(failed);
    expect(note({ ...ONE, name: "hard" }, "later", 10)).toBe(0);
    expect(solving.value.done["stones/hard"]).toBe("later");
  });
  it("counts days in a row", () => {
    note(ONE, "first", 10);
    note(ONE, "first", 10);
    expect(streakOf("stones", 10)).toBe(1);
    expect(streakOf("stones", 11)).toBe(1);
    note({ ...ONE, name: "2" }, "later", 11);
    expect(streakOf("stones", 11)).toBe(2);
    expect(streakOf("stones", 13)).toBe(0);
    note({ ...ONE, name: "3" }, "failed", 13);
    expect(streakOf("stones", 13)).toBe(0);
  });
  it("has a puzzle for every day", () => {
    const found = new Set(Array.from({ length: 60 }, (_, day) => daily(20_000 + day, 200)));
    expect(found.size).toBeGreaterThan(40);
    expect(Math.max(...found)).toBeLessThan(200);
    expect(today(new Date(2026, 0, 2, 0, 5)) - today(new Date(2026, 0, 1, 23, 55))).toBe(1);
  });
  it("keeps what makes sense", () => {
    expect(sane(null).done).toEqual({});
    const found = sane({ done: { "a/1": "first", "a/2": 3 }, ratings: { a: { rating: 1 } }, days: { a: { day: 1, streak: 2 } } });
    expect(found).toEqual({ done: { "a/1": "first" }, ratings: {}, days: { a: { day: 1, streak: 2 } } });
  });
});
