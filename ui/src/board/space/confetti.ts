/** A burst of small cubes for a game that was won. */
import { BoxGeometry, Color, InstancedMesh, Matrix4, MeshStandardMaterial, Quaternion, Vector3 } from "three";
import type { Vec } from "./layout";
import { noise } from "./textures";

const COUNT = 84;
const LASTS = 1300;
const GRAVITY = 9;

interface Piece {
  readonly speed: Vec;
  readonly axis: Vector3;
  readonly spin: number;
  readonly size: number;
}

export class Confetti {
  readonly mesh: InstancedMesh;
  private readonly pieces: readonly Piece[];

  /** From a point, in these colours. */
  constructor(
    private readonly from: Vec,
    colours: readonly string[],
  ) {
    const paint = new MeshStandardMaterial({ roughness: 0.5 });
    this.mesh = new InstancedMesh(new BoxGeometry(1, 1, 1), paint, COUNT);
    this.mesh.frustumCulled = false;
    const next = noise(7);
    this.pieces = Array.from({ length: COUNT }, (_, k) => {
      this.mesh.setColorAt(k, new Color(colours[k % colours.length]));
      const angle = next() * 2 * Math.PI;
      const out = 0.8 + next() * 3.2;
      const axis = new Vector3(next() - 0.5, next() - 0.5, next() - 0.5).normalize();
      const speed: Vec = [Math.cos(angle) * out, 3 + next() * 3.6, Math.sin(angle) * out];
      return { speed, axis, spin: 4 + next() * 10, size: 0.09 + next() * 0.1 };
    });
    this.advance(0);
  }

  /** Moves all to where they are after so many milliseconds; returns whether there is more. */
  advance(past: number): boolean {
    const t = past / 1000;
    const left = Math.min(1, Math.max(0, (LASTS - past) / 350));
    const [place, turn, size] = [new Vector3(), new Quaternion(), new Vector3()];
    const matrix = new Matrix4();
    this.pieces.forEach(({ speed, axis, spin, size: edge }, k) => {
      const [x, y, z] = this.from;
      place.set(x + speed[0] * t, y + speed[1] * t - (GRAVITY * t * t) / 2, z + speed[2] * t);
      turn.setFromAxisAngle(axis, spin * t);
      this.mesh.setMatrixAt(k, matrix.compose(place, turn, size.setScalar(edge * left)));
    });
    this.mesh.instanceMatrix.needsUpdate = true;
    return past < LASTS;
  }

  dispose(): void {
    this.mesh.removeFromParent();
    this.mesh.geometry.dispose();
    (this.mesh.material as MeshStandardMaterial).dispose();
    this.mesh.dispose();
  }
}
