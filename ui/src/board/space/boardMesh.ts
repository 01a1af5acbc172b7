/** What all board meshes have in common. */
import { Group, Mesh, type Material, type Texture } from "three";
import type { Layout } from "./layout";
import { release } from "./geometries";

export interface BoardMesh {
  readonly group: Group;
  /** The parts that turn as one, by level. */
  readonly rings: readonly Group[];
  /** What is flipped as a whole. */
  readonly whole: Group;
  /** Where the shadow falls. */
  floor(spread: number): number;
  spread(amount: number): void;
  dispose(): void;
}

const FONT = "600 56px ui-rounded, system-ui, sans-serif";

/** Letters along the south and figures along the west, at this distance from the middle. */
export function writeEdges(
  pen: CanvasRenderingContext2D,
  size: number,
  half: number,
  layout: Layout,
  out: number,
): void {
  const px = size / (2 * half);
  pen.font = FONT.replace("56", String(Math.round(px * 0.26)));
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  const [files, , ranks] = layout.size;
  const at = (x: number, y: number): [number, number] => [size / 2 + x * px, size / 2 + y * px];
  for (let k = 0; k < files; k++) pen.fillText("abcdefgh"[k]!, ...at(k - (files - 1) / 2, out));
  for (let k = 0; k < ranks; k++) pen.fillText(String(k + 1), ...at(-out, (ranks - 1) / 2 - k));
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
  floor: (spread: number) => number,
  spread: (amount: number) => void = () => {},
): BoardMesh {
  return {
    group,
    rings: [],
    whole: new Group(),
    floor,
    spread,
    dispose: () => {
      release(group);
      for (const one of textures) one.dispose();
    },
  };
}
