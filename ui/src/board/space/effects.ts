/** What goes on for a while by itself: a hint flares up, what has won glows, joy. */
import type { Scene as Space } from "three";
import type { BoardState } from "../board";
import { Confetti } from "./confetti";
import { wonPlaces } from "./ending";
import { add, times, type Vec } from "./layout";
import type { SceneGraph } from "./sceneGraph";
import { AMBER, CUBE_COLOURS } from "./theme";

const FLARE = 900;
/** What has won glows so many times, for so long each. */
const GLOWS = 3;
const GLOW = 1500;

/** Something that is played once; t goes from 0 to 1. */
class Once {
  private begun = -1;

  constructor(
    private readonly lasts: number,
    private readonly still: boolean,
  ) {}

  start(wanted: boolean): void {
    this.begun = wanted && !this.still ? 0 : -1;
  }

  /** Returns whether it goes on. */
  tick(now: number, play: (t: number) => void): boolean {
    if (this.begun < 0) return false;
    this.begun ||= now;
    const t = Math.min(1, (now - this.begun) / this.lasts);
    play(t);
    if (t === 1) this.begun = -1;
    return t < 1;
  }
}

export class Effects {
  private readonly flare: Once;
  private readonly glow: Once;
  private hinted = "";
  private joy: readonly string[] | null = null;
  private confetti: { readonly burst: Confetti; readonly begun: number } | null = null;

  constructor(
    private readonly space: Space,
    private readonly still: boolean,
  ) {
    this.flare = new Once(FLARE, still);
    this.glow = new Once(GLOW * GLOWS, still);
  }

  /** A new hint is seen coming. */
  hint(hint: readonly string[]): void {
    if (hint.join() === this.hinted) return;
    this.hinted = hint.join();
    this.flare.start(this.hinted !== "");
  }

  /** Something has won, or nothing has any more. */
  won(wanted: boolean): void {
    this.glow.start(wanted);
  }

  celebrate(colours: readonly string[]): void {
    if (!this.still) this.joy = colours;
  }

  /** Moves all on. Returns whether there is more. */
  tick(now: number, graph: SceneGraph, state: BoardState, spread: number): boolean {
    const flaring = this.flare.tick(now, (t) => graph.marks.pulse(t));
    const glowing = this.glow.tick(now, (t) => graph.glow(0.5 + Math.sin(t * GLOWS * 2 * Math.PI) / 2));
    if (this.joy) this.burst(this.joy, now, graph, state, spread);
    const cheering = this.confetti !== null;
    if (this.confetti && !this.confetti.burst.advance(now - this.confetti.begun)) this.dispose();
    return flaring || glowing || cheering;
  }

  dispose(): void {
    this.confetti?.burst.dispose();
    this.confetti = null;
  }

  /** From the middle of what has won, or of the board. */
  private burst(joy: readonly string[], now: number, { layout }: SceneGraph, { scene }: BoardState, spread: number): void {
    this.joy = null;
    this.dispose();
    const won = wonPlaces(layout, scene);
    const at = won.map((place) => layout.at(place, spread)!);
    const middle = at.reduce((sum, one) => add(sum, times(one, 1 / at.length)), [0, 0, 0] as Vec);
    const own = scene.items.filter(({ place }) => won.includes(place)).map(({ colour }) => colour);
    const colours = (joy.length ? joy : own).map((name) => CUBE_COLOURS[name] ?? (name || AMBER));
    const burst = new Confetti(add(middle, [0, 0.5, 0]), [...colours, AMBER, "#f7e3bd"]);
    this.space.add(burst.mesh);
    this.confetti = { burst, begun: now };
  }
}
