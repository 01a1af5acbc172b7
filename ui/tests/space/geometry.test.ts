import { describe, expect, it } from "vitest";
import { circle, fitOutline, seenFrom } from "../../src/board/space/outline";
import { type Layout, topOf, type Vec } from "../../src/board/space/layout";
import { rotated, rotationOf } from "../../src/board/space/rotation";
import { sideNear } from "../../src/board/space/view";
import { isLight } from "../../src/board/space/theme";
import { fixtures, layoutOf } from "./fixtures";

const layout = (name: keyof typeof fixtures): Layout => layoutOf(name, fixtures[name].pieces[0]!.scenes[0]!);

describe("where places are", () => {
  it("has the middle of the board in the middle, north at the back and up above", () => {
    const cubulus = layout("cubulus");
    expect(cubulus.at("b22")).toEqual([0, 0, 0].map((x) => expect.closeTo(x)));
    expect(cubulus.at("a11")).toEqual([-1, -1, 1]);
    expect(cubulus.at("c33")).toEqual([1, 1, -1]);
  });

  it("parts layers when they are spread, and nothing else", () => {
    const cage = layout("cage");
    const [x, y, z] = cage.at("c13", 1)!;
    expect([x, z]).toEqual([1, 1]);
    expect(y).toBeGreaterThan(1.5);
    expect(layout("quixo").at("e5", 1)).toEqual(layout("quixo").at("e5", 0));
  });

  it("knows columns where places are stacked", () => {
    expect(layout("cage").columns.get("a1")).toEqual(["a11", "a12", "a13"]);
    expect(layout("cage").columns.has("b2")).toBe(false);
    expect(layout("cubeo").columns.size).toBe(16);
    expect(layout("quixo").columns.size).toBe(0);
  });

  it("finds the topmost item", () => {
    const scene = fixtures.cubeo.pieces[0]!.scenes[2]!;
    const cubeo = layout("cubeo");
    for (const column of cubeo.columns.keys()) {
      const top = topOf(cubeo, scene, column);
      const stack = scene.items.filter(({ place }) => cubeo.columns.get(column)!.includes(place));
      expect(top?.place).toBe(stack.length ? `${column}${stack.length}` : undefined);
    }
  });

  it("holds a drawn cube beside the board", () => {
    expect(layout("cubeo").at("held")).not.toBeNull();
    expect(layout("cubeo").at("hand R")).toBeNull();
  });
});

describe("turns", () => {
  const clockwise = (from: Vec): Vec => rotated(from, { axis: [0, 1, 0], angle: -Math.PI / 2 });

  it("goes from the south to the west when a layer is twisted clockwise", () => {
    expect(clockwise([0, 0, 1])).toEqual([-1, 0, 0].map((x) => expect.closeTo(x)));
  });

  it("is found from a single cube", () => {
    const found = rotationOf([[[1, 0, 1], clockwise([1, 0, 1])]]);
    expect(found?.axis).toEqual([0, 1, 0]);
    expect(found?.angle).toBeCloseTo(-Math.PI / 2);
  });

  it("is a half turn about the north when the cage is flipped", () => {
    const found = rotationOf([
      [[1, -1, 1], [-1, 1, 1]],
      [[0, -1, 1], [0, 1, 1]],
    ]);
    expect(found).toEqual({ axis: [0, 0, -1], angle: Math.PI });
  });

  it("is none where nothing rigid fits", () => {
    expect(rotationOf([[[1, 0, 0], [2, 0, 0]]])).toBeNull();
    expect(rotationOf([])).toBeNull();
  });
});

describe("the picture", () => {
  it("is seen from further away in a narrow window", () => {
    const points = [...circle(3, -1), ...circle(3, 1)].map((point) => seenFrom(point, 0, 0.6));
    const wide = fitOutline(points, [], 0.23, 0.4);
    const narrow = fitOutline(points, [], 0.23, 0.13);
    expect(narrow.far).toBeGreaterThan(wide.far * 1.3);
    expect(3 / narrow.far).toBeLessThan(0.13);
  });

  it("snaps to a side that is near", () => {
    expect(sideNear(0.38 + Math.PI / 2 + 0.1)).toBeCloseTo(0.38 + Math.PI / 2);
    expect(sideNear(0.38 + 0.7)).toBeNull();
  });

  it("tells a dark page by its ink", () => {
    expect(isLight("rgb(239, 234, 226)")).toBe(true);
    expect(isLight("rgb(34, 32, 28)")).toBe(false);
  });
});
