/** The board in space: holds the picture, the pieces in it and the gestures on it together. */
import type { SpaceSkin } from "../../games/spaceSkin";
import type { BoardEvents, BoardState, Transition } from "../board";
import { onlyMove } from "../choice";
import { Controls } from "./controls";
import { pickNear } from "./hitTest";
import { planOf, type Plan } from "./plan";
import { SceneGraph } from "./sceneGraph";
import { touchPoint, type Point } from "./touchPoint";
import { spotsOf, type Spot } from "./spots";
import { Renderer } from "./renderer";
import { themeOf, watchTheme } from "./theme";

const PULSE = 900;

interface Running {
  readonly plan: Plan;
  /** Old ids by new ones. */
  readonly came: ReadonlyMap<string, string>;
  readonly lead: number;
  begun: number;
}

export class SpaceBoard {
  /** Told when fingers or the wheel have spread the layers. */
  onSpread: ((amount: number) => void) | null = null;
  private readonly renderer: Renderer;
  private readonly controls: Controls;
  private readonly unwatch: () => void;
  private graph: SceneGraph | null = null;
  private state: BoardState | null = null;
  private running: Running | null = null;
  private hovered: string | null = null;
  private amount = 0;
  private pulsedSince = -1;
  private hinted = "";

  constructor(
    private readonly host: HTMLElement,
    private readonly events: BoardEvents,
    private readonly skin: SpaceSkin,
    private readonly still: boolean,
  ) {
    this.renderer = new Renderer(host, (now) => this.tick(now));
    const gestures = {
      tap: (x: number, y: number) => this.tap(x, y),
      point: (at: readonly [number, number] | null) => this.point(at),
      spread: (change: number) => this.pinched(change),
      changed: () => this.renderer.ask(false),
    };
    this.controls = new Controls(this.renderer.canvas, gestures, still);
    this.unwatch = watchTheme(() => this.repaint());
    host.addEventListener("keydown", this.key);
  }

  /** How many frames were drawn so far. */
  get frames(): number {
    return this.renderer.frames;
  }

  /** Shows a state; `transition`: animated from the one before. An animation under way jumps to its
   * end, unless no more than previews have come. */
  show(state: BoardState, transition: Transition | null): void {
    const before = this.state;
    if (this.running && before && sameButForPreviews(before, state)) {
      this.state = state;
      return;
    }
    this.finish();
    this.state = state;
    if (!this.graph?.suits(state)) this.build(state);
    else if (before && transition?.phases.length && before.scene !== state.scene) this.animate(before, state, transition);
    if (!this.running) this.settle(new Map());
    this.aim();
    if (state.hint.join() !== this.hinted) {
      this.hinted = state.hint.join();
      this.pulsedSince = this.hinted && !this.still ? 0 : -1;
    }
    this.renderer.ask();
  }

  /** Parts the layers, from 0 (not at all) to 1. */
  spread(amount: number): void {
    this.amount = Math.min(1, Math.max(0, amount));
    this.finish();
    this.graph?.spread(this.amount);
    this.settle(new Map());
    this.renderer.ask();
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
    this.renderer.setQuality(level);
  }

  /** A point of the window at which a touch means this target, as far as can be from where it would
   * mean another; null: it can't be seen from here, or is not in space. */
  where(target: string): Point | null {
    const { canvas, camera } = this.renderer;
    const spots = this.spots();
    const spot = spots.find((one) => one.target === target);
    const bare = (x: number, y: number): boolean => document.elementFromPoint(x, y) === canvas;
    this.orient();
    return spot
      ? touchPoint(spot.shape, camera, (x, y) => bare(x, y) && this.target(x, y, spots) === target)
      : null;
  }

  /** Is all as the latest state has it, and nothing moves? */
  get resting(): boolean {
    return this.state !== null && !this.running && this.renderer.still;
  }

  dispose(): void {
    this.host.removeEventListener("keydown", this.key);
    this.unwatch();
    this.controls.dispose();
    this.graph?.dispose();
    this.renderer.dispose();
  }

