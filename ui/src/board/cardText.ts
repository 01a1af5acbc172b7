/** Cards, and what is seen from a side, in words. */
import { maybe, t } from "../i18n";
import type { Card, Scene } from "../net/types";

/** Squares by their places, letters from the left and numbers from the bottom: "a1 red, b1 blue". */
export function squaresText(squares: Scene["sights"][number]["squares"]): string {
  const words = squares.map(({ x, y, symbol }) => `${String.fromCharCode(97 + x)}${y + 1} ${maybe(`colour.${symbol}`) ?? symbol}`);
  return words.join(", ") || t("board.empty");
}

export const cardText = ({ id, squares }: Card): string => t("board.card", { card: id.replace(/^card /, ""), squares: squaresText(squares) });
