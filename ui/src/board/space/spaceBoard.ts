/** The board in space: holds the picture, the pieces in it and the gestures on it together. */
import type { SpaceSkin } from "../../games/spaceSkin";
import type { BoardEvents, BoardState, Transition } from "../board";
import { onlyMove } from "../choice";
import { Controls } from "./controls";
import { Dragging, legalAt, type Ground } from "./dragging";
import { Effects } from "./effects";
import { endView, wonPlaces } from "./ending";
import { pickNear } from "./hitTest";
import { planOf, type Plan } from "./plan";
import { SceneGraph } from "./sceneGraph";
import { touchPoint, type Point } from "./touchPoint";
import { spotsOf, type Spot } from "./spots";
import { Renderer } from "./renderer";
import type { View } from "./view";
import { themeOf, watchTheme } from "./theme";

/** When something else has come, an animation is over after so many milliseconds at most. */
const HURRY = 140;

interface Running {
  readonly plan: Plan;
  /** Old ids by new ones. */
  readonly came: ReadonlyMap<string, string>;
  past: number;
  ticked: number;
  rate: number;
}

interface Waiting {
  readonly state: BoardState;
  readonly transition: Transition | null;
}

export class SpaceBoard {
  /** Told when fingers, the wheel or the end of a game have spread the layers. */
  onSpread: ((amount: number) => void) | null = null;
  private readonly renderer: Renderer;
  private readonly controls: Controls;
  private readonly effects: Effects;
  private readonly dragging: Dragging;
  private readonly unwatch: () => void;
  private graph: SceneGraph | null = null;
  private state: BoardState | null = null;
  private running: Running | null = null;
  private waiting: Waiting[] = [];
  private hovered: string | null = null;
  private amount = 0;
  private opening: { readonly to: number; readonly back: number } | null = null;
  /** The view in which a game that is over was shown. */
  private ended: View | null = null;

