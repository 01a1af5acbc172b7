import { describe, expect, it } from "vitest";
import { sane } from "../src/state/settings";

const USUAL = sane({});

describe("what a browser remembers", () => {
  it("is taken as it is", () => {
    const kept = { ...USUAL, name: "Ann", level: 8, boards: { cage: "flat" }, speed: "slow", theme: "dark" };
    expect(sane(kept)).toEqual(kept);
  });

  it("is forgotten where it makes no sense", () => {
    for (const junk of [null, 7, "x", [], [1], { level: "x", name: 5, boards: 3, speed: "rash" }])
      expect(sane(junk)).toEqual(USUAL);
    expect(sane({ level: 9, theme: 3, confirm: "no", sounds: null, other: 1, name: "Ann" })).toEqual({
      ...USUAL,
      name: "Ann",
    });
  });
});
