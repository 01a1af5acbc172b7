import { describe, expect, it } from "vitest";
import { BoardCamera } from "../../src/board/space/camera";
import type { Vec } from "../../src/board/space/layout";
import { spotsOf } from "../../src/board/space/spots";
import { HIGHEST, HOME, inSpace, QUARTER, type View } from "../../src/board/space/view";
import { fixtures, layoutOf, stateOf } from "./fixtures";

const SIZES = [[320, 200], [320, 300], [360, 356], [700, 340], [600, 600], [900, 700], [1400, 1200]] as const;
const GAMES = ["quixo", "cage", "cubulus", "cubeo"] as const;

/** The part of the picture that points take, from 0 to 1: from left to right, and from top to bottom. */
function shares(camera: BoardCamera, points: readonly Vec[], [width, height]: readonly [number, number]) {
  const shown = points.map((point) => camera.shown(point));
  const [xs, ys] = [shown.map(([x]) => x / width), shown.map(([, y]) => y / height)];
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

function open(game: (typeof GAMES)[number], size: readonly [number, number], view: View, spread = 0) {
  const state = stateOf(fixtures[game], fixtures[game].pieces[0]!.scenes[1]!);
  const layout = layoutOf(game, state.scene);
  const camera = new BoardCamera(() => ({ left: 0, top: 0, width: size[0], height: size[1] }));
  camera.resize(...size);
  camera.fit(layout.outline(spread));
  camera.orbit(view);
  return { state, layout, camera };
}

describe("the object", () => {
  it.each(GAMES)("%s fills four fifths of the picture, whatever its size", (game) => {
    for (const size of SIZES) {
      const { camera, layout } = open(game, size, HOME);
      const { left, right, top, bottom } = shares(camera, layout.outline(0).body, size);
      const fill = Math.max(right - left, bottom - top);
      expect(fill, size.join()).toBeGreaterThanOrEqual(0.8);
      expect(fill, size.join()).toBeLessThan(0.9);
      expect(Math.abs(top + bottom - 1), "in the middle").toBeLessThan(0.02);
      expect(Math.abs(left + right - 1), "in the middle").toBeLessThan(0.02);
    }
  });

  it.each(GAMES)("%s is never cut off, from no side and no height, spread or not", (game) => {
    for (const size of SIZES.filter((_, k) => k % 2 === 0))
      for (const spread of [0, 1])
        for (const height of [0.1, HOME.height, 0.9, 1.1, 1.3, HIGHEST])
          for (let azimuth = 0; azimuth < QUARTER; azimuth += 0.26) {
            const { camera, layout } = open(game, size, { ...HOME, azimuth, height }, spread);
            const { left, right, top, bottom } = shares(camera, layout.outline(spread).body, size);
            const where = `${size.join()} ${height} ${azimuth}`;
            expect(Math.min(left, top), where).toBeGreaterThan(-0.01);
            expect(Math.max(right, bottom), where).toBeLessThan(1.01);
          }
  });

  it("has its arrows in the picture", () => {
    for (const size of SIZES)
      for (const height of [0.1, HOME.height, HIGHEST])
        for (const spread of [0, 1]) {
          const view = { ...HOME, height };
          const { camera, layout, state } = open("cage", size, view, spread);
          const arrows = spotsOf(layout, state, spread, view).filter(({ kind }) => kind === "rim");
          expect(arrows).toHaveLength(7);
          const reach = [...arrows.map(({ at }) => at), ...layout.outline(spread).handles(height).map((one) => inSpace(one, view))];
          const { left, right, top, bottom } = shares(camera, reach, size);
          expect(Math.min(left, top), size.join()).toBeGreaterThan(0);
          expect(Math.max(right, bottom), size.join()).toBeLessThan(1);
        }
  });
});
