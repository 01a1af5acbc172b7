import { describe, expect, it } from "vitest";
import { Confetti } from "../../src/board/space/confetti";
import { endView, seenShare, wonPlaces } from "../../src/board/space/ending";
import { HOME } from "../../src/board/space/view";
import type { Scene } from "../../src/net/types";
import { fixtures, layoutOf } from "./fixtures";

/** A scene with things in these places, some of which have won. */
function won(game: "cage" | "cubulus" | "quixo", filled: readonly string[], places: readonly string[]) {
  const scene = fixtures[game].pieces[0]!.scenes[0]!;
  const item = { kind: "cube", symbol: "R", colour: "red", facing: "" };
  const items = filled.map((id) => ({ ...item, id, place: id }));
  const marks: Scene["marks"] = [{ kind: "win", places: [...places] }];
  return { layout: layoutOf(game, scene), scene: { ...scene, items, marks } };
}

const all = (layers: string) => [..."abc"].flatMap((a) => [..."123"].flatMap((b) => [...layers].map((c) => a + b + c)));

describe("what has won", () => {
  it("is seen in every game that ends with a line or a square", () => {
    for (const name of ["quixo", "quixo4", "cage", "cubulus"] as const) {
      const scene = fixtures[name].pieces[1]!.scenes[1]!;
      const layout = layoutOf(fixtures[name].game, scene);
      const places = wonPlaces(layout, scene);
      expect(places.length, name).toBeGreaterThan(2);
      const { view, spread, seen } = endView(layout, scene, places, HOME, 0);
      expect(seen, name).toBeGreaterThan(0.3);
      expect(seen).toBeGreaterThanOrEqual(seenShare(layout, scene, places, HOME, 0));
      expect(seenShare(layout, scene, places, view, spread)).toBe(seen);
    }
  });

  it("is no place where cards have won", () => {
    const scene = fixtures.cubeo.pieces[1]!.scenes[1]!;
    expect(scene.marks.some(({ kind }) => kind === "win")).toBe(true);
    expect(wonPlaces(layoutOf("cubeo", scene), scene)).toEqual([]);
  });

  it("is looked at from behind, where it is behind", () => {
    const back = ["a31", "b31", "c31"];
    const filled = all("123").filter((place) => !place.startsWith("b2"));
    const { layout, scene } = won("cage", filled, back);
    expect(seenShare(layout, scene, back, HOME, 0)).toBeLessThan(0.1);
    const { view, seen } = endView(layout, scene, back, HOME, 0);
    expect(seen).toBeGreaterThan(0.3);
    expect(Math.cos(view.azimuth)).toBeLessThan(0);
  });

  it("stays where it is seen already", () => {
    const { layout, scene } = won("cage", ["a11", "b11", "c11"], ["a11", "b11", "c11"]);
    expect(endView(layout, scene, wonPlaces(layout, scene), HOME, 0).view.azimuth).toBeCloseTo(HOME.azimuth);
  });

  it("is shown by parting the layers where nothing else shows it", () => {
    const inside = ["b22", "b12", "b32", "a22"];
    const { layout, scene } = won("cubulus", all("123"), inside);
    const { spread, seen } = endView(layout, scene, inside, HOME, 0);
    expect(spread).toBeGreaterThan(0);
    expect(seen).toBeGreaterThan(endView(layout, { ...scene, items: scene.items }, inside, HOME, 0.8).seen - 0.01);
    const quixo = won("quixo", ["a1", "b1"], ["a1", "b1"]);
    expect(endView(quixo.layout, quixo.scene, ["a1", "b1"], HOME, 0).spread).toBe(0);
  });
});

describe("joy", () => {
  it("lasts about a second, and nothing is left of it", () => {
    const burst = new Confetti([0, 0, 0], ["#ff0000", "#00ff00"]);
    expect(burst.advance(600)).toBe(true);
    expect(burst.advance(1400)).toBe(false);
    expect(Math.max(...burst.mesh.instanceMatrix.array.slice(0, 3).map(Math.abs))).toBe(0);
    burst.dispose();
  });
});
