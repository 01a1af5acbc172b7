/** Fingers, mouse and wheel: turning the board, coming nearer, touching and dragging its targets. */
import {
  bounded,
  HIGHEST,
  HOME,
  homeOf,
  nearTo,
  QUARTER,
  sameView,
  sideNear,
  viewBetween,
  zoomed,
  type View,
} from "./view";

export interface Gestures {
  /** A touch of under 6 pixels. */
  tap(x: number, y: number): void;
  /** A mouse or a pen points there; null: no longer. */
  point(at: readonly [number, number] | null): void;
  /** A drag begins there: is a piece taken? Otherwise the board is turned. */
  grab(x: number, y: number): boolean;
  /** The piece is over this point. */
  drag(x: number, y: number): void;
  /** The piece is let go there; null: the drag came to nothing. */
  drop(at: readonly [number, number] | null): void;
  /** The layers are to be spread by this much more. */
  spread(change: number): void;
  changed(): void;
}

const TAP = 6;
const TWICE = 350;
const STEP = 1.3;
/** Milliseconds in which most of the way to a goal is gone: as usual, and when there is much to see. */
const QUICK = 70;
const CALM = 260;

export class Controls {
  view: View = HOME;
  private side = 0;
  private readonly fingers = new Map<number, readonly [number, number]>();
  private moved = 0;
  private began: readonly [number, number] = [0, 0];
  private holding = false;
  private speed: [number, number] = [0, 0];
  private goal: View | null = null;
  private pace = QUICK;
  private at = 0;
  private ticked = 0;
  private lastTap = 0;
  private readonly stop = new AbortController();

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly gestures: Gestures,
    private readonly still: boolean,
  ) {
    const { signal } = this.stop;
    canvas.addEventListener("pointerdown", this.down, { signal });
    canvas.addEventListener("pointermove", this.move, { signal });
    canvas.addEventListener("pointerup", this.up, { signal });
    canvas.addEventListener("pointercancel", this.lost, { signal });
    canvas.addEventListener("pointerleave", () => gestures.point(null), { signal });
    canvas.addEventListener("contextmenu", (event) => event.preventDefault(), { signal });
    canvas.addEventListener("wheel", this.wheel, { signal, passive: false });
  }

  get homeView(): View {
    return homeOf(this.side);
  }

  home(): void {
    this.go(this.homeView);
  }

  /** Home is at this side from now on, so many quarters from the south to the east. */
  face(side: number): void {
    if (side === this.side) return;
    this.side = side;
    this.home();
  }

  /** Turns by a quarter, so that the next side is in front. */
  quarter(): void {
    const { azimuth, height } = this.goal ?? this.view;
    this.go({ ...HOME, azimuth: azimuth + QUARTER, height });
  }

  /** Looks straight down, with the side that was in front below. */
  above(): void {
    const azimuth = Math.round((this.view.azimuth - HOME.azimuth) / QUARTER) * QUARTER;
    this.go({ ...HOME, azimuth, height: HIGHEST });
  }

  /** Comes nearer by so many steps, or goes back. */
  nearer(steps: number): void {
    this.go(zoomed(this.goal ?? this.view, STEP ** steps, [0, 0]));
  }

  /** Goes to a view; calmly: so that one can follow. */
  go(view: View, calmly = false): void {
    this.speed = [0, 0];
    const goal = { ...view, azimuth: nearTo(view.azimuth, this.view.azimuth) };
    this.pace = calmly ? CALM : QUICK;
    if (this.still) this.view = goal;
    else this.goal = goal;
    this.gestures.changed();
  }

  /** Is this view the present one, or the next? */
  isAt(view: View): boolean {
    const { azimuth, ...others } = this.goal ?? this.view;
    return sameView({ ...others, azimuth: nearTo(azimuth, view.azimuth) }, view);
  }

  /** Two taps on nothing, one soon after the other? */
  tappedTwice(now: number): boolean {
    const twice = now - this.lastTap < TWICE;
    this.lastTap = twice ? 0 : now;
    return twice;
  }

  /** Moves on by itself: inertia, and easing to a goal. Returns whether it goes on. */
  tick(now: number): boolean {
    const past = Math.min(120, now - (this.ticked || now - 16));
    this.ticked = now;
    if (this.fingers.size) return false;
    if (this.goal) {
      this.view = viewBetween(this.view, this.goal, 1 - Math.exp(-past / this.pace));
      if (sameView(this.view, this.goal)) {
        this.view = this.goal;
        this.goal = null;
      }
    } else if (Math.hypot(...this.speed) > 0.00008) {
      this.turn(this.speed[0] * past, this.speed[1] * past);
      const slower = Math.exp(-past / 180);
      this.speed = [this.speed[0] * slower, this.speed[1] * slower];
      if (Math.hypot(...this.speed) < 0.0004) this.snap();
    }
    const going = this.goal !== null || Math.hypot(...this.speed) > 0.00008;
    if (!going) this.ticked = 0;
    return going;
  }

  dispose(): void {
    this.stop.abort();
  }

  private snap(): void {
    this.speed = [0, 0];
    const side = sideNear(this.view.azimuth);
    if (side !== null && side !== this.view.azimuth) this.go({ ...this.view, azimuth: side });
  }

  private turn(across: number, up: number): void {
    const { azimuth, height } = this.view;
    this.view = bounded({ ...this.view, azimuth: azimuth + across, height: height + up });
  }

  private readonly down = (event: PointerEvent): void => {
    if (event.pointerType === "mouse" && event.button > 0) return;
    this.canvas.setPointerCapture(event.pointerId);
    this.fingers.set(event.pointerId, [event.clientX, event.clientY]);
    this.began = [event.clientX, event.clientY];
    this.moved = this.fingers.size > 1 ? Infinity : 0;
    if (this.fingers.size > 1) this.release(null);
    this.speed = [0, 0];
    this.goal = null;
    this.at = event.timeStamp;
  };

  private readonly move = (event: PointerEvent): void => {
    const before = this.fingers.get(event.pointerId);
    if (!before) {
      if (event.pointerType !== "touch") this.gestures.point([event.clientX, event.clientY]);
      return;
    }
    const now = [event.clientX, event.clientY] as const;
    if (this.fingers.size > 1) {
      this.pinch(event.pointerId, now);
      return;
    }
    this.fingers.set(event.pointerId, now);
    const [across, up] = [now[0] - before[0], now[1] - before[1]];
    const tapped = this.moved < TAP;
    this.moved += Math.hypot(across, up);
    if (this.moved < TAP) return;
    if (tapped) this.holding = this.gestures.grab(...this.began);
    if (this.holding) {
      this.gestures.drag(...now);
      return;
    }
    const past = Math.max(1, event.timeStamp - this.at);
    this.at = event.timeStamp;
    const slower = Math.min(1, 1 / this.view.zoom);
    const [right, down] = [-across * 0.009 * slower, up * 0.007 * slower];
    this.turn(right, down);
    const fresh = (old: number, moved: number): number => old * 0.4 + (moved / past) * 0.6;
    this.speed = [fresh(this.speed[0], right), fresh(this.speed[1], down)];
    this.gestures.point(null);
    this.gestures.changed();
  };

  private readonly up = (event: PointerEvent): void => {
    if (!this.fingers.delete(event.pointerId)) return;
    if (this.holding) {
      this.release([event.clientX, event.clientY]);
    } else if (this.fingers.size) {
      this.moved = Infinity;
    } else if (this.moved < TAP) {
      this.gestures.tap(event.clientX, event.clientY);
    } else {
      if (this.still || event.timeStamp - this.at > 80) this.snap();
      this.gestures.changed();
    }
  };

  private readonly lost = (event: PointerEvent): void => {
    this.fingers.delete(event.pointerId);
    this.release(null);
    this.speed = [0, 0];
  };

  private release(at: readonly [number, number] | null): void {
    if (!this.holding) return;
    this.holding = false;
    this.gestures.drop(at);
  }

  /** Two fingers: nearer by their distance, and along with their middle. */
  private pinch(finger: number, now: readonly [number, number]): void {
    const gap = this.gap();
    const middle = this.middle();
    this.fingers.set(finger, now);
    const later = this.middle();
    const { zoom } = this.view;
    this.view = zoomed(this.view, gap ? this.gap() / gap : 1, later);
    const [x, y] = [this.view.x - (later[0] - middle[0]) / zoom, this.view.y - (later[1] - middle[1]) / zoom];
    this.view = bounded({ ...this.view, x, y });
    this.gestures.changed();
  }

  private readonly wheel = (event: WheelEvent): void => {
    if (event.shiftKey) {
      event.preventDefault();
      this.gestures.spread(-(event.deltaY || event.deltaX) / 600);
      return;
    }
    const lines = event.deltaMode === 1 ? 16 : 1;
    const factor = Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0016));
    const after = zoomed(this.view, factor, this.seen(event.clientX, event.clientY));
    // at an end, the page scrolls
    if (after.zoom === this.view.zoom) return;
    event.preventDefault();
    this.goal = null;
    this.view = after;
    this.gestures.changed();
  };

  /** A point of the window, from the middle of the picture, in widths and heights. */
  private seen(x: number, y: number): [number, number] {
    const box = this.canvas.getBoundingClientRect();
    return [(x - box.left) / box.width - 0.5, (y - box.top) / box.height - 0.5];
  }

  /** How far two fingers are apart. */
  private gap(): number {
    const [one, other] = [...this.fingers.values()];
    return one && other ? Math.hypot(one[0] - other[0], one[1] - other[1]) : 0;
  }

  private middle(): [number, number] {
    const all = [...this.fingers.values()];
    const mean = (axis: 0 | 1): number => all.reduce((sum, one) => sum + one[axis], 0) / all.length;
    return this.seen(mean(0), mean(1));
  }
}
