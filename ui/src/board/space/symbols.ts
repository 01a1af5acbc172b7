/** The symbols of the colours as paths on a canvas, about 0,0 and of size 1. */

type Pen = CanvasRenderingContext2D;

function polygon(pen: Pen, points: readonly (readonly [number, number])[]): void {
  pen.beginPath();
  for (const [x, y] of points) pen.lineTo(x, y);
  pen.closePath();
}

function star(pen: Pen): void {
  const at = (k: number): [number, number] => {
    const radius = k % 2 ? 0.23 : 0.54;
    const angle = (k * Math.PI) / 5 - Math.PI / 2;
    return [Math.cos(angle) * radius, Math.sin(angle) * radius + 0.03];
  };
  polygon(pen, Array.from({ length: 10 }, (_, k) => at(k)));
}

function plus(pen: Pen): void {
  const a = 0.17;
  const b = 0.47;
  polygon(pen, [
    [-a, -b], [a, -b], [a, -a], [b, -a], [b, a], [a, a],
    [a, b], [-a, b], [-a, a], [-b, a], [-b, -a], [-a, -a],
  ]);
}

const PATHS: Readonly<Record<string, (pen: Pen) => void>> = {
  red: (pen) => polygon(pen, [[0, -0.48], [0.52, 0.42], [-0.52, 0.42]]),
  blue: (pen) => {
    pen.beginPath();
    pen.arc(0, 0, 0.44, 0, 7);
  },
  yellow: (pen) => polygon(pen, [[-0.4, -0.4], [0.4, -0.4], [0.4, 0.4], [-0.4, 0.4]]),
  green: (pen) => polygon(pen, [[0, -0.54], [0.46, 0], [0, 0.54], [-0.46, 0]]),
  orange: plus,
  white: star,
};

/** Draws the symbol of a colour; returns false when it has none. */
export function drawSymbol(pen: Pen, colour: string, x: number, y: number, size: number): boolean {
  const path = PATHS[colour];
  if (!path) return false;
  pen.save();
  pen.translate(x, y);
  pen.scale(size, size);
  path(pen);
  pen.restore();
  return true;
}
