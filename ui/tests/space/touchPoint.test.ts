import { describe, expect, it } from "vitest";
import type { BoardState } from "../../src/board/board";
import { BoardCamera } from "../../src/board/space/camera";
import { pickNear } from "../../src/board/space/hitTest";
import { touchPoint } from "../../src/board/space/touchPoint";
import { spotsOf } from "../../src/board/space/spots";
import { HIGHEST, HOME, QUARTER, type View } from "../../src/board/space/view";
import { fixtures, layoutOf, stateOf, type Fixture } from "./fixtures";

const ABOVE = { ...HOME, azimuth: 0, height: HIGHEST };
const PHONE = { left: 8, top: 120, width: 344, height: 294 };

interface Viewpoint {
  readonly at: View;
  readonly spread: number;
  readonly turns?: number;
}

/** The targets of a state that can be touched on a phone, with so many pixels to spare on four sides. */
function seen(state: BoardState, { at, spread, turns = 0 }: Viewpoint, spare = 0): Set<string> {
  const layout = layoutOf(state.skin.name, state.scene);
  const camera = new BoardCamera(() => PHONE);
  const turned = { ...at, azimuth: at.azimuth + turns * QUARTER };
  camera.resize(PHONE.width, PHONE.height);
  camera.fit(layout.outline(spread));
  camera.orbit(turned);
  const spots = spotsOf(layout, state, spread, turned);
  const target = (x: number, y: number) =>
    pickNear((right, down) => camera.ray(x + right, y + down), spots, (one) => state.next.has(one))?.target;
  const found = new Set<string>();
  for (const spot of spots.filter((one) => state.next.has(one.target))) {
    const point = touchPoint(spot.shape, camera, (x, y) => target(x, y) === spot.target);
    const sides = [[-spare, 0], [spare, 0], [0, -spare], [0, spare]] as const;
    if (point && sides.every(([x, y]) => target(point[0] + x, point[1] + y) === spot.target))
      found.add(spot.target);
  }
  return found;
}

/** The last scene of each piece before anything is touched, and after one touch or another. */
function states(fixture: Fixture): BoardState[] {
  return fixture.pieces.flatMap(({ scenes }) => {
    const scene = scenes.findLast((one) => one.touches.length)!;
    const first = stateOf(fixture, scene);
    const some = [...first.next.keys()].filter((_, k) => k % 7 === 0);
    return [first, ...some.map((one) => stateOf(fixture, scene, [one]))];
  });
}

const inSpace = (state: BoardState): string[] => {
  const layout = layoutOf(state.skin.name, state.scene);
  const spots = new Set(spotsOf(layout, state, 0, HOME).map((spot) => spot.target));
  return [...state.next.keys()].filter((target) => spots.has(target));
};

/** A scene with things in these places, and a choice of targets. */
function crowded(fixture: Fixture, filled: (place: string) => boolean, targets: readonly string[]): BoardState {
  const scene = fixture.pieces[0]!.scenes[0]!;
  const item = { kind: "cube", symbol: "R", colour: "red", facing: "" };
  const items = scene.places.filter(({ id }) => filled(id)).map(({ id }) => ({ ...item, id, place: id }));
  const state = stateOf(fixture, { ...scene, items });
  return { ...state, next: new Map(targets.map((target) => [target, true])) };
}

describe("what can be touched on a phone", () => {
  it("is every ball of a full lattice, spread, but not as it stands", () => {
    const places = fixtures.cubulus.pieces[0]!.scenes[0]!.places.map(({ id }) => id);
    const full = crowded(fixtures.cubulus, () => true, places);
    expect(seen(full, { at: HOME, spread: 1 }, 8).size).toBe(27);
    expect(seen(full, { at: HOME, spread: 0 }, 8).size).toBeLessThan(27);
  });

  it("is every column behind towers of Cube O', from above", () => {
    const columns = [..."abcd"].flatMap((file) => [..."1234"].map((rank) => file + rank));
    for (const towers of [["b2", "c3"], ["b3", "c3", "b2", "c2"], ["a1", "b2", "c3", "d4"]]) {
      const state = crowded(fixtures.cubeo, (place) => towers.includes(place.slice(0, 2)), columns);
      expect(seen(state, { at: ABOVE, spread: 0 }).size, towers.join()).toBe(16);
    }
  });

  it("is every cube and column from above", () => {
    for (const fixture of [fixtures.quixo, fixtures.quixo4, fixtures.cubeo])
      for (const state of states(fixture))
        expect([...seen(state, { at: ABOVE, spread: 0 })]).toEqual(
          expect.arrayContaining(inSpace(state)),
        );
  });

  it("is every place of Cubulus once its levels are spread, and every way in from one side or another", () => {
    for (const state of states(fixtures.cubulus)) {
      const sides = state.chosen.length ? [0, 1, 2, 3] : [0];
      const found = sides.flatMap((turns) => [...seen(state, { at: HOME, spread: 1, turns })]);
      expect(found, state.chosen.join()).toEqual(expect.arrayContaining(inSpace(state)));
    }
  });

  it("is every layer and opening of the cage, spread or not", () => {
    for (const state of states(fixtures.cage))
      for (const spread of [0, 1])
        expect([...seen(state, { at: HOME, spread })]).toEqual(
          expect.arrayContaining(inSpace(state)),
        );
  });
});

describe("a finger", () => {
  const state = stateOf(fixtures.cage, fixtures.cage.pieces[0]!.scenes[1]!);
  const spot = spotsOf(layoutOf("cage", state.scene), state, 0, HOME).find(
    (one) => one.target === "2+",
  )!;
  const camera = new BoardCamera(() => PHONE);
  camera.orbit(HOME);
  const [x, y] = camera.shown(spot.at);
  const touched = (right: number) =>
    pickNear((a, b) => camera.ray(x + right + a, y + b), [narrow], () => true)?.target ?? null;
  const narrow = { ...spot, shape: { kind: "ball", middle: spot.at, radius: 0.1 } as const };

  it("means what is near when it meets nothing", () => {
    expect(touched(0)).toBe("2+");
    expect(touched(20)).toBe("2+");
    expect(touched(30)).toBeNull();
  });
});
