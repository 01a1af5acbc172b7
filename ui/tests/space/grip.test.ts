import { describe, expect, it } from "vitest";
import { atHeight, gripOf, heldBeside } from "../../src/board/space/grip";
import { hintOf } from "../../src/board/space/hints";
import { fixtures, layoutOf, stateOf, type Fixture } from "./fixtures";

const open = (fixture: Fixture, at: number, chosen: readonly string[] = []) => {
  const scene = fixture.pieces[0]!.scenes[at]!;
  return { layout: layoutOf(fixture.game, scene), state: stateOf(fixture, scene, chosen) };
};

describe("a drag", () => {
  it("takes a cube of Quixo that may be taken, and no other", () => {
    const { layout, state } = open(fixtures.quixo, 0);
    const free = [...state.next.keys()][0]!;
    expect(gripOf(layout, state, free)).toMatchObject({ item: { place: free }, target: free });
    expect(gripOf(layout, state, "c3")).toBeNull();
    expect(gripOf(layout, { ...state, active: false }, free)).toBeNull();
  });

  it("goes on with the cube that was chosen, or changes one's mind", () => {
    const { state: first } = open(fixtures.quixo, 0);
    const [one = "", other = ""] = [...first.next.keys()];
    const { layout, state } = open(fixtures.quixo, 0, [one]);
    expect(gripOf(layout, state, one)).toMatchObject({ item: { place: one }, target: "" });
    expect(gripOf(layout, state, other)?.target).toBe(other);
  });

  it("turns the board where a touch puts something in, or turns a layer", () => {
    for (const fixture of [fixtures.cubulus, fixtures.cage]) {
      const { layout, state } = open(fixture, 0);
      for (const target of state.next.keys()) expect(gripOf(layout, state, target), target).toBeNull();
    }
  });

  it("takes the cube that was drawn, while it is in hand", () => {
    const { layout, state } = open(fixtures.cubeo, 1);
    expect(heldBeside(layout, state)?.place).toBe("held");
    expect(heldBeside(layout, { ...state, active: false })).toBeNull();
    const quixo = open(fixtures.quixo, 0);
    expect(heldBeside(quixo.layout, quixo.state)).toBeNull();
  });

  it("carries a piece at one height", () => {
    expect(atHeight({ from: [0, 10, 0], way: [0, -1, 0] }, 2)).toEqual([0, 2, 0]);
    expect(atHeight({ from: [0, 10, 0], way: [0, 1, 0] }, 2)).toBeNull();
  });
});

describe("a hint", () => {
  it("is an arrow over the board from the first place to the last", () => {
    const { layout, state } = open(fixtures.quixo, 0);
    const way = hintOf(layout, { ...state, hint: ["a1", "e1"] }, 0)!;
    expect(way.from[0]).toBe(-2);
    expect(way.to[0]).toBe(2);
    expect(way.over[1]).toBeGreaterThan(way.to[1] + 0.5);
  });

  it("points down at a single column, and along the row into which is pushed", () => {
    const cage = open(fixtures.cage, 1);
    const drop = hintOf(cage.layout, { ...cage.state, hint: ["Y", "a1"] }, 0)!;
    expect(drop.from[1]).toBeGreaterThan(drop.to[1]);
    expect(drop.to.slice(0, 3)).toMatchObject([-1, expect.any(Number), 1]);
    const cubulus = open(fixtures.cubulus, 0);
    const push = hintOf(cubulus.layout, { ...cubulus.state, hint: ["b32", "y"] }, 0)!;
    expect(push.to[2]).toBeGreaterThan(push.from[2]);
  });

  it("is none on the board for what is an arrow already, or a tool", () => {
    const { layout, state } = open(fixtures.cage, 1);
    expect(hintOf(layout, { ...state, hint: ["2+"] }, 0)).toBeNull();
    expect(hintOf(layout, { ...state, hint: ["R"] }, 0)).toBeNull();
    expect(hintOf(layout, state, 0)).toBeNull();
  });
});
