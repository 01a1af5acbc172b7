/** Rubik's Cage: coloured cubes are dropped into a cage whose layers are twisted. */
import { maybe, t } from "../../i18n";
import type { Scene } from "../../net/types";
import { COLOURS, coloured } from "../colours";
import { defaultSkin } from "../default";
import type { GameSkin } from "../skin";
import "./style.css";

export const TWIST = /^([1-9])([+-])$/;
export const FLIP = "F";
/** What turns the layers, or all of the cage. */
export const TURNS: readonly string[] = [FLIP, "1+", "1-", "2+", "2-", "3+", "3-"];

const left = (colour: string, scene: Scene | null): number | undefined =>
  Object.values(scene?.stocks ?? {}).find((stock) => colour in stock)?.[colour];

function targetName(target: string, scene: Scene | null): string | null {
  const twist = TWIST.exec(target);
  if (twist) return t(twist[2] === "+" ? "tool.+" : "tool.-", { layer: twist[1]! });
  if (!(target in COLOURS)) return null;
  const colour = maybe(`colour.${target}`) ?? target;
  const count = left(target, scene);
  return count === undefined ? t("tool.cube", { colour }) : t("tool.cube.left", { colour, left: count });
}

function toolFace(target: string, scene: Scene) {
  const twist = TWIST.exec(target);
  if (twist) return { colour: "", text: `${twist[2] === "+" ? "↻" : "↺"} ${twist[1]}` };
  const colour = COLOURS[target];
  if (!colour) return null;
  const count = left(target, scene);
  return { colour, text: count === undefined ? "" : `×${count}` };
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
    wide: 3,
    high: 3.6,
  },
  tools: [...Object.keys(COLOURS), ...TURNS],
  layerTools: (layer) => [`${layer}-`, `${layer}+`],
  targetName,
  toolFace,
  space: async () => (await import("./space")).cageSpace,
};
