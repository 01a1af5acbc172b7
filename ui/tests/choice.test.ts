import { describe, expect, it } from "vitest";
import { moveOf, nextTargets, pathOf, touched } from "../src/board/choice";
import { touch } from "./scenes";

const QUIXO = [
  touch("a1a5", "a1", "a5"),
  touch("a1e1", "a1", "e1"),
  touch("b1b5", "b1", "b5"),
  touch("b1a1", "b1", "a1"),
];
/** `a1` is a move, and the beginning of others: a ball goes in, or is pushed along an axis. */
const LONGER = [touch("a1", "a1"), touch("a1x", "a1", "x"), touch("a1y", "a1", "y"), touch("b1", "b1")];

describe("what may be touched next", () => {
  it("begins with every first target", () => {
    expect([...nextTargets(QUIXO, [])]).toEqual([["a1", false], ["b1", false]]);
  });
  it("goes on along the paths, and says what completes a move", () => {
    expect([...nextTargets(QUIXO, ["a1"])]).toEqual([["a5", true], ["e1", true]]);
    expect([...nextTargets(QUIXO, ["c1"])]).toEqual([]);
    expect([...nextTargets(QUIXO, ["a1", "a5"])]).toEqual([]);
  });
  it("knows a move that is also a beginning", () => {
    expect(nextTargets(LONGER, []).get("a1")).toBe(true);
    expect([...nextTargets(LONGER, ["a1"]).keys()]).toEqual(["x", "y"]);
  });
});

describe("touching", () => {
  it("chooses, then moves", () => {
    expect(touched(QUIXO, [], "a1")).toEqual({ kind: "chosen", chosen: ["a1"] });
    expect(touched(QUIXO, ["a1"], "e1")).toEqual({ kind: "move", touch: QUIXO[1] });
  });
  it("takes back what is touched twice", () => {
    expect(touched(QUIXO, ["a1"], "a1")).toEqual({ kind: "chosen", chosen: [] });
  });
  it("lets people change their mind", () => {
    expect(touched(QUIXO, ["a1"], "b1")).toEqual({ kind: "chosen", chosen: ["b1"] });
    // where it may be both, it goes on
    expect(touched(QUIXO, ["b1"], "a1")).toEqual({ kind: "move", touch: QUIXO[3] });
  });
  it("refuses everything else", () => {
    expect(touched(QUIXO, ["a1"], "c3")).toEqual({ kind: "refused", target: "c3" });
    expect(touched([], [], "a1")).toEqual({ kind: "refused", target: "a1" });
  });
  it("waits where a path begins another, and moves at the second touch", () => {
    expect(touched(LONGER, [], "a1")).toEqual({ kind: "chosen", chosen: ["a1"] });
    expect(touched(LONGER, ["a1"], "a1")).toEqual({ kind: "move", touch: LONGER[0] });
    expect(touched(LONGER, ["a1"], "y")).toEqual({ kind: "move", touch: LONGER[2] });
    expect(touched(LONGER, ["a1"], "b1")).toEqual({ kind: "move", touch: LONGER[3] });
  });
});

it("finds the move of a path and the path of a move", () => {
  expect(moveOf(QUIXO, ["a1"])).toBeNull();
  expect(moveOf(LONGER, ["a1"])).toBe(LONGER[0]);
  expect(pathOf(QUIXO, "b1a1")).toEqual(["b1", "a1"]);
  expect(pathOf(QUIXO, "pass")).toEqual([]);
});