  private readonly key = (event: KeyboardEvent): void => {
    if (event.key === "Home" && !event.defaultPrevented) this.home();
  };

  private build(state: BoardState): void {
    this.graph?.dispose();
    this.graph = new SceneGraph(this.renderer, this.skin, state, this.still, themeOf(this.host));
    this.graph.spread(this.amount);
  }

  private repaint(): void {
    this.finish();
    this.graph?.repaint(themeOf(this.host));
    this.settle(new Map());
    this.renderer.ask();
  }

  private animate(before: BoardState, after: BoardState, { phases, lead }: Transition): void {
    const { graph } = this;
    const came = new Map<string, string>();
    for (const motion of phases.flat()) if (motion.becomes) came.set(motion.becomes, motion.item);
    if (!graph || this.still) {
      this.settle(came);
      this.renderer.canvas.animate?.([{ opacity: 0.35 }, { opacity: 1 }], 80);
      return;
    }
    const plan = planOf(graph.layout, before.scene, after.scene, phases, this.amount);
    graph.pieces.prepare(plan);
    graph.marks.group.visible = false;
    this.running = { plan, came, lead, begun: 0 };
  }

  /** An animation under way jumps to its end. */
  private finish(): void {
    const { running } = this;
    if (!running) return;
    this.graph?.advance(running.plan, running.plan.duration);
    this.running = null;
    this.settle(running.came);
  }

  private settle(came: ReadonlyMap<string, string>): void {
    if (!this.state) return;
    this.graph?.settle(this.state, came);
    this.redraw();
    this.graph?.pieces.rest(this.state, this.hovered, 0);
  }

  private redraw(): void {
    if (this.state) this.graph?.marks.show(this.state, this.hovered, this.amount);
  }

  private tick(now: number): boolean {
    let more = this.controls.tick(now);
    const { running, graph } = this;
    if (running) {
      running.begun ||= now;
      const past = now - running.begun - running.lead;
      if (past >= running.plan.duration) this.finish();
      else graph?.advance(running.plan, past);
      more = true;
    } else if (this.state && graph?.pieces.rest(this.state, this.hovered, now)) more = true;
    if (this.pulsedSince === 0) this.pulsedSince = now;
    if (this.pulsedSince > 0 && !running) {
      const t = (now - this.pulsedSince) / PULSE;
      graph?.marks.pulse(t);
      if (t < 1) more = true;
      else this.pulsedSince = -1;
    }
    this.orient();
    return more;
  }

  private orient(): void {
    this.renderer.camera.orbit(this.controls.azimuth, this.controls.height);
    this.graph?.marks.rim.rotation.set(0, this.controls.azimuth, 0);
  }

  private spots(): readonly Spot[] {
    const { graph, state } = this;
    return graph && state ? spotsOf(graph.layout, state, this.amount, this.controls.azimuth) : [];
  }

  private target(x: number, y: number, spots = this.spots()): string | null {
    const { state } = this;
    this.orient();
    const ray = (right: number, down: number) => this.renderer.camera.ray(x + right, y + down);
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
    this.aim();
    this.renderer.canvas.style.cursor = target ? "pointer" : "";
    if (this.running) return;
    this.redraw();
    this.renderer.ask();
  }

  /** Asks for the preview of what a click would play. */
  private aim(): void {
    const { state, hovered } = this;
    if (!state?.active || !hovered) return;
    const touch = onlyMove(state.scene.touches, [...state.chosen, hovered]);
    if (touch && !state.previews.has(touch.move)) this.events.aim(touch.move);
  }

  private pinched(change: number): void {
    if (!this.graph?.layout.measure.rise) return;
    this.spread(this.amount + change);
    this.onSpread?.(this.amount);
  }
}

const sameButForPreviews = (one: BoardState, other: BoardState): boolean =>
  one.previews !== other.previews && one.scene === other.scene && one.chosen === other.chosen;
