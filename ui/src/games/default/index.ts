/** The skin of games that have none of their own: it adds nothing to what their scenes say. */
import { t } from "../../i18n";
import type { GameSkin } from "../skin";

export const defaultSkin: GameSkin = {
  name: "default",
  picture: {
    cubes: [
      [0, 0, 0, "maple"],
      [1, 0, 0, "maple"],
      [0, 1, 0, "maple"],
      [1, 1, 0, "maple"],
      [2, 2, 0, "maple"],
      [0, 0, 1, "maple"],
    ],
    round: false,
    stand: "tray",
    wide: 3,
    high: 3.6,
  },
  material: "wood",
  tools: [],
  usualBoard: "flat",
  hasTools: () => true,
  sideOf: () => null,
  seatPieces: () => [],
  unowned: () => null,
  pieces: () => [],
  instruction: () => t("do.choose"),
  moveText: ({ action }) =>
    action === "pass" ? { key: "did.pass", values: {} } : { key: "did.play", values: { move: action } },
  moveLabel: (action) => ({ icon: null, colour: "", text: action }),
  drawnPieces: () => [],
  winText: () => null,
  layerName: (layer) => t("board.layer", { layer }),
  layerTools: () => null,
  targetName: () => null,
  toolFace: () => null,
  turnedAt: () => null,
  itemName: ({ symbol, kind }) => symbol || kind,
  itemSign: ({ symbol }) => symbol,
  space: async () => (await import("./space")).defaultSpace,
};
