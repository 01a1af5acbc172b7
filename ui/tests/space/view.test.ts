import { describe, expect, it } from "vitest";
import { BoardCamera } from "../../src/board/space/camera";
import { edgeText, facingOf } from "../../src/board/space/edgeNames";
import { seenFrom } from "../../src/board/space/outline";
import { bounded, HOME, homeOf, inSpace, nearTo, QUARTER, zoomed } from "../../src/board/space/view";

describe("a view", () => {
  it("comes no nearer than three times, and goes no further than three fifths", () => {
    expect(zoomed(HOME, 100, [0, 0]).zoom).toBe(3);
    expect(zoomed(HOME, 0.001, [0, 0]).zoom).toBe(0.6);
    expect(bounded({ ...HOME, height: -1 }).height).toBeGreaterThan(0);
  });

  it("keeps in place what is pointed at while it comes nearer", () => {
    const camera = new BoardCamera(() => ({ left: 0, top: 0, width: 400, height: 300 }));
    camera.resize(400, 300);
    camera.orbit(HOME);
    const point = [1, 0.2, 0.5] as const;
    const [x, y] = camera.shown(point);
    camera.orbit(zoomed(HOME, 1.7, [x / 400 - 0.5, y / 300 - 0.5]));
    expect(camera.shown(point)).toEqual([expect.closeTo(x, 1), expect.closeTo(y, 1)]);
    const ray = camera.ray(x, y);
    const far = (point[2] - ray.from[2]) / ray.way[2];
    expect(ray.from[0] + ray.way[0] * far).toBeCloseTo(point[0], 2);
  });

  it("is in the middle again at its usual distance", () => {
    const near = zoomed(HOME, 3, [0.4, 0.4]);
    expect(near.x).toBeGreaterThan(0.2);
    expect(zoomed(near, 1 / 3, [-0.2, 0.1])).toMatchObject({ zoom: 1, x: 0, y: 0 });
  });

  it("takes the shorter way round", () => {
    expect(nearTo(0.1, 4 * Math.PI)).toBeCloseTo(4 * Math.PI + 0.1);
    expect(homeOf(2).azimuth - HOME.azimuth).toBeCloseTo(Math.PI);
  });

  it("knows points as they are seen, and where these are in space", () => {
    const view = { ...HOME, azimuth: 1.1, height: 0.4 };
    const seen = seenFrom([1, 2, 3], view.azimuth, view.height);
    expect(inSpace(seen, view)).toEqual([1, 2, 3].map((one) => expect.closeTo(one)));
  });
});

describe("names of cells", () => {
  const size = [3, 1, 3] as const;

  it("run as whoever looks sees the board", () => {
    expect(edgeText(size, 0)).toEqual({ front: ["a", "b", "c"], side: ["1", "2", "3"] });
    expect(edgeText(size, 1)).toEqual({ front: ["1", "2", "3"], side: ["c", "b", "a"] });
    expect(edgeText(size, -2)).toEqual({ front: ["c", "b", "a"], side: ["3", "2", "1"] });
    expect(edgeText(size, 3)).toEqual({ front: ["3", "2", "1"], side: ["a", "b", "c"] });
  });

  it("stand in front, and at the side that is seen", () => {
    const start = { quarter: 0, right: true };
    expect(facingOf(HOME.azimuth, start)).toEqual({ quarter: 0, right: true });
    expect(facingOf(-0.4, start)).toEqual({ quarter: 0, right: false });
    expect(facingOf(QUARTER + 0.38, start)).toEqual({ quarter: 1, right: true });
    expect(facingOf(-QUARTER - 0.2, start)).toEqual({ quarter: -1, right: false });
  });

  it("do not flicker between two sides", () => {
    const corner = QUARTER / 2 + 0.05;
    expect(facingOf(corner, { quarter: 0, right: true }).quarter).toBe(0);
    expect(facingOf(corner, { quarter: 1, right: false }).quarter).toBe(1);
    expect(facingOf(0.02, { quarter: 0, right: false }).right).toBe(false);
  });
});
