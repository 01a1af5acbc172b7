/** The tray: a rounded rim of walnut about the cubes, with letters and figures. */
import { Group, MeshStandardMaterial, RepeatWrapping, Shape } from "three";
import { solid, still, type BoardMesh } from "../../board/space/boardMesh";
import { EdgeNames } from "../../board/space/edgeNames";
import type { Layout } from "../../board/space/layout";
import { frame, lying, roundedSquare } from "../../board/space/geometries";
import { plate } from "../../board/space/textures";
import type { Theme } from "../../board/space/theme";

/** How far the tray reaches beyond the cubes. */
export const RIM = 0.6;
const WALL = 0.07;
const HEIGHT = 0.4;

export function tray(layout: Layout, theme: Theme): BoardMesh {
  const group = new Group();
  const half = layout.size[0] / 2 + RIM;
  const inner = layout.size[0] / 2 + WALL;
  const grain = plate(512, theme.dark ? "#6b4a31" : "#6f4b30", "#2f1b0d", () => {});
  grain.wrapS = RepeatWrapping;
  grain.wrapT = RepeatWrapping;
  grain.repeat.set(0.28, 0.28);
  const wood = new MeshStandardMaterial({ map: grain, roughness: 0.48 });
  const bed = new MeshStandardMaterial({ color: "#2e2017", roughness: 0.9 });
  const floor = layout.floor();
  group.add(solid(lying(roundedSquare(new Shape(), inner + 0.1, 0.2), 0.2), bed, floor - 0.21));
  group.add(solid(frame(half, inner, HEIGHT, 0.42, 0.11), wood, floor - 0.24));
  const names = new EdgeNames(layout, half, (half + inner) / 2, "#f3e3c6");
  names.mesh.position.y = floor - 0.24 + HEIGHT + 0.004;
  group.add(names.mesh);
  return still(group, [grain], names, () => floor - 0.25);
}
