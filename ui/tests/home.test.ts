/** What the first page and the form of a new table compute. */
import { describe, expect, it } from "vitest";
import type { TableCard } from "../src/net/types";
import { isRecord } from "../src/pages/analyse/Analyse";
import { amount } from "../src/pages/ClockForm";
import { reseated } from "../src/pages/SeatsForm";
import { ageText, clockOf, tableState } from "../src/pages/tableText";
import { face, point, points } from "../src/parts/projection";
import { sane, seatsOf } from "../src/state/quick";

describe("how somebody likes to play", () => {
  const game = { players: [2, 4] };
  it("is taken as it is kept", () => {
    const kept = { level: 8, players: 4, begins: "lot", clock: 3 };
    expect(sane(game, kept, 2)).toEqual(kept);
  });
  it("is as usual where it makes no sense", () => {
    const usual = { level: 5, players: 2, begins: "me", clock: 0 };
    for (const junk of [null, undefined, 7, "x", [], { level: 9, players: 3, begins: "them", clock: 99 }, { level: 1.5, clock: -1 }])
      expect(sane(game, junk, 5)).toEqual(usual);
  });
  it("seats you first or last", () => {
    expect(seatsOf({ players: 3, begins: "me" }, "level2")).toEqual(["me", "level2", "level2"]);
    expect(seatsOf({ players: 3, begins: "other" }, "level2")).toEqual(["level2", "level2", "me"]);
    expect(seatsOf({ players: 2, begins: "lot" }, "friend")).toEqual(["me", "friend"]);
  });
});

describe("seats of a new table", () => {
  it("hold you once", () => {
    expect(reseated(["me", "friend", "level1"], 2, "me")).toEqual(["level1", "friend", "me"]);
    expect(reseated(["me", "friend"], 1, "device")).toEqual(["me", "device"]);
    expect(reseated(["me", "friend"], 0, "level3")).toEqual(["level3", "friend"]);
    expect(reseated(["level3", "friend"], 1, "me")).toEqual(["level3", "me"]);
  });
});

it.each([
  ["7", 180, 7],
  ["", 180, 0],
  ["-3", 180, 0],
  ["999", 14, 14],
  ["2.6", 14, 3],
  ["x", 14, 0],
])("takes %j of at most %d as %d", (typed, most, number) => {
  expect(amount(typed, most)).toBe(number);
});

it.each([
  [undefined, "No clock"],
  [{ kind: "none" }, "No clock"],
  [{ kind: "live", base: 600, increment: 5 }, "10 min + 5 s"],
  [{ kind: "live", base: 90, increment: 0 }, "1.5 min"],
  [{ kind: "days", days: 1 }, "1 day a turn"],
  [{ kind: "days", days: 3 }, "3 days a turn"],
] as const)("calls the clock %j %s", (clock, text) => {
  expect(clockOf(clock)).toBe(text);
});

it.each([
  [-5, "just now"],
  [59_999, "just now"],
  [60_000, "1 min. ago"],
  [3_599_999, "59 min. ago"],
  [3_600_000, "1 hr. ago"],
  [86_399_999, "23 hr. ago"],
  [86_400_000, "1 day ago"],
])("says of %d ms: %s", (milliseconds, text) => {
  expect(ageText(milliseconds)).toBe(text);
});

it("says whose turn it is at a table of others", () => {
  const card = (change: object) =>
    ({ status: "live", your_turn: false, to_move: 1, seats: [{ name: "Ada" }, { name: "Bob" }], ...change }) as TableCard;
  expect(tableState(card({}))).toBe("Bob to move");
  expect(tableState(card({ to_move: null }))).toBe("Being played");
  expect(tableState(card({ your_turn: true }))).toBe("Your turn");
  expect(tableState(card({ status: "open", to_move: null }))).toBe("Waiting for a player");
  expect(tableState(card({ status: "over" }))).toBe("Finished");
});

it("tells records from positions", () => {
  expect(isRecord('\n[Game "quixo"]')).toBe(true);
  expect(isRecord('{"format": "cubarium-record"}')).toBe(true);
  expect(isRecord("X...O/...../...../...../..... O")).toBe(false);
  expect(isRecord("")).toBe(false);
});

describe("pictures", () => {
  it("lay the faces of a cube edge to edge", () => {
    const corners = (side: "top" | "left" | "right") => {
      const [a, b, c, d, e, f] = face(side, 1, 2, 0).match(/-?[\d.]+/g)!.map(Number) as [number, number, number, number, number, number];
      const at = (u: number, v: number) => [a * u + c * v + e, b * u + d * v + f].map((one) => Math.round(one * 10) / 10).join();
      return [at(0, 0), at(1, 0), at(1, 1), at(0, 1)];
    };
    const drawn = (x: number, y: number, z: number) => point(x, y, z).map((one) => Math.round(one * 10) / 10).join();
    expect(corners("top")).toEqual([drawn(1, 2, 1), drawn(2, 2, 1), drawn(2, 3, 1), drawn(1, 3, 1)]);
    expect(corners("left")).toEqual([drawn(1, 3, 1), drawn(2, 3, 1), drawn(2, 3, 0), drawn(1, 3, 0)]);
    expect(corners("right")).toEqual([drawn(2, 3, 1), drawn(2, 2, 1), drawn(2, 2, 0), drawn(2, 3, 0)]);
  });
  it("draw what is nearer further down", () => {
    expect(points([0, 0, 0], [1, 1, 0], [0, 0, 1])).toBe("0,0 0,20 0,-20");
  });
});
