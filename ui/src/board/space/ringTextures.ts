/** The pictures of what is shown about a state. */
import type { Texture } from "three";
import { texture } from "./textures";
import type { Theme } from "./theme";

export type Paint = "next" | "quiet" | "chosen" | "last" | "trail" | "taboo" | "hint" | "row";

/** The light at the ends of a complete row. */
const ROW = "#f0a72e";

/** A ring with a soft glow, square or round; a trail is a soft patch. */
export function ringTexture(paint: Paint, round: boolean, theme: Theme): Texture {
  const { accent, danger, trail } = theme;
  const colour = paint === "taboo" ? danger : paint === "last" || paint === "trail" ? trail : accent;
  return texture(256, 256, (pen) => {
    const path = (inset: number): void => {
      pen.beginPath();
      if (round) pen.arc(128, 128, 128 - inset, 0, 7);
      else pen.roundRect(inset, inset, 256 - 2 * inset, 256 - 2 * inset, 50 - inset * 0.4);
    };
    if (paint === "row") {
      const glow = pen.createRadialGradient(128, 128, 0, 128, 128, 128);
      glow.addColorStop(0, "#fff6df");
      glow.addColorStop(0.24, `${ROW}ff`);
      glow.addColorStop(0.36, `${ROW}88`);
      glow.addColorStop(1, `${ROW}00`);
      pen.fillStyle = glow;
      path(0);
      pen.fill();
      return;
    }
    if (paint === "trail") {
      const glow = pen.createRadialGradient(128, 128, round ? 60 : 10, 128, 128, 126);
      glow.addColorStop(0, `${colour}${round ? "00" : "ff"}`);
      if (round) glow.addColorStop(0.5, colour);
      glow.addColorStop(1, `${colour}${round ? "00" : "55"}`);
      pen.globalAlpha = round ? 0.75 : 0.3;
      pen.fillStyle = glow;
      path(round ? 2 : 14);
      pen.fill();
      return;
    }
    const quiet = paint === "quiet";
    const width = quiet ? 10 : paint === "chosen" || paint === "hint" ? 22 : 15;
    pen.globalAlpha = quiet ? 0.85 : 1;
    // a pale edge keeps it apart from every colour that it lies on
    pen.strokeStyle = "rgba(255, 255, 255, 0.6)";
    pen.lineWidth = width + 8;
    path(36);
    pen.stroke();
    pen.shadowColor = colour;
    pen.shadowBlur = quiet ? 0 : 26;
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    path(36);
    pen.stroke();
    if (paint === "chosen") {
      pen.globalAlpha = 0.22;
      pen.fillStyle = colour;
      pen.fill();
    }
  });
}
