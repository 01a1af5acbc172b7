/** The arrows about the cage: two at each layer to twist it, one above to flip all of it. They stand
 * beside the cage as it is seen, and face whoever looks. */
import { ExtrudeGeometry, type BufferGeometry } from "three";
import type { Layout } from "../../board/space/layout";
import { ribbonArrow } from "../../board/space/geometries";
import type { Seen } from "../../board/space/outline";
import { ball, type Spot } from "../../board/space/spots";
import { inSpace, type View } from "../../board/space/view";
import { FLIP, TWIST } from "./index";

const WIDTH = 0.17;

/** An arc, as angles from below: flat for twists, as a ring is seen from a little above. */
interface Arc {
  readonly radius: number;
  readonly flat: number;
  readonly from: number;
  readonly to: number;
}

const TWIST_ARC: Arc = { radius: 2.42, flat: 0.42, from: 0.7, to: 1.4 };
const FLIP_ARC: Arc = { radius: 2.42, flat: 1, from: 2.98, to: 2.28 };
/** From above, too, the arrows of two layers must be apart. */
const APART = 0.72;

const onArc = ({ radius, flat }: Arc, angle: number): [number, number] => [
  Math.sin(angle) * radius,
  -Math.cos(angle) * radius * flat,
];

const middleOf = (arc: Arc): [number, number] => onArc(arc, (arc.from + arc.to) / 2);

/** An arrow about its own middle, to the right or (side -1) to the left. */
function arrowGeometry(arc: Arc, side: number): BufferGeometry {
  const [x, y] = middleOf(arc);
  const steps = Array.from({ length: 17 }, (_, k) => onArc(arc, arc.from + ((arc.to - arc.from) * k) / 16));
  const shape = ribbonArrow(steps.map(([right, up]) => [(right - x) * side, up - y]), WIDTH);
  const bevel = { bevelSize: 0.025, bevelThickness: 0.025, bevelSegments: 2 };
  return new ExtrudeGeometry(shape, { depth: 0.06, ...bevel });
}

export const arrowGeometries = {
  left: () => arrowGeometry(TWIST_ARC, -1),
  right: () => arrowGeometry(TWIST_ARC, 1),
  flip: () => arrowGeometry(FLIP_ARC, 1),
};

/** Clockwise from above: what is in front goes to the left. */
const sideOf = (sign: string): number => (sign === "+" ? -1 : 1);

/** How high a layer's arrows are, as seen from a height. */
const liftOf = (layout: Layout, layer: number, spread: number, height: number): number =>
  layout.layer(layer, spread) * Math.max(Math.cos(height), APART);

function twistSpot(layout: Layout, target: string, spread: number, view: View): Spot | null {
  const found = TWIST.exec(target);
  if (!found) return null;
  const side = sideOf(found[2]!);
  const [x, y] = middleOf(TWIST_ARC);
  const lift = liftOf(layout, Number(found[1]) - 1, spread, view.height);
  const at = inSpace([side * x, y + lift, 0], view);
  const geometry = side < 0 ? "left" : "right";
  return { target, kind: "rim", at, towards: [side, 0, 0], shape: ball(at, 0.42), through: true, geometry };
}

const flipLift = (layout: Layout, spread: number, height: number): number =>
  (layout.layer(2, spread) - layout.layer(2)) * Math.cos(height);

function flipSpot(layout: Layout, spread: number, view: View): Spot {
  const [x, y] = middleOf(FLIP_ARC);
  const at = inSpace([x, y + flipLift(layout, spread, view.height), 0], view);
  return { target: FLIP, kind: "rim", at, towards: [1, 0, 0], shape: ball(at, 0.5), through: true, geometry: "flip" };
}

export const arrowSpot = (layout: Layout, target: string, spread: number, view: View): Spot | null =>
  target === FLIP ? flipSpot(layout, spread, view) : twistSpot(layout, target, spread, view);

/** How far all arrows reach. */
export function arrowReach(layout: Layout, spread: number, height: number): Seen[] {
  const [right, up] = onArc(TWIST_ARC, TWIST_ARC.to);
  const [, down] = onArc(TWIST_ARC, TWIST_ARC.from);
  const ends = [liftOf(layout, 0, spread, height) + down, liftOf(layout, layout.size[1] - 1, spread, height) + up];
  const flip = (angle: number): Seen => {
    const [x, y] = onArc(FLIP_ARC, angle);
    return [x + WIDTH, y + WIDTH / 2 + flipLift(layout, spread, height), 0];
  };
  const twists = [-1, 1].flatMap((side) => ends.map((end): Seen => [side * (right + WIDTH), end, 0]));
  return [...twists, flip(FLIP_ARC.from), flip(FLIP_ARC.to)];
}
