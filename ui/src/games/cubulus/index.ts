/** Cubulus: soft balls are squeezed into a lattice. */
import { t } from "../../i18n";
import type { Scene } from "../../net/types";
import { coloured } from "../colours";
import { defaultSkin } from "../default";
import type { GameSkin } from "../skin";
import "./style.css";

export const REARRANGE = "@";

/** Balls that belong to nobody are placed before the game begins. */
function setupText({ stocks }: Scene): string | null {
  const left = Object.values(stocks["neutral"] ?? {}).reduce((sum, one) => sum + one, 0);
  return left ? t("turn.setup", { left }) : null;
}

export const cubulus: GameSkin = {
  ...defaultSkin,
  ...coloured,
  name: "cubulus",
  picture: {
    cubes: [
      [0, 0, 0, "blue"], [2, 0, 0, "red"], [0, 2, 0, "yellow"], [1, 2, 0, "red"], [2, 2, 0, "blue"],
      [2, 1, 0, "yellow"], [0, 2, 1, "red"], [2, 2, 1, "red"], [2, 0, 1, "yellow"], [1, 1, 2, "blue"],
      [2, 1, 2, "red"], [1, 2, 2, "yellow"], [2, 2, 2, "red"], [0, 1, 2, "red"],
    ],
    round: true,
    wide: 3,
    high: 3.6,
  },
  tools: [REARRANGE, "x", "y", "z"],
  setupText,
  layerName: (layer) => t("board.level", { layer }),
  space: async () => (await import("./space")).cubulusSpace,
};
