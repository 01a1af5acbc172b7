/** How far away the camera must be for an outline to fit into the picture. */

/** Circles about the upright axis: radius, height, and if it differs, the reach to the viewer's
 * left and right. */
export type Outline = readonly (readonly [radius: number, y: number, side?: number])[];

const AROUND = 24;

interface Seen {
  readonly right: number;
  readonly up: number;
  readonly near: number;
}

/** The points of an outline as seen from a height (an angle), whatever the side. */
function seenFrom(outline: Outline, height: number): Seen[] {
  const [sin, cos] = [Math.sin(height), Math.cos(height)];
  return outline.flatMap(([radius, y, side = radius]) =>
    Array.from({ length: AROUND }, (_, k) => {
      const angle = (k * 2 * Math.PI) / AROUND;
      const [right, front] = [Math.sin(angle) * side, Math.cos(angle) * radius];
      return { right, up: y * cos - front * sin, near: y * sin + front * cos };
    }),
  );
}

/** The smallest value for which something holds, if it holds for all greater ones. */
function smallest(low: number, high: number, holds: (value: number) => boolean): number {
  for (let round = 0; round < 30; round++) {
    const middle = (low + high) / 2;
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** How far the camera must be, and how far above the middle it looks, for all of an outline to
 * fit; `tall` and `wide` are half of the picture at distance 1. */
export function fitOutline(outline: Outline, height: number, tall: number, wide: number) {
  const points = seenFrom(outline, height);
  const nearest = Math.max(...points.map((point) => point.near));
  const middleAt = (far: number): number => {
    const shown = (middle: number): number[] =>
      points.map((point) => (point.up - middle) / (far - point.near));
    return smallest(-9, 9, (middle) => Math.max(...shown(middle)) <= -Math.min(...shown(middle)));
  };
  const fits = (far: number): boolean => {
    const middle = middleAt(far);
    return points.every(
      ({ right, up, near }) =>
        Math.abs(right) <= wide * (far - near) && Math.abs(up - middle) <= tall * (far - near),
    );
  };
  const far = smallest(nearest + 1, 90, fits);
  return { far, middle: middleAt(far) };
}
