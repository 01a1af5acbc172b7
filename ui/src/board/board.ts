/** What every board is told, flat or in space, and what it reports. Boards know no rules and no game:
 * what belongs to a game is in its skin. */
import type { GameSkin } from "../games/skin";
import type { Motion, Scene } from "../net/types";
import type { Tint } from "./tints";

export interface BoardState {
  readonly skin: GameSkin;
  readonly scene: Scene;
  /** The targets touched so far, on the way to a move. */
  readonly chosen: readonly string[];
  /** What may be touched next; true: that completes a move. */
  readonly next: ReadonlyMap<string, boolean>;
  /** A move that waits for a second touch (on touch screens); its targets are shown as a preview. */
  readonly preview: readonly string[] | null;
  /** What moves would do, as far as it has been asked for: phases by move. */
  readonly previews: ReadonlyMap<string, Phases>;
  /** May the viewer act now? */
  readonly active: boolean;
  /** Shown by a hint: targets to touch one after another. */
  readonly hint: readonly string[];
  /** What the targets that may be touched next are worth, where that is shown. */
  readonly tints?: ReadonlyMap<string, Tint>;
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
  /** Somebody drags what is at one target to another. */
  drag(from: string, to: string): void;
  /** Somebody points at what would complete this move: its preview is wanted. */
  aim(move: string): void;
  /** Somebody wants to take back what was touched so far. */
  cancel(): void;
}

/** The seat whose turn it is; 0 where it is nobody's. */
export const moverOf = ({ scene: { turn } }: BoardState): number => ("seat" in turn ? turn.seat : 0);
