/** The pictures of what is shown about a state. */
import type { Texture } from "three";
import { texture, type Pen } from "./textures";
import { AMBER, type Theme } from "./theme";

export type Paint = "next" | "quiet" | "chosen" | "last" | "win" | "taboo";

const SIZE = 256;

/** How far from the edge a ring is, and how wide: outside of every sign. */
const RINGS: Readonly<Record<Exclude<Paint, "taboo">, readonly [inset: number, width: number]>> = {
  next: [28, 13],
  quiet: [28, 8],
  chosen: [30, 18],
  last: [18, 11],
  win: [22, 16],
};

/** No entry: a disc with a bar. */
function badge(pen: Pen, colour: string): void {
  pen.fillStyle = "#fff";
  pen.beginPath();
  pen.arc(128, 128, 120, 0, 7);
  pen.fill();
  pen.fillStyle = colour;
  pen.beginPath();
  pen.arc(128, 128, 104, 0, 7);
  pen.fill();
  pen.fillStyle = "#fff";
  pen.fillRect(56, 106, 144, 44);
}

/** A ring, square or round. */
export function ringTexture(paint: Paint, round: boolean, { accent, danger, trail }: Theme): Texture {
  return texture(SIZE, SIZE, (pen) => {
    if (paint === "taboo") {
      badge(pen, danger);
      return;
    }
    const colour = paint === "last" ? trail : paint === "win" ? AMBER : accent;
    const [edge, wide] = RINGS[paint];
    // a ring about a ball must clear it, and is larger
    const [inset, width] = round ? [edge * 0.5 + 4, wide * 0.75] : [edge, wide];
    pen.beginPath();
    if (round) pen.arc(128, 128, 128 - inset, 0, 7);
    else pen.roundRect(inset, inset, SIZE - 2 * inset, SIZE - 2 * inset, 52 - inset * 0.5);
    pen.globalAlpha = paint === "quiet" ? 0.85 : 1;
    // a pale edge keeps it apart from every colour that it lies on
    pen.strokeStyle = "rgba(255, 255, 255, 0.6)";
    pen.lineWidth = width + 8;
    pen.stroke();
    if (paint === "win") {
      pen.shadowColor = colour;
      pen.shadowBlur = 24;
    }
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.stroke();
    if (paint === "chosen") {
      pen.globalAlpha = 0.22;
      pen.fillStyle = colour;
      pen.fill();
    }
  });
}
