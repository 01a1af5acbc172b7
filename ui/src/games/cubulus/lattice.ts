/** The lattice: soft cords through all places. */
import { CylinderGeometry, Group, MeshStandardMaterial, SphereGeometry, type Mesh } from "three";
import type { Layout, Vec } from "../../board/space/layout";
import { solid, still, type BoardMesh } from "../../board/space/boardMesh";
import type { Theme } from "../../board/space/theme";

export function lattice(layout: Layout, theme: Theme): BoardMesh {
  const group = new Group();
  const soft = new MeshStandardMaterial({ color: theme.dark ? "#cfc6b8" : "#e4dccd", roughness: 0.9 });
  const cord = new CylinderGeometry(1, 1, 1, 12);
  const knot = new SphereGeometry(0.07, 20, 14);
  const half = 1;
  const cords: { mesh: Mesh; axis: 0 | 1 | 2; at: Vec }[] = [];
  const knots: { mesh: Mesh; at: Vec }[] = [];
  const offsets = [-1, 0, 1];
  for (const axis of [0, 1, 2] as const)
    for (const a of offsets)
      for (const b of offsets) {
        const at: Vec = axis === 0 ? [0, a, b] : axis === 1 ? [a, 0, b] : [a, b, 0];
        const mesh = solid(cord, soft);
        if (axis === 0) mesh.rotation.z = Math.PI / 2;
        if (axis === 2) mesh.rotation.x = Math.PI / 2;
        const thick = a && b ? 0.04 : 0.026;
        mesh.scale.set(thick, 2 * half, thick);
        cords.push({ mesh, axis, at });
        group.add(mesh);
      }
  for (const x of offsets)
    for (const y of offsets)
      for (const z of offsets) {
        const mesh = solid(knot, soft);
        knots.push({ mesh, at: [x, y, z] });
        group.add(mesh);
      }
  const spread = (amount: number): void => {
    const wide = 1 + layout.measure.part * amount;
    const high = 1 + layout.measure.rise * amount;
    for (const { mesh, axis, at } of cords) {
      mesh.position.set(at[0] * wide, at[1] * high, at[2] * wide);
      mesh.scale.y = 2 * half * (axis === 1 ? high : wide);
    }
    for (const { mesh, at } of knots) mesh.position.set(at[0] * wide, at[1] * high, at[2] * wide);
  };
  spread(0);
  return still(group, [], null, (amount) => layout.floor(amount) - 0.18, spread);
}
