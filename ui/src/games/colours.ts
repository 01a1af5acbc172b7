/** Colours as games write them, by their letters, for skins of games that have coloured pieces. */
import { SIGNS } from "../board/colours";
import { maybe } from "../i18n";
import type { Scene } from "../net/types";
import type { EditorPiece, GameSkin, PieceFace } from "./skin";

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

/** A cube of the colour that a letter stands for, as the object of a sentence: "a red cube". */
export const cubeName = (letter: string): string => maybe(`cube.${letter}`) ?? letter;

export const colourName = (letter: string): string => maybe(`colour.${letter}`) ?? letter;

/** A colour as styles know it, in words. */
export const colourText = (colour: string): string =>
  colourName(Object.keys(COLOURS).find((letter) => COLOURS[letter] === colour) ?? colour);

/** A piece of the colour that a letter stands for. */
export function pieceOf(kind: PieceFace["kind"], letter: string): PieceFace {
  const colour = COLOURS[letter] ?? "none";
  return { kind, colour, sign: SIGNS[colour] ?? letter };
}

/** What may stand on the board, by the letters of its colours. */
export const editorPieces = (kind: "cube" | "ball", letters: string): EditorPiece[] =>
  [...letters].map((symbol) => ({ kind, symbol, colour: COLOURS[symbol]!, facing: "" }));

/** The letters of the pieces on the places that decided the game. */
export function winningSymbols(scene: Scene): readonly string[] {
  const places = new Set(scene.marks.filter(({ kind }) => kind === "win").flatMap(({ places }) => places));
  return scene.items.filter(({ place }) => places.has(place)).map(({ symbol }) => symbol);
}
