import { beforeEach, describe, expect, it } from "vitest";
import { listPath, nextOf, searchOf, wantedOf } from "../src/pages/puzzles/wanted";
import { sane, solving } from "../src/state/solving";

const ALL = [
  { name: "1", grade: 1, theme: "fork" },
  { name: "2", grade: 2, theme: "fork" },
  { name: "3", grade: 2, theme: "flip" },
  { name: "4", grade: 2, theme: "fork" },
];
const ANY = { grade: 0, theme: "" };

describe("puzzles that are wanted", () => {
  beforeEach(() => {
    solving.value = sane({});
  });
  it("are in the address", () => {
    expect(searchOf(ANY)).toBe("");
    expect(listPath("stones", { grade: 2, theme: "fork" })).toBe("/puzzles?game=stones&grade=2&theme=fork");
    expect(wantedOf("?game=stones&grade=2&theme=fork")).toEqual({ grade: 2, theme: "fork" });
    expect(wantedOf("?grade=much")).toEqual(ANY);
    expect(wantedOf("?grade=-1")).toEqual(ANY);
  });
  it("follow one another, those that were never tried first", () => {
    const next = (name: string, wanted = ANY) => nextOf(ALL, "stones", name, wanted)?.name;
    expect(next("1")).toBe("2");
    expect(next("2", { grade: 2, theme: "fork" })).toBe("4");
    solving.value = sane({ done: { "stones/2": "failed", "stones/4": "first" } });
    expect(next("1")).toBe("3");
    expect(next("4", { grade: 2, theme: "fork" })).toBe("2");
    expect(next("2", { grade: 2, theme: "fork" })).toBeUndefined();
  });
});
