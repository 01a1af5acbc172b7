/** What stands on the stage for one game: its layout, furniture, things and marks. */
import type { BoardState } from "../board";
import { Cast } from "./cast";
import { furnish } from "./furniture";
import { Layout } from "./layout";
import { Marks } from "./marks";
import type { Furniture } from "./parts";
import type { Plan } from "./plan";
import type { Stage } from "./stage";
import type { Theme } from "./theme";
import { Kit } from "./things";

export class Scenery {
  readonly layout: Layout;
  readonly cast: Cast;
  marks: Marks;
  private readonly kit: Kit;
  private furniture: Furniture;
  private amount = 0;

  constructor(
    private readonly stage: Stage,
    { game, scene }: BoardState,
    still: boolean,
    theme: Theme,
  ) {
    this.layout = new Layout(game, scene.places);
    this.kit = new Kit(this.layout);
    this.cast = new Cast(stage.scene, this.layout, this.kit, still);
    this.furniture = furnish(this.layout, theme);
    this.marks = new Marks(this.layout, this.kit, theme);
    this.enter(theme);
  }

  /** Does a state have its places here? */
  suits({ game, scene }: BoardState): boolean {
    return game === this.layout.game && scene.places.length === this.layout.count;
  }

  /** All in other colours. */
  repaint(theme: Theme): void {
    this.furniture.dispose();
    this.marks.dispose();
    this.furniture = furnish(this.layout, theme);
    this.marks = new Marks(this.layout, this.kit, theme);
    this.enter(theme);
  }

  spread(amount: number): void {
    this.amount = amount;
    this.furniture.spread(amount);
    this.stage.eye.fit(this.layout.outline(amount));
    this.stage.floor(this.furniture.floor(amount));
  }

  /** Everything is settled where a state has it; `came`: old ids by new ones. */
  settle(state: BoardState, came: ReadonlyMap<string, string>): void {
    for (const ring of this.furniture.rings) ring.rotation.set(0, 0, 0);
    this.furniture.whole.rotation.set(0, 0, 0);
    this.furniture.whole.position.set(0, 0, 0);
    this.cast.settle(state, came, this.amount);
    this.marks.group.visible = true;
  }

  /** Everything is where a plan has it after so many milliseconds. */
  step(plan: Plan, past: number): void {
    this.cast.step(plan, past, this.furniture, this.amount);
  }

  dispose(): void {
    this.cast.clear();
    this.furniture.dispose();
    this.marks.dispose();
    this.kit.dispose();
  }

  private enter(theme: Theme): void {
    this.stage.scene.add(this.furniture.group, this.marks.group);
    this.stage.shade(theme.dark);
    this.spread(this.amount);
  }
}
