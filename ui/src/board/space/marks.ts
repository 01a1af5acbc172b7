/** What is shown about a state: where one may touch, what was moved, what a hint says, ghosts. */
import {
  ConeGeometry,
  Group,
  Mesh,
  PlaneGeometry,
  Quaternion,
  Sprite,
  Vector3,
  type BufferGeometry,
} from "three";
import type { BoardState } from "../board";
import { ghostsOf } from "./ghosts";
import { add, itemsByPlace, sub, times, unit, type Layout, type Vec } from "./layout";
import type { Paint } from "./ringTextures";
import { Paints } from "./paints";
import { AIR, spotOf, spotsOf, type Spot } from "./spots";
import type { Theme } from "./theme";
import type { PieceFactory } from "./pieceMesh";

const QUARTER = Math.PI / 2;
/** How far outside a row its light is. */
const GLOW = 0.53;
/** How high above the middle of its top place a column is open. */
const LID = 0.53;

export class Marks {
  readonly group = new Group();
  /** Arrows that stay at the camera's left and right. */
  readonly rim = new Group();
  private readonly fixed = new Group();
  private readonly pulsing: Mesh[] | Sprite[] = [];
  private readonly paints: Paints;
  private readonly flat = new PlaneGeometry(1, 1).rotateX(-QUARTER) as BufferGeometry;
  private readonly rimGeometries: ReadonlyMap<string, BufferGeometry>;
  private readonly cone = new ConeGeometry(0.2, 0.5, 28);
  private readonly trailGeometry: BufferGeometry | null;

  constructor(
    private readonly layout: Layout,
    private readonly factory: PieceFactory,
    theme: Theme,
  ) {
    const { pale, rimGeometries, trailGeometry } = layout.skin;
    this.paints = new Paints(theme, pale);
    this.rimGeometries = new Map(Object.entries(rimGeometries).map(([name, make]) => [name, make()]));
    this.trailGeometry = trailGeometry?.() ?? null;
    this.group.add(this.fixed, this.rim);
  }

  /** Draws everything again. `hovered`: the target that a mouse points at. */
  show(state: BoardState, hovered: string | null, spread: number): void {
    this.fixed.clear();
    this.rim.clear();
    this.pulsing.length = 0;
    const over = state.scene.marks.some((mark) => mark.kind === "win");
    for (const mark of state.scene.marks) {
      if (mark.kind === "win") continue;
      if (mark.kind === "row") {
        this.row(mark.places, spread);
        continue;
      }
      const kind = mark.kind === "trail" || mark.kind === "taboo" ? mark.kind : "last";
      if (!over) this.trail(state, mark.places, kind, spread);
    }
    if (state.active) this.targets(state, hovered, spread);
    for (const target of new Set(state.hint))
      this.ring(this.spot(state, target, spread), state, "hint", 1.04);
    const pointed = hovered && state.next.has(hovered) ? [...state.chosen, hovered] : null;
    const path = state.preview ?? (state.active ? pointed : null);
    if (path) this.ghosts(state, path, spread);
  }

  /** A hint swells and comes back, once. */
  pulse(t: number): void {
    const swell = 1 + Math.sin(Math.min(1, t) * Math.PI) * 0.45;
    for (const one of this.pulsing) {
      const size = one.userData["size"] as number;
      one.scale.set(size * swell, one instanceof Sprite ? size * swell : 1, size * swell);
    }
  }

  dispose(): void {
    this.paints.dispose();
    for (const geometry of [this.flat, this.cone, this.trailGeometry, ...this.rimGeometries.values()]) geometry?.dispose();
    this.group.removeFromParent();
  }

  private ghosts(state: BoardState, path: readonly string[], spread: number): void {
    for (const { appearance, at } of ghostsOf(this.layout, state, path, spread)) {
      const ghost = this.factory.make(appearance);
      ghost.setAppearance(appearance, "ghost");
      ghost.at(at);
      this.fixed.add(ghost.group);
    }
  }

  private spot(state: BoardState, target: string, spread: number): Spot | null {
    return spotOf(this.layout, state, target, spread, 0);
  }

