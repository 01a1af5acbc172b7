/** The board in space of games that have no skin of their own: cubes on a plate. */
import { Group, MeshStandardMaterial } from "three";
import { RoundedBoxGeometry } from "three/addons/geometries/RoundedBoxGeometry.js";
import { solid, still, type BoardMesh } from "../../board/space/boardMesh";
import type { Layout } from "../../board/space/layout";
import { colouredMaterial } from "../../board/space/materials";
import { block } from "../../board/space/outline";
import { cubeGeometry } from "../../board/space/geometries";
import type { Theme } from "../../board/space/theme";
import type { SpaceSkin } from "../spaceSkin";

const RIM = 0.4;
const THICK = 0.2;

function slab(layout: Layout, theme: Theme): BoardMesh {
  const group = new Group();
  const [wide, , deep] = layout.size;
  const wood = new MeshStandardMaterial({ color: theme.dark ? "#7d5d3e" : "#b8926a", roughness: 0.55 });
  const mesh = solid(new RoundedBoxGeometry(wide + 2 * RIM, THICK, deep + 2 * RIM, 3, 0.08), wood);
  group.add(mesh);
  const floor = (amount: number): number => layout.floor(amount) - THICK;
  const spread = (amount: number): void => {
    mesh.position.y = floor(amount) + THICK / 2;
  };
  spread(0);
  return still(group, [], null, floor, spread);
}

export const defaultSpace: SpaceSkin = {
  measure: ([, high]) => ({ item: 0.9, rise: high > 1 ? 1 : 0, part: 0, lift: 0.3, outside: 1.35 }),
  outline({ size: [wide, high, deep] }) {
    const half = Math.max(wide, deep) / 2;
    return { body: [...block(half + RIM, -high / 2 - THICK, -high / 2), ...block(half, 0, high / 2)], loose: [] };
  },
  handles: () => [],
  round: false,
  soft: false,
  hollow: false,
  pale: false,
  facings: {},
  rimTargets: [],
  rimGeometries: {},
  trailGeometry: null,
  trailTurn: () => 0,
  boardMesh: slab,
  solids: () => [],
  pieceGeometry: (edge) => cubeGeometry(edge, 0.07),
  material: (materials, appearance, mood) => colouredMaterial(materials, appearance, mood, "gloss"),
  spot: () => null,
  outwards: () => [0, 1, 0],
  holderAt: () => null,
  placed: () => null,
};
