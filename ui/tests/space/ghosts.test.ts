import { describe, expect, it } from "vitest";
import type { Phases } from "../../src/board/board";
import { ghostsOf, type Ghost } from "../../src/board/space/ghosts";
import { Layout } from "../../src/board/space/layout";
import { defaultSpace } from "../../src/games/default/space";
import type { Motion } from "../../src/net/types";
import { touch } from "../scenes";
import { fixtures, layoutOf, stateOf, type Fixture } from "./fixtures";

const motion = (phase: Motion["phase"], item: string, to: string): Motion => ({ item, phase, to, becomes: to });

function open(fixture: Fixture, at: number) {
  const scene = fixture.pieces[0]!.scenes[at]!;
  const layout = layoutOf(fixture.game, scene);
  const state = stateOf(fixture, scene);
  const ghosts = (path: readonly string[], phases: Phases): readonly Ghost[] => {
    const previews = new Map([["it", phases]]);
    return ghostsOf(layout, { ...state, scene: { ...scene, touches: [touch("it", ...path)] }, previews }, path, 0);
  };
  return { layout, state, ghosts };
}

describe("ghosts", () => {
  it("show a dropped cube where it comes to rest, in its colour", () => {
    const { layout, ghosts } = open(fixtures.cage, 1);
    const [ghost, ...others] = ghosts(["Y", "a1"], [[motion("enter", "new Y", "a13")], [motion("fall", "new Y", "a12")]]);
    expect(ghost).toMatchObject({ appearance: { colour: "yellow" }, at: layout.at("a12") });
    expect(others).toEqual([]);
  });

  it("are none when layers turn", () => {
    const { ghosts } = open(fixtures.cage, 1);
    const twist = fixtures.cage.pieces[0]!.steps.find((steps) => steps.flat().some(({ phase }) => phase === "turn"))!;
    expect(ghosts(["2+"], twist)).toEqual([]);
  });

  it("show a pushed cube beyond the end that it is pushed in from, with the sign of who pushes", () => {
    const { layout, ghosts } = open(fixtures.quixo, 1);
    const names = ["c1", "c2", "c3", "c4", "c5"];
    const slides = names.slice(1).map((name, k) => motion("slide", name, names[k]!));
    const [ghost] = ghosts(["c1", "c5"], [[motion("leave", "c1", "c1")], slides, [motion("enter", "c1", "c5")]]);
    expect(ghost?.at[2]).toBeCloseTo(layout.at("c5")![2] - 1);
    expect(ghost?.appearance.symbol).toMatch(/[XO]/);
  });

  it("show the cube in hand as it is, and twins in the colour of their owner", () => {
    const held = open(fixtures.cubeo, 1);
    const drawn = held.state.scene.items.find(({ place }) => place === "held")!;
    const [ghost] = held.ghosts(["b2"], [[motion("slide", drawn.id, "b24")], [motion("fall", drawn.id, "b21")]]);
    expect(ghost?.appearance.colour).toBe(drawn.colour);
    const twins = open(fixtures.cubeo, 2).ghosts(["twin", "d1", "d2"], [
      [motion("enter", "new d11", "d11"), motion("enter", "new d21", "d21")],
    ]);
    expect(twins.map(({ appearance }) => appearance.kind)).toEqual(["twin", "twin"]);
    expect(new Set(twins.map(({ appearance }) => appearance.colour)).size).toBe(1);
  });

  it("need no skin, and are none of what leaves", () => {
    const { state } = open(fixtures.quixo, 0);
    const layout = new Layout(defaultSpace, state.scene.places);
    const alone = { ...state, scene: { ...state.scene, touches: [touch("it", "x")] } };
    const shown = (phases: Phases) => ghostsOf(layout, { ...alone, previews: new Map([["it", phases]]) }, ["x"], 0);
    expect(shown([[motion("leave", "a1", "a1")]])).toEqual([]);
    expect(shown([])).toEqual([]);
    expect(shown([[motion("enter", "new", "a1")]])).toMatchObject([{ at: layout.at("a1") }]);
  });

  it("are what all moves have in common that are left, once all of them are known", () => {
    const { layout, state } = open(fixtures.cage, 1);
    const drop: Phases = [[motion("enter", "new R", "a13")]];
    const scene = { ...state.scene, touches: [touch("one", "R", "a1"), touch("other", "R", "b1")] };
    const shown = (...previews: [string, Phases][]) =>
      ghostsOf(layout, { ...state, scene, previews: new Map(previews) }, ["R"], 0);
    expect(shown(["one", drop], ["other", drop])).toHaveLength(1);
    expect(shown(["one", drop])).toEqual([]);
    expect(shown(["one", drop], ["other", []])).toEqual([]);
  });
});
