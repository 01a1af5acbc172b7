/** The board in space: holds the picture, the things in it and the hands on it together. */
import type { Board, BoardEvents, BoardOptions, BoardState, Story } from "../board";
import { Controls } from "./controls";
import { pickNear } from "./picking";
import { planOf, type Plan } from "./plan";
import { Scenery } from "./scenery";
import { pointOf, type Point } from "./seeing";
import { spotsOf, type Spot } from "./spots";
import { Stage } from "./stage";
import { themeOf, watchTheme } from "./theme";

const PULSE = 900;

interface Running {
  readonly plan: Plan;
  /** Old ids by new ones. */
  readonly came: ReadonlyMap<string, string>;
  readonly lead: number;
  begun: number;
}

export class SpaceBoard implements Board {
  /** Told when fingers or the wheel have spread the layers. */
  onSpread: ((amount: number) => void) | null = null;
  private readonly stage: Stage;
  private readonly controls: Controls;
  private readonly unwatch: () => void;
  private scenery: Scenery | null = null;
  private state: BoardState | null = null;
  private running: Running | null = null;
  private hovered: string | null = null;
  private amount = 0;
  private pulsedSince = -1;
  private hinted = "";

  constructor(
    private readonly host: HTMLElement,
    private readonly events: BoardEvents,
    private readonly options: BoardOptions,
  ) {
    this.stage = new Stage(host, (now) => this.beat(now));
    const hands = {
      tap: (x: number, y: number) => this.tap(x, y),
      point: (at: readonly [number, number] | null) => this.point(at),
      spread: (change: number) => this.pinched(change),
      changed: () => this.stage.ask(false),
    };
    this.controls = new Controls(this.stage.canvas, hands, options.reducedMotion);
    this.unwatch = watchTheme(() => this.repaint());
    host.addEventListener("keydown", this.key);
  }

  /** How many frames were drawn so far. */
  get frames(): number {
    return this.stage.frames;
  }

  show(state: BoardState, story: Story | null): void {
    this.finish();
    const before = this.state;
    this.state = state;
    if (!this.scenery?.suits(state)) this.build(state);
    else if (before && story?.phases.length && before.scene !== state.scene) this.animate(before, state, story);
    if (!this.running) this.settle(new Map());
    if (state.hint.join() !== this.hinted) {
      this.hinted = state.hint.join();
      this.pulsedSince = this.hinted && !this.options.reducedMotion ? 0 : -1;
    }
    this.stage.ask();
  }

  /** Parts the layers, from 0 (not at all) to 1. */
  spread(amount: number): void {
    this.amount = Math.min(1, Math.max(0, amount));
    this.finish();
    this.scenery?.spread(this.amount);
    this.settle(new Map());
    this.stage.ask();
  }

  /** Looks from the usual side again. */
  home(): void {
    this.controls.home();
  }

  /** Looks from the next side. */
  quarter(): void {
    this.controls.quarter();
  }

  /** Looks down from above. */
  above(): void {
    this.controls.above();
  }

  /** How finely it is drawn: 0 in full, 1 with fewer pixels, 2 without shadows and mirroring. It is
   * found out by itself; this overrules it. */
  quality(level: 0 | 1 | 2): void {
    this.stage.setQuality(level);
  }

  /** A point of the window at which a touch means this target, as far as can be from where it would
   * mean another; null: it can't be seen from here, or is not in space. */
  where(target: string): Point | null {
    const { canvas, eye } = this.stage;
    const spots = this.spots();
    const spot = spots.find((one) => one.target === target);
    const bare = (x: number, y: number): boolean => document.elementFromPoint(x, y) === canvas;
    this.look();
    return spot
      ? pointOf(spot.shape, eye, (x, y) => bare(x, y) && this.target(x, y, spots) === target)
      : null;
  }

  /** Is all as the latest state has it, and nothing moves? */
  get resting(): boolean {
    return this.state !== null && !this.running && this.stage.still;
  }

  focus(): void {
    // the flat board in the page takes the keyboard
  }

  dispose(): void {
    this.host.removeEventListener("keydown", this.key);
    this.unwatch();
    this.controls.dispose();
    this.scenery?.dispose();
    this.stage.dispose();
  }

