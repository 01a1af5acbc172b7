/** Cubulus: soft balls are squeezed into a lattice. */
import { t } from "../../i18n";
import type { Scene } from "../../net/types";
import { coloured, colourName, pieceOf, winningSymbols, editorPieces } from "../colours";
import { defaultSkin } from "../default";
import type { Act, GameSkin, MoveLabel, Sentence } from "../skin";
import "./style.css";

export const REARRANGE = "@";

const neutralsLeft = ({ stocks }: Scene): number =>
  Object.values(stocks["neutral"] ?? {}).reduce((sum, one) => sum + one, 0);

function instruction(scene: Scene, chosen: readonly string[]): string {
  const left = neutralsLeft(scene); // balls that belong to nobody are placed before the game begins
  if (left) return t("turn.setup", { left });
  if (chosen[0] === REARRANGE) return t(chosen.length === 1 ? "do.row-end" : "do.row-way");
  if (chosen.length) return t("do.way");
  const [puts, turns] = [
    scene.touches.some(({ path }) => path[0] !== REARRANGE),
    scene.touches.some(({ path }) => path[0] === REARRANGE),
  ];
  return t(puts ? (turns ? "do.put-or-turn" : "do.put") : "do.turn-row");
}

const ACTION = /^(=|@)?([a-c][1-3][1-3])([xyz])?$/;

/** Is there nothing on the board but balls that belong to nobody? */
const onlyNeutrals = ({ items, stocks }: Scene): boolean =>
  items.every(({ kind, symbol }) => kind !== "ball" || symbol in (stocks["neutral"] ?? {}));

function moveText({ action, before, after }: Act): Sentence | null {
  const [, first, place, axis] = ACTION.exec(action) ?? [];
  if (!place || first === "=") return null;
  const values = { place };
  if (first === REARRANGE) return { key: "did.turn-row", values };
  if (axis) return { key: "did.push-in", values };
  if (after && onlyNeutrals(after) && !neutralsLeft(after)) return { key: "did.put-neutrals", values: {} };
  return { key: before && neutralsLeft(before) ? "did.put-neutral" : "did.put", values };
}

function moveLabel(action: string): MoveLabel {
  const [, first, place, axis] = ACTION.exec(action) ?? [];
  if (!place) return { icon: null, colour: "", text: action };
  if (first === REARRANGE) return { icon: "flip", colour: "", text: t("move.row", { place }) };
  return { icon: null, colour: "", text: axis ? t("move.push", { place, way: t(`way.${axis as "x" | "y" | "z"}`) }) : place };
}

function winText(scene: Scene): string | null {
  const [symbol] = winningSymbols(scene);
  return symbol ? t("win.balls", { colour: colourName(symbol) }) : null;
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
    stand: "net",
    wide: 3,
    high: 3.6,
  },
  material: "rubber",
  tools: [REARRANGE, "x", "y", "z"],
  usualBoard: "space",
  seatPieces: (seat) => [pieceOf("ball", seat)],
  unowned: ({ stocks }) => {
    const faces = Object.keys(stocks["neutral"] ?? {}).map((symbol) => pieceOf("ball", symbol));
    return faces.length ? { faces, name: t("seat.neutral"), whose: t("seat.neutral.whose") } : null;
  },
  pieces: () => editorPieces("ball", "RBY"),
  instruction,
  moveText,
  moveLabel,
  winText,
  space: async () => (await import("./space")).cubulusSpace,
};
