/** Colours as games write them, by their letters, for skins of games that have coloured pieces. */
import { SIGNS } from "../board/colours";
import { maybe } from "../i18n";
import type { GameSkin } from "./skin";

export const COLOURS: Readonly<Record<string, string>> = {
  R: "red",
  B: "blue",
  Y: "yellow",
  G: "green",
  O: "orange",
  W: "white",
};

/** Pieces carry the sign of their colour, and are called by it. */
export const coloured: Pick<GameSkin, "itemName" | "itemSign"> = {
  itemName: ({ symbol }) => maybe(`colour.${symbol}`) ?? symbol,
  itemSign: ({ colour, symbol }) => SIGNS[colour] ?? symbol,
};