  private readonly key = (event: KeyboardEvent): void => {
    if (event.key === "Home" && !event.defaultPrevented) this.home();
  };

  private build(state: BoardState): void {
    this.scenery?.dispose();
    this.scenery = new Scenery(this.stage, state, this.options.reducedMotion, themeOf(this.host));
    this.scenery.spread(this.amount);
  }

  private repaint(): void {
    this.finish();
    this.scenery?.repaint(themeOf(this.host));
    this.settle(new Map());
    this.stage.ask();
  }

  private animate(before: BoardState, after: BoardState, { phases, lead }: Story): void {
    const { scenery } = this;
    const came = new Map<string, string>();
    for (const motion of phases.flat()) if (motion.becomes) came.set(motion.becomes, motion.item);
    if (!scenery || this.options.reducedMotion) {
      this.settle(came);
      this.stage.canvas.animate?.([{ opacity: 0.35 }, { opacity: 1 }], 80);
      return;
    }
    const plan = planOf(scenery.layout, before.scene, after.scene, phases, this.amount);
    scenery.cast.await(plan);
    scenery.marks.group.visible = false;
    this.running = { plan, came, lead, begun: 0 };
  }

  /** An animation under way jumps to its end. */
  private finish(): void {
    const { running } = this;
    if (!running) return;
    this.scenery?.step(running.plan, running.plan.duration);
    this.running = null;
    this.settle(running.came);
  }

  private settle(came: ReadonlyMap<string, string>): void {
    if (!this.state) return;
    this.scenery?.settle(this.state, came);
    this.redraw();
    this.scenery?.cast.rest(this.state, this.hovered, 0);
  }

  private redraw(): void {
    if (this.state) this.scenery?.marks.show(this.state, this.hovered, this.amount);
  }

  private beat(now: number): boolean {
    let more = this.controls.beat(now);
    const { running, scenery } = this;
    if (running) {
      running.begun ||= now;
      const past = now - running.begun - running.lead;
      if (past >= running.plan.duration) this.finish();
      else scenery?.step(running.plan, past);
      more = true;
    } else if (this.state && scenery?.cast.rest(this.state, this.hovered, now)) more = true;
    if (this.pulsedSince === 0) this.pulsedSince = now;
    if (this.pulsedSince > 0 && !running) {
      const t = (now - this.pulsedSince) / PULSE;
      scenery?.marks.pulse(t);
      if (t < 1) more = true;
      else this.pulsedSince = -1;
    }
    this.look();
    return more;
  }

  private look(): void {
    this.stage.eye.look(this.controls.azimuth, this.controls.height);
    this.scenery?.marks.rim.rotation.set(0, this.controls.azimuth, 0);
  }

  private spots(): readonly Spot[] {
    const { scenery, state } = this;
    return scenery && state ? spotsOf(scenery.layout, state, this.amount, this.controls.azimuth) : [];
  }

  private target(x: number, y: number, spots = this.spots()): string | null {
    const { state } = this;
    this.look();
    const ray = (right: number, down: number) => this.stage.eye.ray(x + right, y + down);
    const legal = (target: string): boolean => Boolean(state?.active && state.next.has(target));
    return pickNear(ray, spots, legal)?.target ?? null;
  }

  private tap(x: number, y: number): void {
    const target = this.target(x, y);
    if (target) {
      this.events.touch(target);
      return;
    }
    if (this.controls.tappedTwice(performance.now())) this.home();
    else if (this.state?.chosen.length) this.events.cancel();
  }

  private point(at: readonly [number, number] | null): void {
    const found = at && this.state?.active ? this.target(...at) : null;
    const target = found && this.state?.next.has(found) ? found : null;
    if (target === this.hovered) return;
    this.hovered = target;
    this.stage.canvas.style.cursor = target ? "pointer" : "";
    if (this.running) return;
    this.redraw();
    this.stage.ask();
  }

  private pinched(change: number): void {
    if (!this.scenery?.layout.measure.rise) return;
    this.spread(this.amount + change);
    this.onSpread?.(this.amount);
  }
}
