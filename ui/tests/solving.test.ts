import { beforeEach, describe, expect, it } from "vitest";
import { daily, note, ratingOf, sane, solving, streakOf, today } from "../src/state/solving";

const ONE = { game: "stones", name: "001", rating: 1500, daily: true };

describe("what is solved", () => {
  beforeEach(() => {
    solving.value = sane({});
  });
  it("counts the first try alone", () => {
    const lost = note(ONE, "failed", 10);
    const { rating } = ratingOf("stones");
    expect(lost).toBe(Math.round(rating) - 1500);
    expect(rating).toBeLessThan(1500);
    expect(note(ONE, "later", 10)).toBe(0);
    expect(ratingOf("stones").rating).toBe(rating);
    expect(solving.value.done["stones/001"]).toBe("later");
    note(ONE, "first", 10);
    expect(solving.value.done["stones/001"]).toBe("later");
    note({ ...ONE, name: "002" }, "first", 10);
    expect(ratingOf("stones").rating).toBeGreaterThan(rating);
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
