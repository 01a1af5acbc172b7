/** The items of a scene as meshes. */
import {
  CylinderGeometry,
  Group,
  Mesh,
  type BufferGeometry,
  type Camera,
  type Object3D,
} from "three";
import type { SpaceSkin } from "../../games/spaceSkin";
import type { Appearance } from "./appearance";
import type { Layout, Vec } from "./layout";
import { Materials, type Mood } from "./materials";

/** One cube or ball. `home` is where it rests; a lift is added to that. */
export class PieceMesh {
  readonly group = new Group();
  home: Vec = [0, 0, 0];
  appearance: Appearance;
  private readonly body: Mesh;
  private dot: Object3D | null = null;

  constructor(
    private readonly factory: PieceFactory,
    appearance: Appearance,
    private readonly variant: number,
  ) {
    this.appearance = appearance;
    this.body = new Mesh(factory.geometry);
    this.body.castShadow = true;
    this.body.receiveShadow = true;
    if (factory.skin.round) this.body.onBeforeRender = (_renderer, _scene, camera) => this.face(camera);
    this.group.add(this.body);
    this.setAppearance(appearance, "plain");
  }

  setAppearance(appearance: Appearance, mood: Mood, under: Appearance | null = null): void {
    this.appearance = appearance;
    this.body.material = this.factory.skin.material(this.factory.materials, appearance, mood, this.variant, under);
    this.body.castShadow = mood !== "ghost";
    this.dot?.removeFromParent();
    this.dot = null;
    const side = this.factory.skin.facings[appearance.facing];
    if (!side) return;
    this.dot = new Mesh(this.factory.dot, this.factory.materials.brass());
    const out = this.factory.edge * 0.38;
    this.dot.position.set(side[0] * out, this.factory.edge / 2, side[1] * out);
    this.group.add(this.dot);
  }

  at(point: Vec, lift = 0): void {
    this.group.position.set(point[0], point[1] + lift, point[2]);
  }

  /** A ball looks the same from all sides, except for its symbol, which faces the camera. */
  private face({ quaternion }: Camera): void {
    this.body.quaternion.copy(quaternion);
    this.body.updateMatrixWorld();
  }
}

/** What piece meshes are made from, shared by all. */
export class PieceFactory {
  readonly skin: SpaceSkin;
  readonly materials = new Materials();
  readonly geometry: BufferGeometry;
  readonly dot = new CylinderGeometry(0.06, 0.066, 0.05, 20);
  readonly edge: number;
  private made = 0;

  constructor(layout: Layout) {
    this.skin = layout.skin;
    this.edge = layout.measure.item;
    this.geometry = this.skin.pieceGeometry(this.edge);
  }

  make(appearance: Appearance): PieceMesh {
    return new PieceMesh(this, appearance, this.made++);
  }

  dispose(): void {
    this.materials.dispose();
    this.geometry.dispose();
    this.dot.dispose();
  }
}
