/** Fingers, mouse and wheel: turning the board, spreading its layers, touching its targets. */

export interface Gestures {
  /** A touch of under 6 pixels. */
  tap(x: number, y: number): void;
  /** A mouse or a pen points there; null: no longer. */
  point(at: readonly [number, number] | null): void;
  /** The layers are to be spread by this much more. */
  spread(change: number): void;
  changed(): void;
}

const QUARTER = Math.PI / 2;
const HOME_AZIMUTH = 0.38;
const HOME_HEIGHT = (35 * Math.PI) / 180;
const LOWEST = 0.08;
/** Nearly straight down: exactly there, no direction would be up. */
const HIGHEST = QUARTER - 0.002;
const TAP = 6;
const SNAP = 0.2;
const TWICE = 350;

/** The side (a quarter turn from home) that a view is near to; null: none. */
export function sideNear(azimuth: number): number | null {
  const nearest = HOME_AZIMUTH + Math.round((azimuth - HOME_AZIMUTH) / QUARTER) * QUARTER;
  return Math.abs(nearest - azimuth) < SNAP ? nearest : null;
}

export class Controls {
  azimuth = HOME_AZIMUTH;
  height = HOME_HEIGHT;
  private readonly fingers = new Map<number, readonly [number, number]>();
  private moved = 0;
  private speed: [number, number] = [0, 0];
  private goal: readonly [number, number] | null = null;
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

  home(): void {
    const turns = Math.round((this.azimuth - HOME_AZIMUTH) / (2 * Math.PI));
    this.go(HOME_AZIMUTH + turns * 2 * Math.PI, HOME_HEIGHT);
  }

  /** Turns by a quarter, so that the next side is in front. */
  quarter(): void {
    const [azimuth, height] = this.goal ?? [this.azimuth, this.height];
    this.go(azimuth + QUARTER, height);
  }

  /** Looks straight down, with the side that was in front below. */
  above(): void {
    this.go(Math.round((this.azimuth - HOME_AZIMUTH) / QUARTER) * QUARTER, HIGHEST);
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
      const share = 1 - Math.exp(-past / 70);
      this.azimuth += (this.goal[0] - this.azimuth) * share;
      this.height += (this.goal[1] - this.height) * share;
      if (Math.hypot(this.goal[0] - this.azimuth, this.goal[1] - this.height) < 0.002) {
        [this.azimuth, this.height] = this.goal;
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

  private go(azimuth: number, height: number): void {
    this.speed = [0, 0];
    if (this.still) [this.azimuth, this.height] = [azimuth, height];
    else this.goal = [azimuth, height];
    this.gestures.changed();
  }

  private snap(): void {
    this.speed = [0, 0];
    const side = sideNear(this.azimuth);
    if (side !== null && side !== this.azimuth) this.go(side, this.height);
  }

  private turn(across: number, up: number): void {
    this.azimuth += across;
    this.height = Math.min(HIGHEST, Math.max(LOWEST, this.height + up));
  }

  private readonly down = (event: PointerEvent): void => {
    if (event.pointerType === "mouse" && event.button > 0) return;
    this.canvas.setPointerCapture(event.pointerId);
    this.fingers.set(event.pointerId, [event.clientX, event.clientY]);
    this.moved = this.fingers.size > 1 ? Infinity : 0;
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
    const gap = this.gap();
    this.fingers.set(event.pointerId, now);
    if (this.fingers.size > 1) {
      this.gestures.spread((this.gap() - gap) / 180);
      return;
    }
    const [across, up] = [now[0] - before[0], now[1] - before[1]];
    this.moved += Math.hypot(across, up);
    if (this.moved < TAP) return;
    const past = Math.max(1, event.timeStamp - this.at);
    this.at = event.timeStamp;
    this.turn(-across * 0.009, up * 0.007);
    const fresh = (old: number, moved: number): number => old * 0.4 + (moved / past) * 0.6;
    this.speed = [fresh(this.speed[0], -across * 0.009), fresh(this.speed[1], up * 0.007)];
    this.gestures.point(null);
    this.gestures.changed();
  };

  private readonly up = (event: PointerEvent): void => {
    if (!this.fingers.delete(event.pointerId)) return;
    if (this.fingers.size) {
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
    this.speed = [0, 0];
  };

  private readonly wheel = (event: WheelEvent): void => {
    if (!event.shiftKey) return;
    event.preventDefault();
    this.gestures.spread(-(event.deltaY || event.deltaX) / 600);
  };

  /** How far two fingers are apart. */
  private gap(): number {
    const [one, other] = [...this.fingers.values()];
    return one && other ? Math.hypot(one[0] - other[0], one[1] - other[1]) : 0;
  }
}
