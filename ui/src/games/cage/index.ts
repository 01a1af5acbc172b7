/** Rubik's Cage: coloured cubes are dropped into a cage whose layers are twisted. */
import { maybe, t } from "../../i18n";
import type { Scene } from "../../net/types";
import { COLOURS, coloured, colourName, cubeName, pieceOf, winningSymbols, editorPieces } from "../colours";
import { defaultSkin } from "../default";
import type { Act, GameSkin, MoveLabel, Sentence, ToolFace } from "../skin";
import "./style.css";

export const TWIST = /^([1-9])([+-])$/;
export const FLIP = "F";
/** What turns the layers, or all of the cage. */
export const TURNS: readonly string[] = [FLIP, "1+", "1-", "2+", "2-", "3+", "3-"];

const left = (colour: string, scene: Scene | null): number | undefined =>
  Object.values(scene?.stocks ?? {}).find((stock) => colour in stock)?.[colour];

const layerText = (layer: string): string => maybe(`layer.${layer}`) ?? layer;

function targetName(target: string, scene: Scene | null): string | null {
  const twist = TWIST.exec(target);
  if (twist) return t(twist[2] === "+" ? "tool.+" : "tool.-", { layer: layerText(twist[1]!) });
  if (!(target in COLOURS)) return null;
  const colour = maybe(`colour.${target}`) ?? target;
  const count = left(target, scene);
  return count === undefined ? t("tool.cube", { colour }) : t("tool.cube.left", { colour, left: count });
}

const turnIcon = (way: string) => (way === "+" ? "turn-right" : "turn-left");

function toolFace(target: string, scene: Scene): ToolFace | null {
  const twist = TWIST.exec(target);
  if (twist) return { colour: "", text: "", icon: turnIcon(twist[2]!) };
  if (target === FLIP) return { colour: "", text: t("tool.F.short"), icon: "flip" };
  const colour = COLOURS[target];
  if (!colour) return null;
  const count = left(target, scene);
  return { colour, text: count === undefined ? "" : `×${count}` };
}

const DROP = /^([RBYGOW])([a-c][1-3])$/;

function moveText({ action }: Act): Sentence | null {
  const [, colour, column] = DROP.exec(action) ?? [];
  if (colour && column) return { key: "did.drop", values: { cube: cubeName(colour), column } };
  const [, layer, way] = TWIST.exec(action) ?? [];
  if (layer) return { key: way === "+" ? "did.twist-right" : "did.twist-left", values: { layer: layerText(layer) } };
  return action === FLIP ? { key: "did.flip", values: {} } : null;
}

function moveLabel(action: string): MoveLabel {
  const [, colour, column] = DROP.exec(action) ?? [];
  if (colour && column) return { icon: null, colour: COLOURS[colour] ?? "", text: column };
  const [, layer, way] = TWIST.exec(action) ?? [];
  if (layer && way) return { icon: turnIcon(way), colour: "", text: maybe(`layer.${layer}.short`) ?? layer };
  return action === FLIP ? { icon: "flip", colour: "", text: t("move.flip") } : { icon: null, colour: "", text: action };
}

function instruction({ touches }: Scene, chosen: readonly string[]): string {
  if (chosen[0] && chosen[0] in COLOURS) return t("do.column", { cube: cubeName(chosen[0]) });
  return t(touches.some(({ path }) => path[0]! in COLOURS) ? "do.drop-turn-flip" : "do.turn-flip");
}

function winText(scene: Scene): string | null {
  const [symbol] = winningSymbols(scene);
  return symbol ? t("win.cubes", { colour: colourName(symbol) }) : null;
}

export const cage: GameSkin = {
  ...defaultSkin,
  ...coloured,
  name: "cage",
  picture: {
    cubes: [
      [0, 0, 0, "red"], [1, 0, 0, "white"], [2, 0, 0, "blue"], [0, 1, 0, "green"], [2, 1, 0, "red"],
      [0, 2, 0, "yellow"], [1, 2, 0, "red"], [2, 2, 0, "orange"], [0, 0, 1, "blue"], [2, 1, 1, "yellow"],
      [1, 2, 1, "white"], [2, 2, 1, "blue"], [0, 2, 1, "red"], [2, 2, 2, "green"],
    ],
    round: false,
    stand: "rings",
    wide: 3,
    high: 3.6,
  },
  material: "plastic",
  tools: [...Object.keys(COLOURS), ...TURNS],
  usualBoard: "space",
  seatPieces: (seat) => [...seat].map((letter) => pieceOf("cube", letter)),
  pieces: (players) => editorPieces("cube", players === 4 ? "RBYG" : "RBYGOW"),
  instruction,
  moveText,
  moveLabel,
  winText,
  layerTools: (layer) => [`${layer}-`, `${layer}+`],
  targetName,
  toolFace,
  space: async () => (await import("./space")).cageSpace,
};
