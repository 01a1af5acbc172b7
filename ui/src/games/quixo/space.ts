/** Quixo in space: cubes of maple in a tray. */
import { MeshStandardMaterial, type Material } from "three";
import { moverOf, type BoardState } from "../../board/board";
import { withMood, type Mood } from "../../board/space/materials";
import { cubeGeometry } from "../../board/space/geometries";
import { defaultSpace } from "../default/space";
import type { SpaceSkin } from "../spaceSkin";
import { dotSpot, SIDES } from "./dots";
import { maple } from "./maple";
import { block } from "../../board/space/outline";
import { RIM, tray } from "./tray";

/** How many kinds of grain there are. */
const GRAINS = 4;
const MARKS = ["X", "O"] as const;

const material: SpaceSkin["material"] = (materials, { symbol }, mood: Mood, variant, under) => {
  const face = (sign: string, k: number): Material => {
    const grain = (variant + k) % GRAINS;
    return materials.kept(`wood ${sign} ${grain} ${mood}`, () => {
      const map = materials.texture(`maple ${sign} ${grain}`, () => maple(sign, grain + 1));
      return withMood(new MeshStandardMaterial({ map, roughness: 0.62 }), map, mood);
    });
  };
  return [face("", 0), face("", 1), face(symbol, 2), face(under?.symbol ?? "", 3), face("", 1), face("", 0)];
};

/** The cube that is pushed in carries the sign of whoever pushes it. */
function placed(state: BoardState, [, , facing = ""]: readonly string[]) {
  return { kind: "cube", symbol: MARKS[moverOf(state) % 2]!, colour: "", facing };
}

export const quixoSpace: SpaceSkin = {
  ...defaultSpace,
  measure: () => ({
    item: 0.95,
    rise: 0,
    part: 0,
    lift: 0.3,
    outside: 1.15,
  }),
  outline: (layout) => {
    const half = layout.size[0] / 2;
    return { body: [...block(half + RIM - 0.11, -0.72, -0.3), ...block(half, 0, 0.475)], loose: [] };
  },
  pale: true,
  facings: SIDES,
  boardMesh: tray,
  pieceGeometry: (edge) => cubeGeometry(edge, 0.07),
  material,
  spot: dotSpot,
  placed,
};
