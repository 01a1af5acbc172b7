/** Where the camera stands, and how points of the window and of space belong together. */
import { PerspectiveCamera, Vector3 } from "three";
import { asideOf, circle, fitOutline, seenFrom, type Outline, type Seen } from "./outline";
import type { Vec } from "./layout";
import type { Ray } from "./hitTest";
import { HOME, type View } from "./view";

const FIELD = 30;
const HALF = Math.tan((FIELD * Math.PI) / 360);

/** From these heights on, the board fills the picture whichever way it is turned; below them it keeps
 * its size while it is turned. */
const [LOW, HIGH] = [0.95, 1.4];

/** The part of the window that shows the picture, in pixels. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** What must fit into the picture; handles stay at the camera's side. */
export type Fit = Outline & { readonly handles: (height: number) => readonly Seen[] };

export class BoardCamera {
  readonly lens = new PerspectiveCamera(FIELD, 1, 0.5, 120);
  private outline: Fit = { body: circle(3, 0), loose: [], handles: () => [] };
  private fitted = { key: "", far: 10, middle: 0 };

  constructor(private readonly box: () => Box) {}

  fit(outline: Fit): void {
    this.outline = outline;
    this.fitted.key = "";
  }

  resize(width: number, height: number): void {
    this.lens.aspect = width / height;
    this.lens.updateProjectionMatrix();
  }

  orbit(view: View): void {
    const { azimuth, height } = view;
    const { far, middle } = this.distance(azimuth, height);
    const [up, back] = [Math.cos(height) * middle, -Math.sin(height) * middle];
    const [sin, cos] = [Math.sin(azimuth), Math.cos(azimuth)];
    const out = Math.cos(height) * far + back;
    this.lens.position.set(sin * out, Math.sin(height) * far + up, cos * out);
    this.lens.lookAt(sin * back, up, cos * back);
    this.zoom(view, asideOf(this.outline.body.map((point) => seenFrom(point, azimuth, height)), far));
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

  private distance(azimuth: number, height: number) {
    const { aspect } = this.lens;
    const part = Math.min(1, Math.max(0, (height - LOW) / (HIGH - LOW)));
    const key = [height, aspect, part && azimuth].map((one) => one.toFixed(3)).join(" ");
    if (key === this.fitted.key) return this.fitted;
    const { body, loose, handles } = this.outline;
    const beside = handles(height);
    const from = (side: number) => {
      const seen = (points: readonly Vec[]): Seen[] => points.map((point) => seenFrom(point, side, height));
      return fitOutline(seen(body), [...seen(loose), ...beside], HALF, HALF * aspect);
    };
    const usual = from(HOME.azimuth);
    const own = part ? from(azimuth) : usual;
    const between = (a: number, b: number): number => a + (b - a) * part;
    this.fitted = { key, far: between(usual.far, own.far), middle: between(usual.middle, own.middle) };
    return this.fitted;
  }

  /** Shows a part of the picture as a whole, or the picture as a part; the board is in its middle. */
  private zoom({ zoom, x, y }: View, aside: number): void {
    const { aspect } = this.lens;
    const part = 1 / zoom;
    const left = (0.5 + x - part / 2) * aspect + aside / (2 * HALF);
    this.lens.setViewOffset(aspect, 1, left, 0.5 + y - part / 2, aspect * part, part);
  }
}
