/** The things on the board: which there are, where they rest, how they move. */
import { Vector3, type Scene as Space } from "three";
import type { BoardState } from "../board";
import type { Furniture } from "./parts";
import { sub, topOf, type Layout, type Vec } from "./layout";
import type { Mood } from "./materials";
import { along, easeBoth, raised, type Plan, type Way } from "./plan";
import type { Kit, Thing } from "./things";

const LIFT: Readonly<Record<string, number>> = { quixo: 0.3, cubeo: 0.35, cage: 0.12, cubulus: 0 };

export class Cast {
  things = new Map<string, Thing>();
  private readonly lifts = new Map<Thing, number>();

  constructor(
    private readonly space: Space,
    private readonly layout: Layout,
    private readonly kit: Kit,
    private readonly still: boolean,
  ) {}

  clear(): void {
    for (const thing of this.things.values()) thing.group.removeFromParent();
    this.things.clear();
    this.lifts.clear();
  }

  /** Those that will come from outside, not yet seen. */
  await(plan: Plan): void {
    for (const [id, look] of plan.fresh) {
      const thing = this.kit.make(look);
      thing.group.visible = false;
      this.things.set(id, thing);
      this.space.add(thing.group);
    }
  }

  /** Everything is where the scene says, and looks so; `came`: old ids by new ones. */
  settle({ scene }: BoardState, came: ReadonlyMap<string, string>, spread: number): void {
    const { layout } = this;
    const moved = new Set(came.values());
    const kept = new Map<string, Thing>();
    const won = new Set(scene.marks.flatMap((mark) => (mark.kind === "win" ? mark.places : [])));
    const decided = scene.items.some((item) => won.has(item.place));
    for (const item of scene.items) {
      const at = layout.at(item.place, spread);
      if (!at || item.kind === "card") continue;
      const old = came.get(item.id) ?? (moved.has(item.id) ? "" : item.id);
      const thing = this.things.get(old) ?? this.kit.make(item);
      this.things.delete(old);
      const mood: Mood = !decided ? "plain" : won.has(item.place) ? "bright" : "dim";
      thing.wear(item, mood);
      thing.home = at;
      thing.group.quaternion.identity();
      thing.group.scale.setScalar(1);
      thing.group.visible = true;
      this.space.add(thing.group);
      kept.set(item.id, thing);
    }
    for (const thing of this.things.values()) {
      thing.group.removeFromParent();
      this.lifts.delete(thing);
    }
    this.things = kept;
  }

  /** Everything is where a plan has it after so many milliseconds. */
  step(plan: Plan, past: number, furniture: Furniture | null, spread: number): void {
    for (const way of plan.ways) {
      const thing = this.things.get(way.item);
      if (!thing || past < way.start) continue;
      const t = way.duration ? Math.min(1, (past - way.start) / way.duration) : 1;
      this.move(thing, way, t);
    }
    for (const { start, duration, level, turning } of plan.turns) {
      const part = level === null ? furniture?.whole : furniture?.rings[level];
      if (!part || past < start) continue;
      const t = Math.min(1, (past - start) / duration);
      part.setRotationFromAxisAngle(new Vector3(...turning.axis), turning.angle * easeBoth(t));
      part.position.y = raised(turning, t) + (level === null ? 0 : this.layout.layer(level, spread));
    }
  }

  /** Chosen things are lifted, pointed ones by a hair; at once, or bit by bit. Returns whether any
   * still moves. */
  rest(state: BoardState, hovered: string | null, now: number): boolean {
    const aims = this.aims(state, hovered);
    let more = false;
    for (const thing of this.things.values()) {
      const goal = aims.get(thing) ?? 0;
      const old = this.lifts.get(thing) ?? 0;
      let lift = old;
      if (this.still || (now && Math.abs(goal - old) < 0.004)) lift = goal;
      else if (now) lift = old + (goal - old) * 0.28;
      if (lift !== goal) more = true;
      this.lifts.set(thing, lift);
      thing.at(thing.home, lift);
    }
    return more;
  }

  private aims(state: BoardState, hovered: string | null): Map<Thing, number> {
    const found = new Map<Thing, number>();
    const aim = (target: string, lift: number): void => {
      const place = this.layout.has(target) ? target : topOf(this.layout, state.scene, target)?.place;
      const item = state.scene.items.find((one) => one.place === place);
      const thing = item && this.things.get(item.id);
      if (thing) found.set(thing, lift);
    };
    const lift = LIFT[this.layout.game] ?? 0;
    if (!state.active) return found;
    if (hovered && state.next.has(hovered) && !state.chosen.length) aim(hovered, lift * 0.25);
    if (state.chosen[0]) aim(state.chosen[0], lift);
    return found;
  }

  private move(thing: Thing, way: Way, t: number): void {
    const { group } = thing;
    thing.at(along(way, t));
    group.visible = true;
    if (way.kind === "enter") group.scale.setScalar(0.6 + 0.4 * t);
    if (way.kind === "leave") group.scale.setScalar(1 - 0.9 * t);
    if (way.kind === "slide" && this.layout.game === "cubulus") squeeze(thing, way, t);
    if (way.turning) turn(thing, way.turning.axis, way.turning.angle * (easeBoth(t) - 1));
    if (way.becomes) {
      // the new face is underneath until it has been turned up
      if (t < 1) thing.wear(thing.look, "plain", way.becomes);
      else thing.wear(way.becomes, "plain");
      group.rotation.set(t < 1 ? Math.PI * easeBoth(t) : 0, 0, 0);
    }
  }
}

/** Balls are soft: long on the way, and thinner. */
function squeeze({ group }: Thing, way: Way, t: number): void {
  const [x, y, z] = sub(way.to, way.from).map(Math.abs) as [number, number, number];
  const soft = Math.sin(t * Math.PI);
  const most = Math.max(x, y, z);
  const along = (part: number): number => 1 + soft * (part === most ? 0.14 : -0.1);
  group.scale.set(along(x), along(y), along(z));
}

/** Turns a thing by what is left of its way: it ends upright. */
function turn({ group }: Thing, axis: Vec, left: number): void {
  group.quaternion.setFromAxisAngle(new Vector3(...axis), left);
}
