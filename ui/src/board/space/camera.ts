/** Where the camera stands, and how points of the window and of space belong together. */
import { PerspectiveCamera, Vector3 } from "three";
import { fitOutline, type Outline } from "./outline";
import type { Vec } from "./layout";
import type { Ray } from "./hitTest";

const FIELD = 30;
const FILL = 0.88;

/** The part of the window that shows the picture, in pixels. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export class BoardCamera {
  readonly lens = new PerspectiveCamera(FIELD, 1, 0.5, 120);
  private outline: Outline = [[3, 0]];
  private fitted = { key: "", far: 10, middle: 0 };

  constructor(private readonly box: () => Box) {}

  /** What must fit into the picture. */
  fit(outline: Outline): void {
    this.outline = outline;
    this.fitted.key = "";
  }

  resize(width: number, height: number): void {
    this.lens.aspect = width / height;
    this.lens.updateProjectionMatrix();
  }

  orbit(azimuth: number, height: number): void {
    const { aspect } = this.lens;
    const key = `${height.toFixed(3)} ${aspect.toFixed(3)}`;
    if (key !== this.fitted.key) {
      const half = Math.tan((FIELD * Math.PI) / 360) * FILL;
      this.fitted = { key, ...fitOutline(this.outline, height, half, half * aspect) };
    }
    const { far, middle } = this.fitted;
    const [up, back] = [Math.cos(height) * middle, -Math.sin(height) * middle];
    const [sin, cos] = [Math.sin(azimuth), Math.cos(azimuth)];
    const out = Math.cos(height) * far + back;
    this.lens.position.set(sin * out, Math.sin(height) * far + up, cos * out);
    this.lens.lookAt(sin * back, up, cos * back);
    this.lens.updateMatrixWorld();
  }

  /** The ray under a point of the window. */
  ray(clientX: number, clientY: number): Ray {
    const box = this.box();
    const { position } = this.lens;
    const x = ((clientX - box.left) / box.width) * 2 - 1;
    const y = 1 - ((clientY - box.top) / box.height) * 2;
    const way = new Vector3(x, y, 0.5).unproject(this.lens).sub(position).normalize();
    return { from: [position.x, position.y, position.z], way: [way.x, way.y, way.z] };
  }

  /** Where a point is in the window. */
  shown(point: Vec): readonly [number, number] {
    const box = this.box();
    const at = new Vector3(...point).project(this.lens);
    return [box.left + ((at.x + 1) / 2) * box.width, box.top + ((1 - at.y) / 2) * box.height];
  }
}
