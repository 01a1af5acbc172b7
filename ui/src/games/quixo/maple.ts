/** Faces of maple, with a burnt cross or circle or nothing. */
import type { CanvasTexture } from "three";
import { grain, noise, texture, type Pen } from "../../board/space/textures";

function burnt(pen: Pen, size: number, symbol: string): void {
  const half = size / 2;
  const reach = size * 0.25;
  const path = (): void => {
    pen.beginPath();
    if (symbol === "O") pen.arc(half, half, reach * 1.05, 0, 7);
    else {
      pen.moveTo(half - reach, half - reach);
      pen.lineTo(half + reach, half + reach);
      pen.moveTo(half + reach, half - reach);
      pen.lineTo(half - reach, half + reach);
    }
  };
  pen.lineCap = "round";
  // a scorched halo, the burn, and its black heart
  for (const [width, colour, blur] of [
    [0.13, "rgba(122, 66, 22, 0.30)", 0.06],
    [0.115, "#4a2710", 0.02],
    [0.075, "#2a1509", 0.012],
  ] as const) {
    pen.shadowColor = colour;
    pen.shadowBlur = size * blur;
    pen.strokeStyle = colour;
    pen.lineWidth = size * width;
    path();
    pen.stroke();
  }
  pen.shadowBlur = 0;
}

export function maple(symbol: string, seed: number): CanvasTexture {
  const size = 256;
  return texture(size, size, (pen) => {
    const tone = noise(seed + 77)();
    pen.fillStyle = `hsl(${37 + tone * 2}, ${54 + tone * 6}%, ${78 + tone * 4}%)`;
    pen.fillRect(0, 0, size, size);
    grain(pen, size, seed, "#b98a52", 0.34);
    if (symbol) burnt(pen, size, symbol);
  });
}

