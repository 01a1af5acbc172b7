/** The turntable: a disc of wood with a square for each column. */
import { CircleGeometry, CylinderGeometry, Group, Mesh, MeshStandardMaterial } from "three";
import { solid, still, type BoardMesh } from "../../board/space/boardMesh";
import { EdgeNames } from "../../board/space/edgeNames";
import type { Layout } from "../../board/space/layout";
import { plate } from "../../board/space/textures";
import type { Theme } from "../../board/space/theme";

/** Of the disc; and how far its top is above the table. */
export const RADIUS = 3.05;
export const FOOT = 0.4;

export function turntable(layout: Layout, theme: Theme): BoardMesh {
  const group = new Group();
  const radius = RADIUS;
  const half = layout.size[0] / 2;
  const words = plate(1024, theme.dark ? "#8d6b49" : "#c9a77c", "#7d5a38", (pen, size) => {
    const px = size / (2 * radius);
    const at = size / 2 - half * px;
    pen.fillStyle = "rgba(52, 34, 18, 0.24)";
    pen.strokeStyle = "rgba(40, 25, 12, 0.55)";
    pen.lineWidth = 3;
    for (let x = 0; x < layout.size[0]; x++)
      for (let y = 0; y < layout.size[2]; y++) {
        pen.beginPath();
        pen.roundRect(at + (x + 0.04) * px, at + (y + 0.04) * px, px * 0.92, px * 0.92, px * 0.1);
        pen.fill();
        pen.stroke();
      }
  });
  const wood = new MeshStandardMaterial({ color: theme.dark ? "#7d5d3e" : "#b8926a", roughness: 0.55 });
  const dark = new MeshStandardMaterial({ color: "#2f261e", roughness: 0.7 });
  const disc = solid(new CylinderGeometry(radius, radius - 0.06, 0.24, 96), wood);
  const top = new Mesh(
    new CircleGeometry(radius - 0.03, 96),
    new MeshStandardMaterial({ map: words, roughness: 0.6 }),
  );
  top.rotation.x = -Math.PI / 2;
  top.receiveShadow = true;
  const foot = solid(new CylinderGeometry(radius * 0.7, radius * 0.74, 0.16, 64), dark);
  const names = new EdgeNames(layout, radius, half + 0.3, "#38240f");
  group.add(disc, top, foot, names.mesh);
  const spread = (amount: number): void => {
    const floor = layout.floor(amount);
    disc.position.y = floor - 0.125;
    top.position.y = floor - 0.002;
    names.mesh.position.y = floor + 0.006;
    foot.position.y = floor - 0.32;
  };
  spread(0);
  return still(group, [words], names, (amount) => layout.floor(amount) - FOOT, spread);
}
