/** The cage: three rings of smoked glass about a dark core. */
import {
  CylinderGeometry,
  Group,
  Mesh,
  MeshPhysicalMaterial,
  type Material,
} from "three";
import { RoundedBoxGeometry } from "three/addons/geometries/RoundedBoxGeometry.js";
import type { Layout, Vec } from "../../board/space/layout";
import { solid, still, type BoardMesh } from "../../board/space/boardMesh";
import { EdgeNames } from "../../board/space/edgeNames";
import { frame } from "../../board/space/geometries";
import type { View } from "../../board/space/view";
import type { Theme } from "../../board/space/theme";

/** How far from the middle the names of columns are. */
export const NAMES = 1.88;

function cageRing(materials: { smoke: Material; rim: Material; core: Material }): Group {
  const ring = new Group();
  const wall = new Mesh(frame(1.56, 1.51, 0.94, 0.22), materials.smoke);
  wall.position.y = -0.47;
  wall.renderOrder = 2;
  ring.add(wall);
  ring.add(solid(frame(1.6, 1.46, 0.08, 0.26, 0.02), materials.rim, -0.53));
  for (const side of [-0.5, 0.5])
    for (const end of [-1, 1]) {
      const bar = (x: number, z: number, along: Vec): void => {
        const made = solid(new RoundedBoxGeometry(...along, 2, 0.015), materials.rim, -0.465);
        made.position.x = x;
        made.position.z = z;
        ring.add(made);
      };
      bar(side, end, [0.045, 0.045, 1]);
      bar(end, side, [1, 0.045, 0.045]);
    }
  for (const x of [-1, 1])
    for (const z of [-1, 1]) {
      const post = solid(new CylinderGeometry(0.045, 0.045, 0.94, 16), materials.rim);
      post.position.set(x * 1.47, 0, z * 1.47);
      ring.add(post);
    }
  ring.add(solid(new RoundedBoxGeometry(0.9, 0.97, 0.9, 3, 0.12), materials.core));
  return ring;
}

export function cageMesh(layout: Layout, theme: Theme): BoardMesh {
  const group = new Group();
  const whole = new Group();
  group.add(whole);
  const smoke = new MeshPhysicalMaterial({
    color: theme.dark ? "#b9b4ac" : "#3a3733",
    transparent: true,
    opacity: theme.dark ? 0.14 : 0.13,
    roughness: 0.12,
    depthWrite: false,
    side: 2,
  });
  const rim = new MeshPhysicalMaterial({
    color: theme.dark ? "#a39d93" : "#4a4641",
    roughness: 0.25,
    clearcoat: 0.6,
    transparent: true,
    opacity: 0.66,
  });
  const core = new MeshPhysicalMaterial({
    color: theme.dark ? "#5d5851" : "#45413c",
    roughness: 0.4,
    clearcoat: 0.6,
  });
  const rings = Array.from({ length: layout.size[1] }, () => cageRing({ smoke, rim, core }));
  whole.add(...rings);
  const lid = solid(frame(1.6, 1.46, 0.08, 0.26, 0.02), rim, 0.45);
  rings.at(-1)?.add(lid);
  const names = new EdgeNames(layout, 2.3, NAMES, theme.dark ? "#a79f93" : "#6b655c");
  group.add(names.mesh);
  const floor = (amount: number): number => layout.layer(0, amount) - 0.56;
  let open = 0;
  const spread = (amount: number): void => {
    open = amount;
    rings.forEach((ring, level) => (ring.position.y = layout.layer(level, amount)));
  };
  spread(0);
  /** From above, names below would be hidden by the rings. */
  const face = ({ azimuth, height }: View): void => {
    const up = Math.min(1, Math.max(0, (height - 1) * 3));
    names.face(azimuth);
    names.mesh.position.y = floor(open) + 0.01 + up * (layout.layer(2, open) + 0.5 - floor(open));
  };
  return { ...still(group, [], names, floor, spread), rings, whole, face };
}
