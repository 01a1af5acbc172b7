/** What is shown about a state: where one may touch, what was moved, what a hint says, ghosts. */
import {
  ConeGeometry,
  Group,
  Mesh,
  PlaneGeometry,
  Quaternion,
  Sprite,
  TorusGeometry,
  Vector3,
  type BufferGeometry,
} from "three";
import type { BoardState } from "../board";
import type { Tint } from "../tints";
import { boxFrame } from "./geometries";
import { ghostsOf } from "./ghosts";
import { hintArrow, hintOf } from "./hints";
import { add, itemsByPlace, sub, times, unit, type Layout, type Vec } from "./layout";
import { Paints } from "./paints";
import type { PieceFactory } from "./pieceMesh";
import type { Paint } from "./ringTextures";
import { AIR, spotOf, spotsOf, type Spot } from "./spots";
import type { Theme } from "./theme";
import { HOME, type View } from "./view";

const UP = new Vector3(0, 1, 0);
const OUT = new Vector3(0, 0, 1);
/** How far outside the end of a row its handle is, and the arrow of a push. */
const HANDLE = 0.46;
const PUSH = 0.74;
/** How high above the middle of its top place a column is open. */
const LID = 0.53;
/** How much larger the arrow is that a hint means, and the one that is pointed at. */
const HINTED = 1.25;
const BRIGHT = 1.16;
/** What stands before everything else is drawn after it. */
const FRONT = 8;

export class Marks {
  readonly group = new Group();
  /** Does somebody hold the chosen piece in the air? */
  carrying = false;
  private readonly rim: { readonly mesh: Mesh; readonly spot: (view: View) => Spot | null }[] = [];
  private readonly paints: Paints;
  private readonly flat = new PlaneGeometry(1, 1).rotateX(-Math.PI / 2) as BufferGeometry;
  private readonly cone = new ConeGeometry(0.17, 0.4, 28) as BufferGeometry;
  private readonly handle = new TorusGeometry(0.12, 0.035, 10, 28) as BufferGeometry;
  private readonly bars: BufferGeometry;
  private readonly rimGeometries: ReadonlyMap<string, BufferGeometry>;
  private readonly trails = new Map<number, BufferGeometry>();
  /** Geometries of single marks: gone with them. */
  private passing: BufferGeometry[] = [];

  constructor(
    private readonly layout: Layout,
    private readonly factory: PieceFactory,
    theme: Theme,
  ) {
    const { pale, rimGeometries } = layout.skin;
    this.paints = new Paints(theme, pale);
    this.rimGeometries = new Map(Object.entries(rimGeometries).map(([name, make]) => [name, make()]));
    this.bars = boxFrame(factory.edge + 0.03, 0.035);
  }

  /** Draws everything again. `hovered`: the target that a mouse points at. */
  show(state: BoardState, hovered: string | null, spread: number): void {
    this.clear();
    const won = state.scene.marks.filter((mark) => mark.kind === "win").flatMap(({ places }) => places);
    if (won.some((place) => this.layout.has(place))) {
      for (const place of new Set(won)) this.frame(state, place, "win", spread);
      return;
    }
    this.past(state, spread);
    if (state.active) this.targets(state, hovered, spread);
    this.hint(state, spread);
    const pointed = hovered && state.next.has(hovered) ? [...state.chosen, hovered] : null;
    const path = state.preview ?? (state.active ? pointed : null);
    if (path) this.ghosts(state, path, spread);
  }

  /** Arrows at the rim turn to whoever looks. */
  face(view: View, camera: Quaternion): void {
    for (const { mesh, spot } of this.rim) {
      const at = spot(view)?.at;
      if (at) mesh.position.set(...at);
      mesh.quaternion.copy(camera);
    }
  }

  /** A hint flares up, once, t from 0 to 1. */
  pulse(t: number): void {
    const flare = Math.sin(Math.min(1, t) * Math.PI);
    for (const front of [false, true]) this.paints.solid("hint", front).emissiveIntensity = 0.3 + flare * 0.9;
    for (const { mesh } of this.rim) if (mesh.userData["hinted"]) mesh.scale.setScalar(HINTED + flare * 0.3);
  }

  /** What has won shines more and less. */
  glow(share: number): void {
    this.paints.solid("win").emissiveIntensity = 0.35 + 0.75 * share;
  }

