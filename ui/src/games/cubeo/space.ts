/** Cube O' in space: painted cubes on a turntable, and beside it the cube that was drawn. */
import { moverOf, type BoardState } from "../../board/board";
import type { Layout, Vec } from "../../board/space/layout";
import { colouredMaterial } from "../../board/space/materials";
import { cubeGeometry } from "../../board/space/geometries";
import { COLOURS } from "../colours";
import { defaultSpace } from "../default/space";
import type { SpaceSkin } from "../spaceSkin";
import { TWIN } from "./index";
import { block, circle } from "../../board/space/outline";
import { HOME, QUARTER } from "../../board/space/view";
import { FOOT, RADIUS, turntable } from "./turntable";

const HELD = "held";

function holderAt(layout: Layout, holder: string, spread: number): Vec | null {
  if (holder !== HELD) return null;
  // over the table, clear of the disc: in the corner that a disc leaves free, as it is usually seen
  const way = HOME.azimuth + QUARTER / 2;
  const out = RADIUS + 0.66;
  return [out * Math.sin(way), layout.floor(spread) - FOOT + 0.66, out * Math.cos(way)];
}

/** A twin has the colour of its owner; other cubes look as they do already. */
function placed(state: BoardState, [first]: readonly string[]) {
  if (first !== TWIN) return null;
  const hands = state.scene.holders.filter(({ kind }) => kind === "hand");
  const owner = hands[moverOf(state)]?.seat ?? "";
  return { kind: TWIN, symbol: owner.toLowerCase(), colour: COLOURS[owner] ?? "", facing: "" };
}

export const cubeoSpace: SpaceSkin = {
  ...defaultSpace,
  measure: () => ({
    item: 0.96,
    rise: 0.5,
    part: 0,
    lift: 0.35,
    outside: 1.35,
  }),
  outline: (layout) => {
    const half = layout.size[1] / 2;
    const [x, y, z] = holderAt(layout, HELD, 0)!;
    return {
      body: [...circle(RADIUS, -half - FOOT), ...circle(RADIUS, -half), ...block(layout.size[0] / 2, 0, half)],
      loose: [[x + 0.48, y - 0.48, z + 0.48], [x + 0.48, y - 0.48, z - 0.48], [x - 0.48, y - 0.48, z + 0.48]],
    };
  },
  boardMesh: turntable,
  pieceGeometry: (edge) => cubeGeometry(edge, 0.07),
  material: (materials, appearance, mood) =>
    colouredMaterial(materials, appearance, mood, "paint", appearance.kind === TWIN),
  holderAt,
  placed,
};
