/** What a game looks like on the page: everything that belongs to one game and that its scenes don't
 * say. A skin knows no rules; what may be touched and what moves where comes from the server. */
import type { ComponentChildren } from "preact";
import type { Item, Scene } from "../net/types";
import type { SpaceSkin } from "./spaceSkin";

export type Side = "north" | "east" | "south" | "west";

export interface GameSkin {
  /** Its styles hang on this: `.flat-NAME`, `.table-NAME` and `.art-NAME`. */
  readonly name: string;
  readonly picture: Picture;
  /** What can be touched beside the board, in the order in which it is shown; anything else comes
   * after it. A blocked target is only shown if it is listed here. */
  readonly tools: readonly string[];
  /** Do people sit around the board where the screen is wide enough? Otherwise they are in a row. */
  sitsAround(players: number): boolean;
  /** Where a seat with this name sits; null: as seen from one's own seat. */
  sideOf(seat: string): Side | null;
  /** What the player to move must know before anything else; null: nothing. */
  setupText(scene: Scene): string | null;
  /** The name of a layer, counted from 1 at the bottom. */
  layerName(layer: number): string;
  /** Tools that stand to the left and to the right of a layer, counted from 1; null: none do. */
  layerTools(layer: number): readonly [left: string, right: string] | null;
  /** A target in words; null: what the texts say, or else the target itself. */
  targetName(target: string, scene: Scene | null): string | null;
  /** What is on a tool's button; null: the target in words. */
  toolFace(target: string, scene: Scene): ToolFace | null;
  /** An item in words; empty: nothing worth saying. */
  itemName(item: Item): string;
  /** What is drawn on an item. */
  itemSign(item: Item): ComponentChildren;
  /** The rest, for the board in space: loaded with it. */
  space(): Promise<SpaceSkin>;
}

export interface ToolFace {
  /** The colour of a cube beside the text; empty: there is none. */
  readonly colour: string;
  readonly text: string;
}

/** A cube in a picture: how far to the right, to the front and up; its colour; what is on it. */
export type PictureCube = readonly [x: number, y: number, z: number, colour: string, sign?: string];

/** Cubes or balls on a square ground, seen from a corner. */
export interface Picture {
  readonly cubes: readonly PictureCube[];
  readonly round: boolean;
  /** How many cubes the ground is wide. */
  readonly wide: number;
  /** How many cubes fit above the ground. */
  readonly high: number;
}
