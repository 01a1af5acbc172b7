import { expect, it } from "vitest";
import type { GameRecord } from "../src/net/types";
import { stopsOf } from "../src/pages/study/acts";
import { playersOf, playersText } from "../src/pages/study/players";

const record = (acts: readonly (readonly [number | null, string])[], tags: Record<string, string> = {}) =>
  ({ players: 2, tags, acts: acts.map(([seat, text]) => ({ seat, text })) }) as unknown as GameRecord;

it("a move takes what chance does with it", () => {
  const acts = [[null, "=BRYG"], [null, "=c41"], [0, "draw"], [null, "=R"], [0, "a1"], [1, "a1-d2"], [null, "=c12"]] as const;
  expect(stopsOf(acts.map(([, text]) => text))).toEqual([2, 4, 5, 7]);
  expect(stopsOf([])).toEqual([0]);
});

it("levels have the names that they have at tables", () => {
  expect(playersText(playersOf(record([], { Seat0: "Level 8", Seat1: "Ann" })))).toBe("Max · 8 – Ann");
});

it("two of one level have two names, and who has none is called as the game calls the seat", () => {
  const four = { ...record([], { Seat0: "Guest", Seat1: "Level 2", Seat2: "Level 2" }), players: 4 } as GameRecord;
  expect(playersOf(four, ["N", "E", "S", "W"]).map(({ name }) => name)).toEqual(["Guest", "Mia", "Ole", "W"]);
});