  dispose(): void {
    this.clear();
    this.paints.dispose();
    const kept = [this.flat, this.cone, this.handle, this.bars, ...this.rimGeometries.values(), ...this.trails.values()];
    for (const geometry of kept) geometry.dispose();
    this.group.removeFromParent();
  }

  private clear(): void {
    this.group.clear();
    this.rim.length = 0;
    for (const geometry of this.passing) geometry.dispose();
    this.passing = [];
  }

  private ghosts(state: BoardState, path: readonly string[], spread: number): void {
    for (const { appearance, at } of ghostsOf(this.layout, state, path, spread)) {
      const ghost = this.factory.make(appearance);
      ghost.setAppearance(appearance, "ghost");
      ghost.at(at);
      this.group.add(ghost.group);
    }
  }

  private spot(state: BoardState, target: string, spread: number): Spot | null {
    return spotOf(this.layout, state, target, spread, HOME);
  }

  private targets(state: BoardState, hovered: string | null, spread: number): void {
    const shown = new Set([...state.chosen, ...(state.preview ?? [])]);
    for (const target of shown) {
      const spot = this.spot(state, target, spread);
      const lifted = target === state.chosen[0] && !this.layout.skin.round && !this.layout.skin.hollow;
      if (lifted && this.carrying) continue;
      this.ring(spot, state, "chosen", lifted ? this.layout.measure.lift : 0);
    }
    const crowd = state.next.size > 10 && !state.chosen.length && !state.tints?.size;
    for (const spot of spotsOf(this.layout, state, spread, HOME)) {
      const open = state.next.has(spot.target);
      const bright = shown.has(spot.target) || spot.target === hovered;
      if (spot.kind === "rim") this.rimArrow(spot, state, spread, open, bright);
      else if (spot.kind === "arrow") {
        if (open) this.pointer(spot.at, spot.towards, bright ? "bright" : "arrow", state.tints?.get(spot.target));
      } else if (open && !shown.has(spot.target)) {
        this.ring(spot, state, crowd && spot.target !== hovered ? "quiet" : "next", 0, state.tints?.get(spot.target));
      }
    }
  }

  private rimArrow(spot: Spot, state: BoardState, spread: number, open: boolean, bright: boolean): void {
    const hinted = state.hint.includes(spot.target);
    const paint = hinted ? "hint" : bright ? "bright" : open ? "arrow" : "shut";
    const tint = open && !hinted ? state.tints?.get(spot.target) : undefined;
    const mesh = new Mesh(this.rimGeometries.get(spot.geometry ?? ""), this.paints.solid(paint, true, tint));
    // drawn over the board, but with a depth of its own
    mesh.renderOrder = FRONT;
    if (!this.rim.length) mesh.onBeforeRender = (renderer) => renderer.clearDepth();
    mesh.userData["hinted"] = hinted;
    if (hinted || bright) mesh.scale.setScalar(hinted ? HINTED : BRIGHT);
    mesh.position.set(...spot.at);
    this.rim.push({ mesh, spot: (view) => spotOf(this.layout, state, spot.target, spread, view) });
    this.group.add(mesh);
  }

  /** A cone that points somewhere, and shines through what stands before it. */
  private pointer(at: Vec, towards: Vec, paint: "arrow" | "bright" | "last", tint?: Tint): void {
    const cone = new Mesh(this.cone, this.paints.solid(paint, false, tint));
    cone.quaternion.setFromUnitVectors(UP, new Vector3(...towards));
    cone.position.set(...at);
    this.group.add(cone);
    if (paint === "last") return;
    const shine = cone.clone();
    shine.material = this.paints.solid("shine", false, tint);
    shine.renderOrder = 5;
    this.group.add(shine);
  }

  /** What the last move did, which rows are complete, what may not be moved. */
  private past(state: BoardState, spread: number): void {
    const marks = state.scene.marks;
    const last = marks.filter(({ kind }) => kind === "last").flatMap(({ places }) => places);
    for (const place of last) this.frame(state, place, "last", spread);
    for (const { kind, places } of marks) {
      if (kind === "row") this.handles(places, spread);
      if (kind === "trail") this.trail(state, places, last[0] ?? "", spread);
      if (kind !== "taboo") continue;
      for (const place of places) {
        const spot = this.layout.has(place) ? this.spot(state, place, spread) : null;
        if (spot) this.lay(spot, "taboo", 0.34, [0.24, 0, 0.24]);
      }
    }
  }

