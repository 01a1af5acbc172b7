/** What is drawn for one table: its layout, board mesh, pieces and marks. */
import type { SpaceSkin } from "../../games/spaceSkin";
import type { BoardState } from "../board";
import { Pieces } from "./pieces";
import { Layout } from "./layout";
import { Marks } from "./marks";
import type { BoardMesh } from "./boardMesh";
import type { Plan } from "./plan";
import type { Renderer } from "./renderer";
import type { Theme } from "./theme";
import type { View } from "./view";
import { PieceFactory } from "./pieceMesh";

export class SceneGraph {
  readonly layout: Layout;
  readonly pieces: Pieces;
  marks: Marks;
  private readonly factory: PieceFactory;
  private boardMesh: BoardMesh;
  private amount = 0;

  constructor(
    private readonly renderer: Renderer,
    skin: SpaceSkin,
    { scene }: BoardState,
    still: boolean,
    theme: Theme,
  ) {
    this.layout = new Layout(skin, scene.places);
    this.factory = new PieceFactory(this.layout);
    this.pieces = new Pieces(renderer.scene, this.layout, this.factory, still);
    this.boardMesh = this.layout.skin.boardMesh(this.layout, theme);
    this.marks = new Marks(this.layout, this.factory, theme);
    this.enter(theme);
  }

  /** Has a state the same places? */
  suits({ scene }: BoardState): boolean {
    return scene.places.length === this.layout.count;
  }

  /** Draws everything again, in other colours. */
  repaint(theme: Theme): void {
    this.boardMesh.dispose();
    this.marks.dispose();
    this.boardMesh = this.layout.skin.boardMesh(this.layout, theme);
    this.marks = new Marks(this.layout, this.factory, theme);
    this.enter(theme);
  }

  spread(amount: number): void {
    this.amount = amount;
    this.boardMesh.spread(amount);
    this.renderer.camera.fit(this.layout.outline(amount));
    this.renderer.floor(this.boardMesh.floor(amount));
  }

  /** Turns what faces whoever looks. */
  face(view: View): void {
    this.boardMesh.face(view);
    this.marks.face(view, this.renderer.camera.lens.quaternion);
  }

  /** Puts everything where a state has it; `came`: old ids by new ones. */
  settle(state: BoardState, came: ReadonlyMap<string, string>): void {
    for (const ring of this.boardMesh.rings) ring.rotation.set(0, 0, 0);
    this.boardMesh.whole.rotation.set(0, 0, 0);
    this.boardMesh.whole.position.set(0, 0, 0);
    this.pieces.settle(state, came, this.amount);
    this.marks.group.visible = true;
  }

  /** What has won shines more and less: 0 to 1. */
  glow(share: number): void {
    this.marks.glow(share);
    this.factory.materials.glow(share);
  }

  /** Moves everything to where a plan has it after `past` milliseconds. */
  advance(plan: Plan, past: number): void {
    this.pieces.advance(plan, past, this.boardMesh, this.amount);
  }

  dispose(): void {
    this.pieces.clear();
    this.boardMesh.dispose();
    this.marks.dispose();
    this.factory.dispose();
  }

  private enter(theme: Theme): void {
    this.renderer.scene.add(this.boardMesh.group, this.marks.group);
    this.renderer.shade(theme.dark);
    this.spread(this.amount);
  }
}
