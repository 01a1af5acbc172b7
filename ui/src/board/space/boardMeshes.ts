/** What stays: the tray and the turntable, and by their own files the cage and the lattice. */
import {
  CircleGeometry,
  CylinderGeometry,
  Group,
  Mesh,
  MeshStandardMaterial,
  PlaneGeometry,
  Shape,
} from "three";
import { cage } from "./cage";
import { lattice } from "./lattice";
import type { Layout } from "./layout";
import { solid, still, writeEdges, type BoardMesh } from "./boardMesh";
import { frame, lying, roundedSquare } from "./shapes";
import { plate, texture } from "./textures";
import type { Theme } from "./theme";

function tray(layout: Layout, theme: Theme): BoardMesh {
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

function turntable(layout: Layout, theme: Theme): BoardMesh {
  const group = new Group();
  const radius = 3.3;
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
    pen.fillStyle = "#38240f";
    writeEdges(pen, size, radius, layout, half + 0.34);
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
  group.add(disc, top, foot);
  const spread = (amount: number): void => {
    const floor = layout.floor(amount);
    disc.position.y = floor - 0.125;
    top.position.y = floor - 0.002;
    foot.position.y = floor - 0.32;
  };
  spread(0);
  return still(group, [words], (amount) => layout.floor(amount) - 0.4, spread);
}

export function boardMeshOf(layout: Layout, theme: Theme): BoardMesh {
  if (layout.game === "quixo") return tray(layout, theme);
  if (layout.game === "cage") return cage(layout, theme);
  return layout.game === "cubulus" ? lattice(layout, theme) : turntable(layout, theme);
}
