/** Pictures on pieces and boards, drawn when they are first needed. */
import { CanvasTexture, SRGBColorSpace } from "three";
import { drawSymbol } from "./symbols";
import { CUBE_COLOURS } from "./theme";

export type Pen = CanvasRenderingContext2D;

export function texture(width: number, height: number, draw: (pen: Pen) => void): CanvasTexture {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext("2d");
  if (pen) draw(pen);
  const made = new CanvasTexture(canvas);
  made.colorSpace = SRGBColorSpace;
  made.anisotropy = 4;
  return made;
}

/** Numbers from 0 to 1 that are always the same for a seed. */
export function noise(seed: number): () => number {
  let state = seed * 2654435761 + 1;
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return state / 4294967296;
  };
}

/** Wood: long, slightly bent fibres, darker and lighter than the ground. */
export function grain(pen: Pen, size: number, seed: number, dark: string, strength: number): void {
  const next = noise(seed);
  pen.save();
  pen.strokeStyle = dark;
  for (let fibre = 0; fibre < 46; fibre++) {
    const y = next() * size;
    const bend = (next() - 0.5) * size * 0.09;
    pen.globalAlpha = (0.15 + next() * 0.85) * strength;
    pen.lineWidth = 0.5 + next() ** 3 * size * 0.018;
    pen.beginPath();
    pen.moveTo(-4, y);
    pen.bezierCurveTo(size * 0.3, y + bend, size * 0.7, y - bend, size + 4, y + bend * 0.4);
    pen.stroke();
  }
  pen.restore();
}

/** A face in a colour with its symbol, in a frame if wanted; painted wood shows its fibres. */
export function painted(colour: string, finish: "gloss" | "paint" | "matt", framed: boolean): CanvasTexture {
  const size = 256;
  return texture(size, size, (pen) => {
    const ground = CUBE_COLOURS[colour] ?? "#b9b1a4";
    const pale = colour === "white" || colour === "yellow";
    pen.fillStyle = ground;
    pen.fillRect(0, 0, size, size);
    if (finish === "paint") {
      grain(pen, size, colour.length * 7 + 3, "#000", 0.1);
      grain(pen, size, colour.length * 5 + 1, "#fff", 0.09);
    }
    pen.fillStyle = pale ? "rgba(34, 32, 28, 0.82)" : "rgba(255, 252, 245, 0.92)";
    pen.strokeStyle = pen.fillStyle;
    const part = finish === "matt" ? 0.6 : framed ? 0.34 : 0.46;
    drawSymbol(pen, colour, size / 2, size / 2, size * part);
    if (colour === "white") {
      // pale on pale needs an outline
      pen.lineWidth = size * 0.02;
      pen.stroke();
    }
    pen.fill();
    if (framed) {
      pen.lineWidth = size * 0.035;
      pen.beginPath();
      pen.roundRect(size * 0.15, size * 0.15, size * 0.7, size * 0.7, size * 0.16);
      pen.stroke();
    }
  });
}

/** A plate of dark or light wood with letters along two of its edges. */
export function plate(
  size: number,
  ground: string,
  fibre: string,
  draw: (pen: Pen, size: number) => void,
): CanvasTexture {
  return texture(size, size, (pen) => {
    pen.fillStyle = ground;
    pen.fillRect(0, 0, size, size);
    for (const seed of [5, 9, 14]) {
      pen.save();
      pen.scale(1, 0.5);
      grain(pen, size, seed, fibre, 0.2);
      pen.translate(0, size);
      grain(pen, size, seed + 20, fibre, 0.2);
      pen.restore();
    }
    draw(pen, size);
  });
}
