/** Rubik's Cage in space: shining cubes in rings of smoked glass. */
import { colouredMaterial } from "../../board/space/materials";
import { cubeGeometry } from "../../board/space/geometries";
import { box } from "../../board/space/spots";
import { COLOURS } from "../colours";
import { defaultSpace } from "../default/space";
import type { SpaceSkin } from "../spaceSkin";
import { block, circle } from "../../board/space/outline";
import { arrowGeometries, arrowReach, arrowSpot } from "./arrows";
import { cageMesh, NAMES } from "./boardMesh";
import { TURNS } from "./index";
import { trailTurn, turnedBand } from "./trail";

export const cageSpace: SpaceSkin = {
  ...defaultSpace,
  measure: () => ({
    item: 0.86,
    rise: 1,
    part: 0,
    lift: 0.12,
    outside: 1.35,
  }),
  outline: () => ({
    body: [...block(1.54, -1.56, 1.53), ...circle(NAMES + 0.12, -1.56).filter(([x, , z]) => Math.min(Math.abs(x), Math.abs(z)) < 1.1)],
    loose: [],
  }),
  handles: arrowReach,
  hollow: true,
  rimTargets: TURNS,
  rimGeometries: arrowGeometries,
  trailGeometry: turnedBand,
  trailTurn,
  boardMesh: cageMesh,
  solids: (layout, spread) => [0, 1, 2].map((layer) => box([0, layout.layer(layer, spread), 0], [0.45, 0.49, 0.45])),
  pieceGeometry: (edge) => cubeGeometry(edge, 0.1),
  material: (materials, appearance, mood) => colouredMaterial(materials, appearance, mood, "gloss"),
  spot: (layout, _state, target, spread, view) => arrowSpot(layout, target, spread, view),
  placed: (_state, [letter = ""]) => ({
    kind: "cube",
    symbol: letter,
    colour: COLOURS[letter] ?? "",
    facing: "",
  }),
};
