/** What every board is told, flat or in space, and what it reports. Boards know no rules. */
import type { Motion, Scene } from "../net/types";

export interface BoardState {
  readonly game: string;
  readonly scene: Scene;
  /** The targets touched so far, on the way to a move. */
  readonly chosen: readonly string[];
  /** What may be touched next; true: that completes a move. */
  readonly next: ReadonlyMap<string, boolean>;
  /** A move that waits for a second touch (on touch screens); its targets are shown as a preview. */
  readonly preview: readonly string[] | null;
  /** May the viewer act now? */
  readonly active: boolean;
  /** Shown by a hint: targets to touch one after another. */
  readonly hint: readonly string[];
}

/** How the scene came about: phases one after another, the motions of a phase together. Item ids
 * are those of the scene before, `becomes` those of the scene after. */
export type Phases = readonly (readonly Motion[])[];

/** Phases to be shown. */
export interface Transition {
  readonly phases: Phases;
  /** Milliseconds before they begin: what others do is seen coming. */
  readonly lead: number;
}

/** A transition, and a number that grows with each: each is shown once. */
export type Told = Transition & { readonly number: number };

export interface BoardEvents {
  /** Somebody touches a target; whether it is legal is decided elsewhere. */
  touch(target: string): void;
  /** Somebody wants to take back what was touched so far. */
  cancel(): void;
}

/** A board that draws itself into an element. */
export interface Board {
  /** Show a state; `transition`: animate from the one before (an animation under way jumps to its end). */
  show(state: BoardState, transition: Transition | null): void;
  /** Move the keyboard's focus onto the board. */
  focus(): void;
  dispose(): void;
}

export type MakeBoard = (host: HTMLElement, events: BoardEvents, options: BoardOptions) => Board;

export interface BoardOptions {
  readonly reducedMotion: boolean;
  /** Says a target in words, for labels: "a1", "twist layer 1 clockwise", "the bag". */
  say(target: string): string;
}
