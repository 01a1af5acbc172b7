/** Rubik's Cage in space: shining cubes in rings of smoked glass. */
import type { BufferGeometry } from "three";
import { colouredMaterial } from "../../board/space/materials";
import { cubeGeometry, frame } from "../../board/space/geometries";
import { COLOURS } from "../colours";
import { defaultSpace } from "../default/space";
import type { SpaceSkin } from "../spaceSkin";
import { arrowGeometries, arrowSpot } from "./arrows";
import { cageMesh } from "./boardMesh";
import { TURNS } from "./index";

export const cageSpace: SpaceSkin = {
  ...defaultSpace,
  measure: () => ({
    item: 0.86,
    rise: 1,
    part: 0,
    lift: 0.12,
    outside: 1.35,
    outline: [[2.2, -1.6, 2.6], [2.2, 1.45, 2.6], [1.2, 2.2]],
  }),
  hollow: true,
  rimTargets: TURNS,
  rimGeometries: arrowGeometries,
  trailGeometry: () => frame(1.635, 1.6, 0.5, 0.28).translate(0, -0.25, 0) as BufferGeometry,
  boardMesh: cageMesh,
  pieceGeometry: (edge) => cubeGeometry(edge, 0.1),
  material: (materials, appearance, mood) => colouredMaterial(materials, appearance, mood, "gloss"),
  spot: (layout, _state, target, spread, azimuth) => arrowSpot(layout, target, spread, azimuth),
  placed: (_state, [letter = ""]) => ({
    kind: "cube",
    symbol: letter,
    colour: COLOURS[letter] ?? "",
    facing: "",
  }),
};
