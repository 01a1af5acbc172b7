/** The arrows about the cage: at each side of a layer to twist it, above to flip all of it. */
import type { BufferGeometry } from "three";
import type { Layout, Vec } from "../../board/space/layout";
import { arcArrow, lying } from "../../board/space/geometries";
import { ball, type Spot } from "../../board/space/spots";
import { FLIP, TWIST } from "./index";

const QUARTER = Math.PI / 2;
const WIDTH = 0.14;

/** Where arrows begin and end, as angles, and how far from the middle. */
const TWIST_ARC = { radius: 2.42, from: 1.2, to: 1.72 };
const FLIP_ARC = { radius: 2.4, from: 1.32, to: 0.72 };

/** A point on a ring about the board, seen from the camera's side: to its right by an angle. */
const around = (radius: number, azimuth: number, angle: number, y: number): Vec => [
  Math.sin(azimuth + angle) * radius,
  y,
  Math.cos(azimuth + angle) * radius,
];

function twistGeometry(side: number): BufferGeometry {
  const { radius, from, to } = TWIST_ARC;
  const shape = arcArrow(radius, side * from - QUARTER, side * to - QUARTER, WIDTH);
  return lying(shape, 0.08, 0.015).translate(0, -0.04, 0) as BufferGeometry;
}

function flipGeometry(): BufferGeometry {
  const { radius, from, to } = FLIP_ARC;
  return lying(arcArrow(radius, from, to, WIDTH), 0.08, 0.015).rotateX(QUARTER) as BufferGeometry;
}

export const arrowGeometries = { left: () => twistGeometry(-1), right: () => twistGeometry(1), flip: flipGeometry };

function twistSpot(layout: Layout, target: string, spread: number, azimuth: number): Spot | null {
  const found = TWIST.exec(target);
  if (!found) return null;
  // clockwise from above: what is in front goes to the left
  const side = found[2] === "+" ? -1 : 1;
  const { radius, from, to } = TWIST_ARC;
  const y = layout.layer(Number(found[1]) - 1, spread);
  const middle = around(radius, azimuth, (side * (from + to)) / 2, y);
  return {
    target,
    kind: "rim",
    at: [0, y, 0],
    towards: [side, 0, 0],
    shape: ball(middle, 0.5),
    through: true,
    geometry: side < 0 ? "left" : "right",
  };
}

function flipSpot(layout: Layout, spread: number, azimuth: number): Spot {
  const { radius, from, to } = FLIP_ARC;
  const angle = (from + to) / 2;
  const right = Math.cos(angle) * radius;
  const lift = layout.layer(2, spread) - layout.layer(2);
  const middle: Vec = [
    Math.cos(azimuth) * right,
    Math.sin(angle) * radius + lift,
    -Math.sin(azimuth) * right,
  ];
  return {
    target: FLIP,
    kind: "rim",
    at: [0, lift, 0],
    towards: [1, 0, 0],
    shape: ball(middle, 0.55),
    through: true,
    geometry: "flip",
  };
}

export const arrowSpot = (layout: Layout, target: string, spread: number, azimuth: number): Spot | null =>
  target === FLIP ? flipSpot(layout, spread, azimuth) : twistSpot(layout, target, spread, azimuth);
