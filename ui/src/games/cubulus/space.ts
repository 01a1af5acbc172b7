/** Cubulus in space: soft balls in a lattice of cords. */
import { moverOf, type BoardState } from "../../board/board";
import { add, length, times, type Layout, type Vec } from "../../board/space/layout";
import { colouredMaterial } from "../../board/space/materials";
import { ballGeometry } from "../../board/space/geometries";
import { ball, type Spot } from "../../board/space/spots";
import { block, globe } from "../../board/space/outline";
import { COLOURS } from "../colours";
import { defaultSpace } from "../default/space";
import type { SpaceSkin } from "../spaceSkin";
import { REARRANGE } from "./index";
import { lattice } from "./lattice";

/** How far from the middle the arrows at the ends of rows reach. */
const ENDS = 1.87;

const AXES: Readonly<Record<string, Vec>> = { x: [1, 0, 0], y: [0, 0, -1], z: [0, 1, 0] };

/** An arrow into the end of a row that was chosen. */
function rowSpot(layout: Layout, state: BoardState, target: string, spread: number): Spot | null {
  const axis = AXES[target];
  const place = state.chosen.at(-1) ?? "";
  const at = layout.at(place, spread);
  const side = axis ? sideOf(layout, place, axis) : 0;
  if (!axis || !at || !side) return null;
  const out = times(axis, side);
  const middle = add(at, times(out, 0.67));
  return { target, kind: "arrow", at: middle, towards: times(out, -1), shape: ball(middle, 0.36), through: true };
}

/** On which side of the middle a place is, along an axis: 1, -1, or 0 on neither. */
function sideOf(layout: Layout, place: string, axis: Vec): number {
  const [x, y, z] = layout.offset(place) ?? [0, 0, 0];
  return Math.sign(x * axis[0] + y * axis[1] + z * axis[2]);
}

/** Balls come from outside: along their row, or straight from the middle. */
function outwards(layout: Layout, place: string, along: Vec | null): Vec {
  const side = along ? sideOf(layout, place, along) : 0;
  if (along && side) return times(along, side);
  const offset = layout.offset(place) ?? [0, 0, 0];
  return length(offset) ? times(offset, 1 / length(offset)) : [0, 1, 0];
}

/** A ball of whoever moves; where a row is rearranged, its own. */
function placed(state: BoardState, [first]: readonly string[]) {
  if (first === REARRANGE) return null;
  const letter = Object.keys(state.scene.stocks)[moverOf(state)] ?? "";
  return { kind: "ball", symbol: letter, colour: COLOURS[letter] ?? "", facing: "" };
}

export const cubulusSpace: SpaceSkin = {
  ...defaultSpace,
  measure: () => ({
    item: 0.82,
    rise: 2.2,
    part: 0.2,
    lift: 0,
    outside: 1.35,
  }),
  outline: () => ({
    body: block(1, -1, 1).flatMap((corner) => globe(corner, 0.41)),
    loose: block(1, -1, 1).flatMap(([x, y, z]): Vec[] => [[x * ENDS, y, z], [x, y * ENDS, z], [x, y, z * ENDS]]),
  }),
  round: true,
  soft: true,
  boardMesh: lattice,
  pieceGeometry: (edge) => ballGeometry(edge / 2),
  material: (materials, appearance, mood) => colouredMaterial(materials, appearance, mood, "matt"),
  spot: (layout, state, target, spread) => rowSpot(layout, state, target, spread),
  outwards,
  placed,
};
