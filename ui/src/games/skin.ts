/** What a game looks like on the page: everything that belongs to one game and that its scenes don't
 * say. A skin knows no rules; what may be touched and what moves where comes from the server. */
import type { ComponentChildren } from "preact";
import type { DidKey } from "../i18n";
import type { Item, Scene } from "../net/types";
import type { Calling } from "./calling";
import type { IconName } from "../parts/Icon";
import type { Material } from "../parts/sound";
import type { SpaceSkin } from "./spaceSkin";

export type Side = "north" | "east" | "south" | "west";

export interface GameSkin {
  /** Its styles hang on this: `.flat-NAME`, `.table-NAME` and `.art-NAME`. */
  readonly name: string;
  readonly picture: Picture;
  /** What a move sounds like. */
  readonly material: Material;
  /** What can be touched beside the board, in the order in which it is shown; anything else comes
   * after it. A blocked target is only shown if it is listed here. */
  readonly tools: readonly string[];
  /** The board that people see who have not chosen one. */
  readonly usualBoard: "flat" | "space";
  /** Is there anything to touch beside the board? Then room is kept for it. */
  hasTools(players: number): boolean;
  /** The side of the board at which a seat with this name sits; null: it has no side. */
  sideOf(seat: string): Side | null;
  /** The pieces by which a seat with this name is known. */
  seatPieces(seat: string): readonly PieceFace[];
  /** Pieces on the board that belong to no seat; null: there are none. */
  unowned(scene: Scene): UnownedPieces | null;
  /** What may stand on a place of the board, for whoever sets up a position; empty: that can't be done. */
  pieces(players: number): readonly EditorPiece[];
  /** What the player to move can do after having touched `chosen`, in a sentence. */
  instruction(scene: Scene, chosen: readonly string[]): string;
  /** What somebody did, in words; null: it is not worth telling, or can't be told. */
  moveText(act: Act, calling: Calling): Sentence | null;
  /** A move in a list, as short as can be; `icon` stands before it. */
  moveLabel(action: string, calling: Calling): MoveLabel;
  /** The pieces that an act of chance brings; empty: it brings something else. */
  drawnPieces(action: string): readonly DrawnPiece[];
  /** What the winner has: "5 crosses in row 3"; null: nothing that is seen. */
  winText(scene: Scene): string | null;
  /** The name of a layer, counted from 1 at the bottom. */
  layerName(layer: number): string;
  /** Tools that stand to the left and to the right of a layer, counted from 1; null: none do. */
  layerTools(layer: number): readonly [left: string, right: string] | null;
  /** A target in words; null: what the texts say, or else the target itself. */
  targetName(target: string, scene: Scene | null, calling: Calling): string | null;
  /** What is on a tool's button; null: the target in words. */
  toolFace(target: string, scene: Scene, calling: Calling): ToolFace | null;
  /** The place whose piece is turned towards a seat next, after `chosen`; null: none. */
  turnedAt(chosen: readonly string[]): string | null;
  /** An item in words; empty: nothing worth saying. */
  itemName(item: Item): string;
  /** What is drawn on an item. */
  itemSign(item: Item): ComponentChildren;
  /** The rest, for the board in space: loaded with it. */
  space(): Promise<SpaceSkin>;
}

/** An item without a place: in the text of a position it is the letter of whoever it points to, or else
 * its symbol. */
export type EditorPiece = Pick<Item, "kind" | "symbol" | "colour" | "facing">;

/** A piece without a place: its kind, its colour, and what is on it. */
export interface PieceFace {
  readonly kind: "cube" | "ball" | "twin";
  readonly colour: string;
  readonly sign: ComponentChildren;
}

export interface UnownedPieces {
  readonly faces: readonly PieceFace[];
  readonly name: string;
  /** That they are nobody's, in words. */
  readonly whose: string;
}

/** What was done, and the boards before and after it, as far as they are known. */
export interface Act {
  readonly action: string;
  readonly before: Scene | null;
  readonly after: Scene | null;
}

/** A text that is told of somebody: there is another with `.you` for oneself. */
export interface Sentence {
  readonly key: DidKey;
  readonly values: Readonly<Record<string, string | number>>;
}

export interface MoveLabel {
  readonly icon: IconName | null;
  /** The colour of a piece that is shown; empty: none. */
  readonly colour: string;
  readonly text: string;
}

/** A piece that chance brings: where it goes (empty: into a hand), and the letter of its colour. */
export interface DrawnPiece {
  readonly place: string;
  readonly letter: string;
}

export interface ToolFace {
  /** The colour of a cube beside the text; empty: there is none. */
  readonly colour: string;
  readonly text: string;
  /** An icon in place of the text; it is still the name. */
  readonly icon?: IconName;
}

/** A cube in a picture: how far to the right, to the front and up; its colour; what is on it, if that is
 * not the sign of its colour. */
export type PictureCube = readonly [x: number, y: number, z: number, colour: string, sign?: string];

/** Cubes or balls on a square ground, seen from a corner. */
export interface Picture {
  readonly cubes: readonly PictureCube[];
  readonly round: boolean;
  /** What they stand on, or are held by. */
  readonly stand: "tray" | "rings" | "net" | "disc";
  /** How many cubes the ground is wide. */
  readonly wide: number;
  /** How many cubes fit above the ground. */
  readonly high: number;
}
