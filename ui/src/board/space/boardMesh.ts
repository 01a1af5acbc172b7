/** What all board meshes have in common. */
import { Group, Mesh, type Material, type Texture } from "three";
import type { EdgeNames } from "./edgeNames";
import { release } from "./geometries";
import type { View } from "./view";

export interface BoardMesh {
  readonly group: Group;
  /** The parts that turn as one, by level. */
  readonly rings: readonly Group[];
  /** What is flipped as a whole. */
  readonly whole: Group;
  /** Where the shadow falls. */
  floor(spread: number): number;
  spread(amount: number): void;
  /** Names of cells are in front, as seen from this side. */
  face(view: View): void;
  dispose(): void;
}

export function solid(geometry: Mesh["geometry"], material: Material, y = 0): Mesh {
  const made = new Mesh(geometry, material);
  made.position.y = y;
  made.castShadow = true;
  made.receiveShadow = true;
  return made;
}

export function still(
  group: Group,
  textures: readonly Texture[],
  names: EdgeNames | null,
  floor: (spread: number) => number,
  spread: (amount: number) => void = () => {},
): BoardMesh {
  return {
    group,
    rings: [],
    whole: new Group(),
    floor,
    spread,
    face: ({ azimuth }) => names?.face(azimuth),
    dispose: () => {
      names?.dispose();
      release(group);
      for (const one of textures) one.dispose();
    },
  };
}
