import { expect, it } from "vitest";
import type { GameRecord } from "../src/net/types";
import { stopsOf } from "../src/pages/study/acts";
import { playersOf, playersText } from "../src/pages/watch/great";

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
