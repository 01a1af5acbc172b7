/** What shows that a layer was twisted: a band about it, with heads that point the way. */
import { ExtrudeGeometry, Shape, type BufferGeometry } from "three";
import { frame, joined } from "../../board/space/geometries";
import type { Scene } from "../../net/types";
import { TWIST } from "./index";

const OUT = 1.66;
const THIN = 0.05;

/** An arrow's head on the south side, to the left for a turn clockwise. */
function head(turn: number, across: number, side: number): BufferGeometry {
  const shape = new Shape();
  shape.moveTo(-0.2 * turn, 0);
  shape.lineTo(0.14 * turn, 0.17);
  shape.lineTo(0.14 * turn, -0.17);
  shape.closePath();
  const made = new ExtrudeGeometry(shape, { depth: 0.03, bevelEnabled: false });
  return made.translate(across, 0, OUT - 0.02).rotateY((side * Math.PI) / 2);
}

export function turnedBand(turn: number): BufferGeometry {
  const band = frame(OUT, OUT - 0.03, THIN, 0.28).translate(0, -THIN / 2, 0) as BufferGeometry;
  const heads = turn ? [0, 1, 2, 3].flatMap((side) => [-0.8, 0.8].map((across) => head(turn, across, side))) : [];
  return joined([band, ...heads]);
}

/** A twist may not be taken back: so the one that may not be made tells the last one. */
export function trailTurn({ notes }: Scene): number {
  const back = notes.map(({ where }) => TWIST.exec(where)).find((found) => found !== null);
  if (!back) return 0;
  return back[2] === "-" ? 1 : -1;
}