  /** About a layer that was turned; or into the row that was pushed. */
  private trail(state: BoardState, places: readonly string[], entry: string, spread: number): void {
    const { trailGeometry, trailTurn } = this.layout.skin;
    const [first = "", end = ""] = [places[0], places.at(-1)];
    if (trailGeometry) {
      const turn = trailTurn(state.scene);
      const geometry = this.trails.get(turn) ?? trailGeometry(turn);
      this.trails.set(turn, geometry);
      const trail = new Mesh(geometry, this.paints.solid("last"));
      trail.position.y = this.layout.at(first, spread)?.[1] ?? 0;
      this.group.add(trail);
      return;
    }
    const [at, other] = [this.layout.at(entry, spread), this.layout.at(entry === first ? end : first, spread)];
    if (!at || !other || !places.includes(entry)) return;
    const towards = unit(sub(other, at));
    const { skin, measure } = this.layout;
    const lift: Vec = [0, skin.round ? 0 : measure.item / 4, 0];
    this.pointer(add(sub(at, times(towards, PUSH)), lift), towards, "last");
  }

  /** A handle at both ends of a row. */
  private handles([one = "", other = ""]: readonly string[], spread: number): void {
    const ends = [this.layout.at(one, spread), this.layout.at(other, spread)] as const;
    if (!ends[0] || !ends[1]) return;
    const out = unit(sub(ends[0], ends[1]));
    for (const [end, way] of [[ends[0], out], [ends[1], times(out, -1)]] as const) {
      const handle = new Mesh(this.handle, this.paints.solid("handle"));
      handle.position.set(...add(end, times(way, HANDLE)));
      handle.quaternion.setFromUnitVectors(OUT, new Vector3(...way));
      this.group.add(handle);
    }
  }

  /** Where the hinted move begins and ends, as an arrow. */
  private hint(state: BoardState, spread: number): void {
    const way = hintOf(this.layout, state, spread);
    if (!way) return;
    const { parts, edges } = hintArrow(way);
    this.passing.push(...parts, ...edges);
    for (const paint of ["edge", "hint", "shine"] as const)
      for (const geometry of paint === "edge" ? edges : parts) {
        const made = new Mesh(geometry, this.paints.solid(paint));
        if (paint === "shine") made.renderOrder = 6;
        this.group.add(made);
      }
  }

  /** A thin frame about a piece: it hides nothing of it. */
  private frame(state: BoardState, place: string, paint: "last" | "win", spread: number): void {
    if (!this.layout.has(place)) return;
    const spot = this.spot(state, place, spread);
    if (!spot) return;
    if (this.layout.skin.round) {
      this.ring(spot, state, paint);
      return;
    }
    const frame = new Mesh(this.bars, this.paints.solid(paint));
    frame.position.set(...spot.at);
    this.group.add(frame);
  }

  private ring(spot: Spot | null, state: BoardState, paint: Paint, lift = 0, tint?: Tint): void {
    if (!spot || (spot.kind !== "place" && spot.kind !== "column")) return;
    const { round, hollow } = this.layout.skin;
    const free = hollow && spot.kind === "place";
    if (!round && !free) {
      this.lay(spot, paint, hollow ? 0.92 : 0.96, [0, lift, 0], tint);
      return;
    }
    const empty = round && !itemsByPlace(state.scene.items).has(spot.target);
    const sprite = new Sprite(this.paints.sprite(paint, tint));
    const size = empty ? 0.62 : free ? 1.45 : 1.16;
    sprite.position.set(...spot.at);
    sprite.scale.set(size, size, 1);
    this.group.add(sprite);
  }

  /** Lays a picture upon a place or a column. */
  private lay(spot: Spot, paint: Paint, size: number, aside: Vec, tint?: Tint): void {
    const made = new Mesh(this.flat, this.paints.flat(paint, tint));
    made.position.set(...add(this.upon(spot), aside));
    made.scale.set(size, 1, size);
    made.renderOrder = 3;
    this.group.add(made);
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
