/** The pieces on the board: which there are, where they rest, how they move. */
import { Vector3, type Scene as Space } from "three";
import type { BoardState } from "../board";
import type { BoardMesh } from "./boardMesh";
import { wonPlaces } from "./ending";
import { sub, topOf, type Layout, type Vec } from "./layout";
import type { Mood } from "./materials";
import { along, easeBoth, raised, type Plan, type Way } from "./plan";
import type { PieceFactory, PieceMesh } from "./pieceMesh";

export class Pieces {
  meshes = new Map<string, PieceMesh>();
  private readonly lifts = new Map<PieceMesh, number>();
  private carried: { readonly item: string; readonly at: Vec } | null = null;

  constructor(
    private readonly space: Space,
    private readonly layout: Layout,
    private readonly factory: PieceFactory,
    private readonly still: boolean,
  ) {}

  clear(): void {
    for (const mesh of this.meshes.values()) mesh.group.removeFromParent();
    this.meshes.clear();
    this.lifts.clear();
  }

  /** Makes the pieces that will come from outside, still invisible. */
  prepare(plan: Plan): void {
    for (const [id, appearance] of plan.fresh) {
      const mesh = this.factory.make(appearance);
      mesh.group.visible = false;
      this.meshes.set(id, mesh);
      this.space.add(mesh.group);
    }
  }

  /** Puts every piece where the scene has it, as it looks there; `came`: old ids by new ones. */
  settle({ scene }: BoardState, came: ReadonlyMap<string, string>, spread: number): void {
    const { layout } = this;
    const moved = new Set(came.values());
    const kept = new Map<string, PieceMesh>();
    const won = new Set(wonPlaces(layout, scene));
    for (const item of scene.items) {
      const at = layout.at(item.place, spread);
      if (!at || item.kind === "card") continue;
      const old = came.get(item.id) ?? (moved.has(item.id) ? "" : item.id);
      const mesh = this.meshes.get(old) ?? this.factory.make(item);
      this.meshes.delete(old);
      const mood: Mood = !won.size ? "plain" : won.has(item.place) ? "bright" : "dim";
      mesh.setAppearance(item, mood);
      mesh.home = at;
      mesh.group.quaternion.identity();
      mesh.group.scale.setScalar(1);
      mesh.group.visible = true;
      this.space.add(mesh.group);
      kept.set(item.id, mesh);
    }
    for (const mesh of this.meshes.values()) {
      mesh.group.removeFromParent();
      this.lifts.delete(mesh);
    }
    this.meshes = kept;
  }

  /** Moves everything to where a plan has it after `past` milliseconds. */
  advance(plan: Plan, past: number, boardMesh: BoardMesh | null, spread: number): void {
    for (const way of plan.ways) {
      const mesh = this.meshes.get(way.item);
      if (!mesh || past < way.start) continue;
      const t = way.duration ? Math.min(1, (past - way.start) / way.duration) : 1;
      this.move(mesh, way, t);
    }
    for (const { start, duration, level, rotation } of plan.turns) {
      const part = level === null ? boardMesh?.whole : boardMesh?.rings[level];
      if (!part || past < start) continue;
      const t = Math.min(1, (past - start) / duration);
      part.setRotationFromAxisAngle(new Vector3(...rotation.axis), rotation.angle * easeBoth(t));
      part.position.y = raised(rotation, t) + (level === null ? 0 : this.layout.layer(level, spread));
    }
  }

  /** Somebody holds a piece in the air there; null: no longer. */
  carry(item: string, at: Vec | null): void {
    this.carried = at && { item, at };
  }

  /** Where the piece is that somebody holds, by its id. */
  get held(): ReadonlyMap<string, Vec> {
    return new Map(this.carried ? [[this.carried.item, this.carried.at]] : []);
  }

  /** Lifts the chosen piece, and a little the one that is pointed at; at once, or bit by bit. Returns
   * whether any is still moving. */
  rest(state: BoardState, hovered: string | null, now: number): boolean {
    const aims = this.aims(state, hovered);
    let more = false;
    for (const [item, mesh] of this.meshes) {
      if (this.carried?.item === item) {
        mesh.at(this.carried.at);
        this.lifts.set(mesh, this.carried.at[1] - mesh.home[1]);
        continue;
      }
      const goal = aims.get(mesh) ?? 0;
      const old = this.lifts.get(mesh) ?? 0;
      let lift = old;
      if (this.still || (now && Math.abs(goal - old) < 0.004)) lift = goal;
      else if (now) lift = old + (goal - old) * 0.28;
      if (lift !== goal) more = true;
      this.lifts.set(mesh, lift);
      mesh.at(mesh.home, lift);
    }
    return more;
  }

  private aims(state: BoardState, hovered: string | null): Map<PieceMesh, number> {
    const found = new Map<PieceMesh, number>();
    const aim = (target: string, lift: number): void => {
      const place = this.layout.has(target) ? target : topOf(this.layout, state.scene, target)?.place;
      const item = state.scene.items.find((one) => one.place === place);
      const mesh = item && this.meshes.get(item.id);
      if (mesh) found.set(mesh, lift);
    };
    const { lift } = this.layout.measure;
    if (!state.active) return found;
    if (hovered && state.next.has(hovered) && !state.chosen.length) aim(hovered, lift * 0.25);
    if (state.chosen[0]) aim(state.chosen[0], lift);
    return found;
  }

  private move(mesh: PieceMesh, way: Way, t: number): void {
    const { group } = mesh;
    mesh.at(along(way, t));
    group.visible = true;
    if (way.kind === "enter") group.scale.setScalar(0.6 + 0.4 * t);
    if (way.kind === "leave") group.scale.setScalar(1 - 0.9 * t);
    if (way.kind === "slide" && this.layout.skin.soft) squeeze(mesh, way, t);
    if (way.rotation) turn(mesh, way.rotation.axis, way.rotation.angle * (easeBoth(t) - 1));
    if (way.becomes) {
      // the new face is underneath until it has been turned up
      if (t < 1) mesh.setAppearance(mesh.appearance, "plain", way.becomes);
      else mesh.setAppearance(way.becomes, "plain");
      group.rotation.set(t < 1 ? Math.PI * easeBoth(t) : 0, 0, 0);
    }
  }
}

/** What is soft is longer on its way, and thinner. */
function squeeze({ group }: PieceMesh, way: Way, t: number): void {
  const [x, y, z] = sub(way.to, way.from).map(Math.abs) as [number, number, number];
  const soft = Math.sin(t * Math.PI);
  const most = Math.max(x, y, z);
  const along = (part: number): number => 1 + soft * (part === most ? 0.14 : -0.1);
  group.scale.set(along(x), along(y), along(z));
}

/** Turns a piece by the rest of its way, so that it ends upright. */
function turn({ group }: PieceMesh, axis: Vec, left: number): void {
  group.quaternion.setFromAxisAngle(new Vector3(...axis), left);
}
