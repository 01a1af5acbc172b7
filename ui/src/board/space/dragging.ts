/** A drag under way: a piece is carried, or an arrow is drawn along its way. */
import type { BoardEvents, BoardState } from "../board";
import type { BoardCamera } from "./camera";
import { atHeight, gripOf, heldBeside, type Grip } from "./grip";
import { hit } from "./hitTest";
import type { SceneGraph } from "./sceneGraph";
import { ball, type Spot } from "./spots";

/** So many pixels an arrow must be dragged at least. */
const FLICK = 16;
/** How far above its place a piece is carried. */
const CARRY = 0.55;

/** After so many milliseconds whatever a state has called for is under way, and can be called back. */
const PAINTED = 80;

/** The board on which something is dragged. */
export interface Ground {
  readonly graph: SceneGraph;
  readonly state: BoardState;
  readonly spread: number;
  readonly camera: BoardCamera;
  /** What a touch there means. */
  spotAt(x: number, y: number): Spot | null;
}

export class Dragging {
  private grip: Grip | null = null;
  private flick: { readonly target: string; readonly way: number; readonly from: number } | null = null;
  private dropped: string | null = null;

  constructor(private readonly events: BoardEvents) {}

  /** Does somebody hold a piece? */
  get carrying(): boolean {
    return this.grip !== null;
  }

  /** Takes what is under a point. Returns whether anything was: otherwise the board is turned. */
  grab(ground: Ground, x: number, y: number): boolean {
    const { graph, state, camera } = ground;
    const beside = heldBeside(graph.layout, state);
    const at = beside && graph.layout.at(beside.place, ground.spread);
    if (beside && at && hit(camera.ray(x, y), ball(at, 0.6)) !== null) {
      this.grip = { item: beside, target: "" };
      return true;
    }
    const spot = ground.spotAt(x, y);
    if (spot?.kind === "rim" && state.next.has(spot.target)) {
      this.flick = { target: spot.target, way: spot.towards[0], from: x };
      return true;
    }
    this.grip = spot && gripOf(graph.layout, state, spot.target);
    if (this.grip?.target) this.events.touch(this.grip.target);
    return this.grip !== null;
  }

  /** Moves what was taken there. Returns the target that is meant now. */
  drag(ground: Ground, x: number, y: number): string | null {
    const { grip, flick } = this;
    if (flick) return (x - flick.from) * flick.way > 0 ? flick.target : null;
    const home = grip && ground.graph.layout.at(grip.item.place, ground.spread);
    if (!home) return null;
    const at = atHeight(ground.camera.ray(x, y), home[1] + CARRY);
    if (at) ground.graph.pieces.carry(grip.item.id, at);
    return legalAt(ground, x, y);
  }

  /** Lets it go there: where it may go to, the move is played; null: the drag came to nothing. */
  drop(ground: Ground, at: readonly [number, number] | null): void {
    const { flick, grip } = this;
    this.flick = null;
    this.grip = null;
    if (flick) {
      if (at && (at[0] - flick.from) * flick.way > FLICK) this.play(flick.target);
      return;
    }
    const target = at && legalAt(ground, ...at);
    if (target && target !== grip?.target) {
      this.play(target);
      return;
    }
    ground.graph.pieces.carry("", null);
    this.events.cancel();
  }

  /** A new state has come: where a touch would have to be repeated, a drop is meant. */
  confirm({ preview }: BoardState, moved: boolean): void {
    const { dropped } = this;
    if (moved) this.dropped = null;
    else if (dropped && preview?.at(-1) === dropped) {
      this.dropped = null;
      setTimeout(() => this.events.touch(dropped), PAINTED);
    }
  }

  private play(target: string): void {
    this.dropped = target;
    this.events.touch(target);
  }
}

/** The target there that may be touched next. */
export function legalAt({ state, spotAt }: Pick<Ground, "state" | "spotAt">, x: number, y: number): string | null {
  const target = state.active ? spotAt(x, y)?.target : undefined;
  return target !== undefined && state.next.has(target) ? target : null;
}
