/** How pictures are drawn: from a corner, a little from above, without perspective. */

/** The edge of a cube. */
export const SIZE = 20;
const ACROSS = 0.87;
const DOWN = 0.5;

const round = (number: number): number => Math.round(number * 100) / 100;

/** Where a point is drawn: x to the right and to the front, y to the left and to the front, z up. */
export const point = (x: number, y: number, z: number): readonly [number, number] => [
  round((x - y) * ACROSS * SIZE),
  round(((x + y) * DOWN - z) * SIZE),
];

/** The same as an attribute of polygons. */
export const points = (...all: readonly (readonly [number, number, number])[]): string =>
  all.map(([x, y, z]) => point(x, y, z).join()).join(" ");

export type Face = "top" | "left" | "right";

/** Lays a square of one by one onto a face of the cube at this place. */
export function face(side: Face, x: number, y: number, z: number): string {
  const corner = { top: point(x, y, z + 1), left: point(x, y + 1, z + 1), right: point(x + 1, y + 1, z + 1) }[side];
  const along = round((side === "right" ? -DOWN : DOWN) * SIZE);
  const [across, down] = side === "top" ? [-ACROSS * SIZE, DOWN * SIZE] : [0, SIZE];
  return `matrix(${round(ACROSS * SIZE)} ${along} ${round(across)} ${down} ${corner.join(" ")})`;
}
