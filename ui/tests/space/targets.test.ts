import { describe, expect, it } from "vitest";
import { sub, unit, type Vec } from "../../src/board/space/layout";
import { pick, type Ray } from "../../src/board/space/hitTest";
import { spotOf, spotsOf, type Spot } from "../../src/board/space/spots";
import { HOME } from "../../src/board/space/view";
import { fixtures, layoutOf, stateOf, type Fixture } from "./fixtures";

const open = (fixture: Fixture, at: number, chosen: readonly string[] = []) => {
  const scene = fixture.pieces[0]!.scenes[at]!;
  return { layout: layoutOf(fixture.game, scene), state: stateOf(fixture, scene, chosen) };
};

const eye: Vec = [4, 7, 10];
const ray = (to: Vec, from: Vec = eye): Ray => ({ from, way: unit(sub(to, from)) });
const middle = (spot: Spot): Vec => (spot.shape.kind === "ball" ? spot.shape.middle : spot.at);

describe("targets in space", () => {
  it("are all that can be touched on a board, and no tools beside it", () => {
    for (const fixture of Object.values(fixtures)) {
      for (const scene of fixture.pieces.flatMap((piece) => piece.scenes)) {
        const layout = layoutOf(fixture.game, scene);
        const state = stateOf(fixture, scene);
        const spots = new Set(spotsOf(layout, state, 0, HOME).map((spot) => spot.target));
        for (const target of state.next.keys()) {
          const tool = /^([RBYGOW@]|bag|twin|pass)$/.test(target);
          expect(spots.has(target), `${fixture.game} ${target}`).toBe(!tool);
        }
      }
    }
  });

  it("are arrows in the cage: clockwise to the left of who looks", () => {
    const { layout, state } = open(fixtures.cage, 1);
    for (const azimuth of [0, 1, 4]) {
      const right = (target: string): number => {
        const [x, , z] = middle(spotOf(layout, state, target, 0, { ...HOME, azimuth })!);
        return x * Math.cos(azimuth) - z * Math.sin(azimuth);
      };
      expect(right("2+")).toBeLessThan(-1.5);
      expect(right("2-")).toBeGreaterThan(1.5);
      expect(right("F")).toBeGreaterThan(0.5);
    }
  });

  it("are arrows inwards for the ends of a row", () => {
    const { layout, state } = open(fixtures.cubulus, 0, ["b32"]);
    const spot = spotOf(layout, state, "y", 0, HOME)!;
    expect(spot.kind).toBe("arrow");
    expect(spot.at[2]).toBeLessThan(-1.5);
    expect(spot.towards).toEqual([0, 0, 1].map((x) => expect.closeTo(x)));
    // b32 is in the middle from east to west
    expect(spotOf(layout, state, "x", 0, HOME)).toBeNull();
  });
});

describe("picking", () => {
  it("hits what is pointed at", () => {
    const { layout, state } = open(fixtures.quixo, 0);
    const spots = spotsOf(layout, state, 0, HOME);
    for (const spot of spots) {
      const top: Vec = [spot.at[0], spot.at[1] + 0.47, spot.at[2]];
      expect(pick(ray(top), spots, () => false)?.target).toBe(spot.target);
    }
  });

  it("does not reach through solid cubes", () => {
    const { layout, state } = open(fixtures.quixo, 0);
    const spots = spotsOf(layout, state, 0, HOME);
    const front = spots.find((spot) => spot.target === "c1")!;
    expect(pick(ray(front.at), spots, (target) => target === "c5")?.target).toBe("c1");
  });

  it("takes what is legal behind what is not, where one can see through", () => {
    const { layout, state } = open(fixtures.cubulus, 0);
    const spots = spotsOf(layout, state, 0, HOME);
    const front: Ray = { from: [0, 0, 9], way: [0, 0, -1] };
    expect(pick(front, spots, () => true)?.target).toBe("b12");
    expect(pick(front, spots, (target) => target === "b32")?.target).toBe("b32");
  });

  it("finds every opening of the cage from above", () => {
    const { layout, state } = open(fixtures.cage, 1, ["Y"]);
    const spots = spotsOf(layout, state, 0, HOME);
    for (const target of state.next.keys()) {
      const { at } = spots.find((spot) => spot.target === target)!;
      const lid: Vec = [at[0], at[1] + 0.45, at[2]];
      expect(pick(ray(lid), spots, (one) => state.next.has(one))?.target).toBe(target);
    }
  });

  it("misses where there is nothing", () => {
    const { layout, state } = open(fixtures.cage, 1);
    expect(pick(ray([9, 9, 0]), spotsOf(layout, state, 0, HOME), () => true)).toBeNull();
  });
});

describe("arrows for a dot", () => {
  it("stand around the place where the cube goes in, and only then", () => {
    const [taken = "", into = ""] = fixtures.quixo4.pieces[0]!.scenes[0]!.touches[0]!.path;
    const { layout, state } = open(fixtures.quixo4, 0, [taken, into]);
    const names = [...state.next.keys()];
    expect(names.length).toBe(2);
    for (const name of names) {
      const spot = spotOf(layout, state, name, 0, HOME)!;
      const [x, , z] = sub(spot.at, layout.at(into)!);
      expect(x * spot.towards[0] + z * spot.towards[2]).toBeGreaterThan(0.3);
      expect(pick(ray(spot.at), spotsOf(layout, state, 0, HOME), (one) => names.includes(one))?.target).toBe(name);
    }
    const earlier = open(fixtures.quixo4, 0, [taken]).state;
    expect(spotOf(layout, earlier, names[0]!, 0, HOME)).toBeNull();
  });
});
