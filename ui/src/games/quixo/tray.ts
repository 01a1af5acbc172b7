/** The tray: dark wood about the cubes, with letters and figures. */
import { Group, Mesh, MeshStandardMaterial, PlaneGeometry, Shape } from "three";
import { solid, still, writeEdges, type BoardMesh } from "../../board/space/boardMesh";
import type { Layout } from "../../board/space/layout";
import { frame, lying, roundedSquare } from "../../board/space/geometries";
import { texture } from "../../board/space/textures";
import type { Theme } from "../../board/space/theme";

export function tray(layout: Layout, theme: Theme): BoardMesh {
  const group = new Group();
  const half = layout.size[0] / 2 + 0.52;
  const inner = layout.size[0] / 2 + 0.06;
  const wood = new MeshStandardMaterial({ color: theme.dark ? "#54402f" : "#4a3526", roughness: 0.55 });
  const bed = new MeshStandardMaterial({ color: "#33251a", roughness: 0.85 });
  const floor = layout.floor();
  group.add(solid(lying(roundedSquare(new Shape(), inner + 0.1, 0.2), 0.2), bed, floor - 0.21));
  group.add(solid(frame(half, inner, 0.42, 0.36, 0.04), wood, floor - 0.24));
  const words = texture(1024, 1024, (pen) => {
    pen.fillStyle = "#d9c4a3";
    writeEdges(pen, 1024, half, layout, (half + inner) / 2);
  });
  const label = new Mesh(
    new PlaneGeometry(2 * half, 2 * half),
    new MeshStandardMaterial({ map: words, transparent: true, roughness: 0.7, depthWrite: false }),
  );
  label.rotation.x = -Math.PI / 2;
  label.position.y = floor + 0.183;
  group.add(label);
  return still(group, [words], () => floor - 0.25);
}
