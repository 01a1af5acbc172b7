/** Cube O': cubes are piled up until secret cards are seen from some side. */
import { coloured } from "../colours";
import { defaultSkin } from "../default";
import type { GameSkin } from "../skin";
import "./style.css";

export const TWIN = "twin";

export const cubeo: GameSkin = {
  ...defaultSkin,
  ...coloured,
  name: "cubeo",
  picture: {
    cubes: [
      [0, 0, 0, "red"], [3, 0, 0, "blue"], [0, 3, 0, "green"], [3, 3, 0, "yellow"], [1, 0, 0, "green"],
      [0, 1, 0, "yellow"], [1, 1, 0, "blue"], [0, 0, 1, "blue"], [1, 0, 1, "red"], [0, 0, 2, "yellow"],
      [2, 3, 0, "red"], [3, 2, 0, "green"], [3, 3, 1, "red"], [1, 1, 1, "green"],
    ],
    round: false,
    wide: 4,
    high: 3.6,
  },
  tools: ["bag", TWIN, "pass"],
  sitsAround: (players) => players === 2,
  itemSign: (item) => (item.kind === TWIN ? item.symbol : coloured.itemSign(item)),
  space: async () => (await import("./space")).cubeoSpace,
};
