/** Letters and figures along a board: in front of whoever looks, and at the side that is seen. */
import { Mesh, MeshStandardMaterial, PlaneGeometry, type CanvasTexture } from "three";
import type { Layout } from "./layout";
import { texture } from "./textures";
import { QUARTER } from "./view";

/** The names along two edges, for somebody who sits so many quarters from the south to the east. */
export interface EdgeText {
  /** From left to right. */
  readonly front: readonly string[];
  /** From the front to the back. */
  readonly side: readonly string[];
}

export function edgeText([wide, , deep]: Layout["size"], quarter: number): EdgeText {
  const files = [..."abcdefgh"].slice(0, wide);
  const ranks = Array.from({ length: deep }, (_, k) => String(k + 1));
  const [back, down] = [files.toReversed(), ranks.toReversed()];
  const sides: readonly EdgeText[] = [
    { front: files, side: ranks },
    { front: ranks, side: back },
    { front: back, side: down },
    { front: down, side: files },
  ];
  return sides[((quarter % 4) + 4) % 4]!;
}

/** Which side is in front, and whether the one at its right is seen, or the one at its left. */
export interface Facing {
  readonly quarter: number;
  readonly right: boolean;
}

/** Turning to and fro about a corner must not make names flicker. */
const STICKY = 0.1;

export function facingOf(azimuth: number, before: Facing): Facing {
  const turned = azimuth / QUARTER - before.quarter;
  const quarter = Math.abs(turned) > 0.5 + STICKY ? Math.round(azimuth / QUARTER) : before.quarter;
  const aside = azimuth - quarter * QUARTER;
  return { quarter, right: Math.abs(aside) > STICKY ? aside > 0 : before.right };
}

const PIXELS = 1024;
const FONT = "600 56px Rubik, ui-rounded, system-ui, sans-serif";

export class EdgeNames {
  readonly mesh: Mesh;
  private facing: Facing = { quarter: 0, right: true };
  private readonly picture: CanvasTexture;

  /** `half`: of the plane on which they are written; `out`: how far from the middle they are. */
  constructor(
    private readonly layout: Layout,
    private readonly half: number,
    private readonly out: number,
    private readonly ink: string,
  ) {
    this.picture = texture(PIXELS, PIXELS, () => {});
    const settings = { map: this.picture, transparent: true, depthWrite: false, roughness: 1 };
    const plane = new PlaneGeometry(2 * half, 2 * half).rotateX(-QUARTER);
    this.mesh = new Mesh(plane, new MeshStandardMaterial(settings));
    this.write();
  }

  face(azimuth: number): void {
    const facing = facingOf(azimuth, this.facing);
    const { quarter, right } = this.facing;
    if (facing.quarter === quarter && facing.right === right) return;
    this.facing = facing;
    this.write();
  }

  dispose(): void {
    this.picture.dispose();
  }

  private write(): void {
    const { quarter, right } = this.facing;
    const { front, side } = edgeText(this.layout.size, quarter);
    const pen = (this.picture.image as HTMLCanvasElement).getContext("2d");
    this.mesh.rotation.y = quarter * QUARTER;
    if (!pen) return;
    const px = PIXELS / (2 * this.half);
    pen.clearRect(0, 0, PIXELS, PIXELS);
    pen.font = FONT.replace("56", String(Math.round(px * 0.3)));
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillStyle = this.ink;
    const write = (text: string, x: number, y: number): void =>
      pen.fillText(text, PIXELS / 2 + x * px, PIXELS / 2 + y * px);
    front.forEach((text, k) => write(text, k - (front.length - 1) / 2, this.out));
    side.forEach((text, k) => write(text, right ? this.out : -this.out, (side.length - 1) / 2 - k));
    this.picture.needsUpdate = true;
  }
}
