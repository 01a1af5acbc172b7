/** From where a board is looked at, and how near. Pure. */

export interface View {
  /** Angles: about the board from the south to the east, and above the ground. */
  readonly azimuth: number;
  readonly height: number;
  readonly zoom: number;
  /** The middle of what is shown, from the middle of the picture, in widths and heights of it. */
  readonly x: number;
  readonly y: number;
}

export const QUARTER = Math.PI / 2;
const LOWEST = 0.08;
/** Nearly straight down: exactly there, no direction would be up. */
export const HIGHEST = QUARTER - 0.002;
const SMALLEST = 0.6;
const LARGEST = 3;
const SNAP = 0.2;

/** From above at 35 degrees, and a little from the right. */
export const HOME: View = { azimuth: 0.38, height: (35 * Math.PI) / 180, zoom: 1, x: 0, y: 0 };

const between = (low: number, value: number, high: number): number => Math.min(high, Math.max(low, value));

/** A view that is possible: not from below, and with something of the board in the middle. */
export function bounded({ azimuth, height, zoom, x, y }: View): View {
  const near = between(SMALLEST, zoom, LARGEST);
  const reach = Math.max(0, 0.5 - 0.5 / near);
  return {
    azimuth,
    height: between(LOWEST, height, HIGHEST),
    zoom: near,
    x: between(-reach, x, reach),
    y: between(-reach, y, reach),
  };
}

/** Nearer by a factor; what is at a point (from the middle of the picture, in widths and heights)
 * stays there. */
export function zoomed(view: View, factor: number, [right, down]: readonly [number, number]): View {
  const zoom = between(SMALLEST, view.zoom * factor, LARGEST);
  const part = 1 / view.zoom - 1 / zoom;
  return bounded({ ...view, zoom, x: view.x + right * part, y: view.y + down * part });
}

/** The usual view of whoever sits at a side, so many quarters from the south. */
export const homeOf = (side: number): View => ({ ...HOME, azimuth: HOME.azimuth + side * QUARTER });

/** The same direction, as an angle near another one. */
export const nearTo = (angle: number, other: number): number =>
  angle + Math.round((other - angle) / (2 * Math.PI)) * 2 * Math.PI;

/** The side (a quarter turn from home) that a view is near to; null: none. */
export function sideNear(azimuth: number): number | null {
  const nearest = HOME.azimuth + Math.round((azimuth - HOME.azimuth) / QUARTER) * QUARTER;
  return Math.abs(nearest - azimuth) < SNAP ? nearest : null;
}

/** A share of the way from one view to another. */
export function viewBetween(from: View, to: View, share: number): View {
  const part = (key: keyof View): number => from[key] + (to[key] - from[key]) * share;
  return { azimuth: part("azimuth"), height: part("height"), zoom: part("zoom"), x: part("x"), y: part("y") };
}

/** Can they not be told apart? */
export function sameView(one: View, other: View): boolean {
  return (Object.keys(one) as (keyof View)[]).every((key) => Math.abs(one[key] - other[key]) < 0.002);
}

/** A point given as it is seen (to the right, up, and towards whoever looks), in space. */
export function inSpace([right, up, near]: readonly [number, number, number], { azimuth, height }: View) {
  const [sinA, cosA] = [Math.sin(azimuth), Math.cos(azimuth)];
  const [sinH, cosH] = [Math.sin(height), Math.cos(height)];
  const front = near * cosH - up * sinH;
  return [right * cosA + front * sinA, up * cosH + near * sinH, front * cosA - right * sinA] as const;
}
