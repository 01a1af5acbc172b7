/** The skins by the names of their games. A game without one gets the default skin. */
import { cage } from "./cage";
import { cubeo } from "./cubeo";
import { coloured } from "./colours";
import { cubulus } from "./cubulus";
import { defaultSkin } from "./default";
import { quixo } from "./quixo";
import type { GameSkin } from "./skin";

const SKINS: ReadonlyMap<string, GameSkin> = new Map(
  [quixo, cage, cubulus, cubeo].map((skin) => [skin.name, skin]),
);

/** For boards of coloured cubes, whatever game they belong to. */
export const colouredSkin: GameSkin = { ...defaultSkin, ...coloured };

export const skinOf = (game: string): GameSkin => SKINS.get(game) ?? defaultSkin;
