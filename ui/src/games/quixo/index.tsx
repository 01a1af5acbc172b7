/** Quixo: wooden cubes with crosses and circles; with four players a dot points to one of them. */
import { maybe, t } from "../../i18n";
import { defaultSkin } from "../default";
import type { GameSkin, PictureCube, Side } from "../skin";
import "./style.css";

const SIDES: Readonly<Record<string, Side>> = { N: "north", E: "east", S: "south", W: "west" };

const BOARD = [".X.O.", "XX.OO", "..X..", "O.XX.", ".O..X"];

function Shape({ symbol }: { symbol: string }) {
  return symbol === "X" ? (
    <svg viewBox="0 0 20 20">
      <path d="M4 4 16 16M16 4 4 16" />
    </svg>
  ) : (
    <svg viewBox="0 0 20 20">
      <circle cx="10" cy="10" r="6.5" />
    </svg>
  );
}

export const quixo: GameSkin = {
  ...defaultSkin,
  name: "quixo",
  picture: {
    cubes: BOARD.flatMap((row, y) =>
      [...row].map((sign, x): PictureCube => [x, y, 0, "maple", sign === "." ? "" : sign]),
    ),
    round: false,
    wide: 5,
    high: 2,
  },
  tools: ["N", "E", "S", "W", "pass"],
  sitsAround: () => true,
  sideOf: (seat) => SIDES[seat] ?? null,
  targetName: (target) => (target in SIDES ? t("tool.dot", { seat: target }) : null),
  itemName: ({ symbol }) => maybe(`shape.${symbol}`) ?? symbol,
  itemSign: ({ symbol }) => symbol && <Shape symbol={symbol} />,
  space: async () => (await import("./space")).quixoSpace,
};
