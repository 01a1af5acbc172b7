/** What a game looks like in space. Loaded with the board in space, never before. */
import type { BufferGeometry, Material } from "three";
import type { BoardState } from "../board/board";
import type { Scene } from "../net/types";
import type { Appearance } from "../board/space/appearance";
import type { BoardMesh } from "../board/space/boardMesh";
import type { Layout, Vec } from "../board/space/layout";
import type { Materials, Mood } from "../board/space/materials";
import type { Outline, Seen } from "../board/space/outline";
import type { HitShape, Spot } from "../board/space/spots";
import type { Theme } from "../board/space/theme";
import type { View } from "../board/space/view";

/** Lengths; places are 1 apart. */
export interface Measure {
  /** The edge of a cube, or a ball's diameter. */
  readonly item: number;
  /** How far layers part when they are spread: upwards, and to the sides. */
  readonly rise: number;
  readonly part: number;
  /** How far a chosen piece is lifted. */
  readonly lift: number;
  /** How far from its place a piece is before it comes in. */
  readonly outside: number;
}

export interface SpaceSkin {
  /** By the size of the board: to the east, upwards, to the south. */
  measure(size: Vec): Measure;
  /** What must fit into the picture, not spread. */
  outline(layout: Layout): Outline;
  /** What stays beside the board as it is seen from a height, and must fit in, too. */
  handles(layout: Layout, spread: number, height: number): readonly Seen[];
  /** Are the pieces balls? They show their sign to whoever looks. */
  readonly round: boolean;
  /** Do pieces give way while they are pushed? */
  readonly soft: boolean;
  /** Can one see through the board, and put things in from above? */
  readonly hollow: boolean;
  /** Are pieces pale in the dark, too? */
  readonly pale: boolean;
  /** Where a piece that faces a seat has its dot: to the east and to the south, by the seat's name. */
  readonly facings: Readonly<Record<string, readonly [east: number, south: number]>>;
  /** Targets that are arrows at the rim of the board, shown also while they are blocked. */
  readonly rimTargets: readonly string[];
  /** The geometries of these arrows, by the names that their spots give. */
  readonly rimGeometries: Readonly<Record<string, () => BufferGeometry>>;
  /** What lies about a layer that was turned: clockwise from above (1), the other way (-1), or it is
   * not known (0); null: nothing does, it was a row that was pushed. */
  readonly trailGeometry: ((turn: number) => BufferGeometry) | null;
  /** How the last move turned a layer, likewise. */
  trailTurn(scene: Scene): number;
  boardMesh(layout: Layout, theme: Theme): BoardMesh;
  /** Parts of the board that hide what is behind them. */
  solids(layout: Layout, spread: number): readonly HitShape[];
  pieceGeometry(edge: number): BufferGeometry;
  /** The material of a piece, or those of its six faces (east, west, top, bottom, south, north);
   * `variant`: pieces need not be all alike; `under`: what its lower face shows. */
  material(
    materials: Materials,
    appearance: Appearance,
    mood: Mood,
    variant: number,
    under: Appearance | null,
  ): Material | Material[];
  /** Where a target is that is neither a place nor a column; null: not in space. */
  spot(layout: Layout, state: BoardState, target: string, spread: number, view: View): Spot | null;
  /** The direction from which a piece comes to a place, of length 1; `along`: how others slide. */
  outwards(layout: Layout, place: string, along: Vec | null): Vec;
  /** Where something is that is not on the board; null: not in space. */
  holderAt(layout: Layout, holder: string, spread: number): Vec | null;
  /** What the piece that a move places will look like; null: as it looks already. */
  placed(state: BoardState, path: readonly string[]): Appearance | null;
}