  constructor(
    private readonly host: HTMLElement,
    private readonly events: BoardEvents,
    private readonly skin: SpaceSkin,
    private readonly still: boolean,
  ) {
    this.renderer = new Renderer(host, (now) => this.tick(now));
    this.effects = new Effects(this.renderer.scene, still);
    this.dragging = new Dragging(events);
    const gestures = {
      tap: (x: number, y: number) => this.tap(x, y),
      point: (at: readonly [number, number] | null) => this.point(at),
      grab: (x: number, y: number) => this.grab(x, y),
      drag: (x: number, y: number) => this.drag(x, y),
      drop: (at: readonly [number, number] | null) => this.drop(at),
      spread: (change: number) => this.widened(change),
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

  /** Shows a state; `transition`: animated from the one before. An animation under way is finished
   * first, quickly. */
  show(state: BoardState, transition: Transition | null): void {
    const latest = this.waiting.at(-1);
    if (!this.running) this.begin(state, transition);
    else if ((latest?.state ?? this.state)?.scene !== state.scene) this.waiting.push({ state, transition });
    else if (latest) this.waiting[this.waiting.length - 1] = { ...latest, state };
    else this.state = state;
    this.renderer.ask();
  }

  /** Parts the layers, from 0 (not at all) to 1. */
  spread(amount: number): void {
    this.opening = null;
    this.flush();
    this.part(amount);
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

  zoomIn(): void {
    this.controls.nearer(1);
  }

  zoomOut(): void {
    this.controls.nearer(-1);
  }

  /** The usual side is from now on this one: 0 south, 1 east, 2 north, 3 west. */
  turnTo(quarters: number): void {
    this.controls.face(quarters);
  }

  /** Shows a target as if a mouse pointed at it, e.g. while its button has the focus; null: none. */
  highlight(target: string | null): void {
    this.aimAt(target !== null && this.state?.next.has(target) ? target : null);
  }

  /** A second of joy, once the last piece has arrived: a burst of small cubes, usually in the colours
   * of what has won. Nothing where nothing moves by itself. */
  celebrate(colours: readonly string[] = []): void {
    this.effects.celebrate(colours);
    this.renderer.ask();
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
      ? touchPoint(spot.shape, camera, (x, y) => bare(x, y) && this.spotAt(x, y, spots)?.target === target)
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
    this.effects.dispose();
    this.graph?.dispose();
    this.renderer.dispose();
  }

  private readonly key = (event: KeyboardEvent): void => {
    if (event.defaultPrevented) return;
    if (event.key === "Home") this.home();
    if (event.key === "+") this.zoomIn();
    if (event.key === "-") this.zoomOut();
  };

  private build(state: BoardState): void {
    this.graph?.dispose();
    this.graph = new SceneGraph(this.renderer, this.skin, state, this.still, themeOf(this.host));
    this.graph.spread(this.amount);
  }

  private repaint(): void {
    this.flush();
    this.graph?.repaint(themeOf(this.host));
    this.settle(new Map());
    this.renderer.ask();
  }

  private begin(state: BoardState, transition: Transition | null): void {
    const before = this.state;
    this.state = state;
    if (!this.graph?.suits(state)) this.build(state);
    else if (before && transition?.phases.length && before.scene !== state.scene) this.animate(before, state, transition);
    if (!this.running) this.settle(new Map());
    this.aim();
    this.dragging.confirm(state, before?.scene !== state.scene);
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
    const plan = planOf(graph.layout, before.scene, after.scene, phases, this.amount, graph.pieces.held);
    graph.pieces.carry("", null);
    graph.pieces.prepare(plan);
    graph.marks.group.visible = false;
    this.running = { plan, came, past: -lead, ticked: 0, rate: 1 };
  }

  /** An animation under way jumps to its end. */
  private finish(): void {
    const { running } = this;
    if (!running) return;
    this.graph?.advance(running.plan, running.plan.duration);
    this.running = null;
    this.settle(running.came);
  }

  /** Everything is as the latest state has it, at once. */
  private flush(): void {
    this.finish();
    const latest = this.waiting.at(-1);
    this.waiting = [];
    if (latest) this.begin(latest.state, null);
  }

  private settle(came: ReadonlyMap<string, string>): void {
    const { state, graph } = this;
    if (!state || !graph) return;
    // what was put down, or taken from its place, is no longer carried
    if (!this.dragging.carrying && !state.chosen.length) graph.pieces.carry("", null);
    graph.settle(state, came);
    this.redraw();
    graph.pieces.rest(state, this.hovered, 0);
    this.effects.hint(state.hint);
    this.end(state, graph);
  }

  /** What has won is turned to whoever looks; a game that goes on is shown as before. */
  private end({ scene }: BoardState, { layout }: SceneGraph): void {
    const places = wonPlaces(layout, scene);
    if (!places.length) {
      const { ended, opening } = this;
      this.opening = null;
      this.ended = null;
      this.effects.won(false);
      if (ended && this.controls.isAt(ended)) this.controls.home();
      if (ended && opening) this.part(opening.back, true);
      return;
    }
    if (this.ended) return;
    const { view, spread } = endView(layout, scene, places, this.controls.homeView, this.amount);
    this.ended = view;
    this.effects.won(true);
    this.controls.go(view, true);
    if (spread === this.amount) return;
    this.opening = { to: spread, back: this.amount };
    if (this.still) this.part(spread, true);
  }

  private redraw(): void {
    if (!this.state || !this.graph) return;
    this.graph.marks.carrying = this.dragging.carrying;
    this.graph.marks.show(this.state, this.hovered, this.amount);
  }

  private tick(now: number): boolean {
    const turning = this.controls.tick(now);
    const moving = this.running ? this.advance(this.running, now) : this.idle(now);
    this.orient();
    return turning || moving;
  }

  private advance(running: Running, now: number): boolean {
    const { plan } = running;
    if (running.ticked) running.past += (now - running.ticked) * running.rate;
    running.ticked = now;
    if (this.waiting.length && running.rate === 1) running.rate = Math.max(1, (plan.duration - running.past) / HURRY);
    if (running.past < plan.duration) {
      this.graph?.advance(plan, running.past);
      return true;
    }
    this.finish();
    const next = this.waiting.shift();
    if (next) this.begin(next.state, next.transition);
    return true;
  }

  /** What goes on while no move is shown. Returns whether it does. */
  private idle(now: number): boolean {
    const { graph, state } = this;
    if (!graph || !state) return false;
    const lifting = graph.pieces.rest(state, this.hovered, now);
    const playing = this.effects.tick(now, graph, state, this.amount);
    return [lifting, playing, this.open()].some(Boolean);
  }

  /** Layers part bit by bit. */
  private open(): boolean {
    if (!this.opening || this.amount === this.opening.to) return false;
    const left = this.opening.to - this.amount;
    this.part(Math.abs(left) < 0.01 ? this.opening.to : this.amount + left * 0.09, true);
    return true;
  }

  private part(amount: number, told = false): void {
    this.amount = Math.min(1, Math.max(0, amount));
    this.graph?.spread(this.amount);
    this.settle(new Map());
    if (told) this.onSpread?.(this.amount);
    this.renderer.ask();
  }

  private orient(): void {
    this.renderer.camera.orbit(this.controls.view);
    this.graph?.face(this.controls.view);
  }

  private spots(): readonly Spot[] {
    const { graph, state } = this;
    return graph && state ? spotsOf(graph.layout, state, this.amount, this.controls.view) : [];
  }

  /** What a touch there means. */
  private spotAt(x: number, y: number, spots = this.spots()): Spot | null {
    const { state } = this;
    this.orient();
    const ray = (right: number, down: number) => this.renderer.camera.ray(x + right, y + down);
    const legal = (target: string): boolean => Boolean(state?.active && state.next.has(target));
    return pickNear(ray, spots, legal);
  }

  private get ground(): Ground | null {
    const { graph, state } = this;
    if (!graph || !state) return null;
    const spotAt = (x: number, y: number) => this.spotAt(x, y);
    return { graph, state, spread: this.amount, camera: this.renderer.camera, spotAt };
  }

  private tap(x: number, y: number): void {
    const spot = this.spotAt(x, y);
    if (spot) {
      this.events.touch(spot.target);
      return;
    }
    if (this.controls.tappedTwice(performance.now())) this.home();
    else if (this.state?.chosen.length) this.events.cancel();
  }

  private point(at: readonly [number, number] | null): void {
    const { ground } = this;
    this.aimAt(at && ground && legalAt(ground, ...at));
    this.renderer.canvas.style.cursor = this.hovered ? "pointer" : "";
  }

  private aimAt(target: string | null): void {
    if (target === this.hovered) return;
    this.hovered = target;
    this.aim();
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

  private grab(x: number, y: number): boolean {
    const { ground } = this;
    this.orient();
    return ground !== null && ground.state.active && !this.running && this.dragging.grab(ground, x, y);
  }

  private drag(x: number, y: number): void {
    const { ground } = this;
    if (!ground) return;
    this.orient();
    this.aimAt(this.dragging.drag(ground, x, y));
    this.renderer.canvas.style.cursor = "grabbing";
    this.renderer.ask();
  }

  private drop(at: readonly [number, number] | null): void {
    if (this.ground) this.dragging.drop(this.ground, at);
    this.renderer.canvas.style.cursor = "";
    this.aimAt(null);
    this.renderer.ask();
  }

  private widened(change: number): void {
    if (!this.graph?.layout.measure.rise) return;
    this.spread(this.amount + change);
    this.onSpread?.(this.amount);
  }
}