  private targets(state: BoardState, hovered: string | null, spread: number): void {
    for (const target of new Set([...state.chosen, ...(state.preview ?? [])]))
      this.ring(this.spot(state, target, spread), state, "chosen", 1);
    const crowd = state.next.size > 10 && !state.chosen.length;
    for (const spot of spotsOf(this.layout, state, spread, 0)) {
      const open = state.next.has(spot.target);
      const shown = [...state.chosen, ...(state.preview ?? [])].includes(spot.target);
      const arrow = spot.kind === "arrow" || spot.kind === "rim";
      const bright = shown || spot.target === hovered || state.hint.includes(spot.target);
      if (arrow) this.arrow(spot, open, bright);
      else if (open && !shown) this.ring(spot, state, crowd && spot.target !== hovered ? "quiet" : "next", 1);
    }
  }

  private arrow(spot: Spot, open: boolean, bright: boolean): void {
    if (!open && spot.kind === "arrow") return;
    const paint = this.paints.solid(open || bright ? "arrow" : "shut", bright);
    if (spot.kind === "arrow") {
      const cone = new Mesh(this.cone, paint);
      const way = new Vector3(...spot.towards);
      cone.quaternion.copy(new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), way));
      cone.position.set(...spot.at);
      // it shines through what stands before it
      const shine = cone.clone();
      shine.material = this.paints.solid("shine", bright);
      shine.renderOrder = 5;
      this.fixed.add(cone, shine);
      return;
    }
    const made = new Mesh(this.rimGeometries.get(spot.geometry ?? ""), paint);
    made.position.set(...spot.at);
    this.rim.add(made);
  }

  private trail(state: BoardState, places: readonly string[], kind: Paint, spread: number): void {
    if (this.trailGeometry && kind === "trail" && places[0]) {
      const trail = new Mesh(this.trailGeometry, this.paints.solid("trail", false));
      trail.position.y = this.layout.at(places[0], spread)?.[1] ?? 0;
      this.fixed.add(trail);
      return;
    }
    for (const place of places) {
      if (this.layout.has(place)) this.ring(this.spot(state, place, spread), state, kind, kind === "last" ? 0.8 : 1);
    }
  }

  /** A light behind both ends of a row. */
  private row([one = "", other = ""]: readonly string[], spread: number): void {
    const ends = [this.layout.at(one, spread), this.layout.at(other, spread)] as const;
    if (!ends[0] || !ends[1]) return;
    const out = times(unit(sub(ends[0], ends[1])), GLOW);
    for (const at of [add(ends[0], out), sub(ends[1], out)]) {
      const light = new Sprite(this.paints.sprite("row"));
      light.position.set(...at);
      light.scale.setScalar(0.36);
      this.fixed.add(light);
    }
  }

  private ring(spot: Spot | null, state: BoardState, paint: Paint, size: number): void {
    if (!spot || (spot.kind !== "place" && spot.kind !== "column")) return;
    const { round, hollow } = this.layout.skin;
    const free = hollow && spot.kind === "place";
    let made: Mesh | Sprite;
    if (round || free) {
      const empty = round && !itemsByPlace(state.scene.items).has(spot.target);
      const sprite = new Sprite(this.paints.sprite(paint));
      sprite.position.set(...spot.at);
      size *= empty ? 0.62 : free ? 1.45 : 1.16;
      sprite.scale.set(size, size, 1);
      made = sprite;
    } else {
      made = new Mesh(this.flat, this.paints.flat(paint));
      made.position.set(...this.upon(spot));
      size *= hollow ? 0.92 : 0.96;
      made.scale.set(size, 1, size);
      made.renderOrder = 3;
    }
    made.userData["size"] = size;
    if (paint === "hint") (this.pulsing as (Mesh | Sprite)[]).push(made);
    this.fixed.add(made);
  }

  /** The surface on which a ring lies. */
  private upon(spot: Spot): Vec {
    const half = this.layout.measure.item / 2;
    const [x, y, z] = spot.at;
    if (spot.kind === "place") return [x, y + half + 0.012, z];
    const built = spot.shape.kind === "box" ? spot.shape.high[1] - AIR : y;
    return this.layout.skin.hollow ? [x, y + LID, z] : [x, built + 0.015, z];
  }
}
