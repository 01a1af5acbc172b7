/** A card of a puzzle: its squares, each with the sign of its colour. */
import { cardText } from "../../board/cardText";
import type { Card } from "../../net/types";
import { PictureSign } from "../../parts/PictureSign";

export function PuzzleCard({ card }: { card: Card }) {
  const xs = card.squares.map(({ x }) => x);
  const ys = card.squares.map(({ y }) => y);
  const [wide, high] = [Math.max(...xs) + 1, Math.max(...ys) + 1];
  return (
    <svg
      class="puzzle-card"
      viewBox={`-0.3 -0.3 ${Math.max(wide, 2) + 0.6} ${Math.max(high, 2) + 0.6}`}
      role="img"
      aria-label={cardText(card)}
    >
      {card.squares.map(({ x, y, colour }) => (
        <g key={`${x}.${y}`} transform={`translate(${x} ${Math.max(high, 2) - 1 - y})`}>
          <rect class={`fill-${colour}`} x="0.03" y="0.03" width="0.94" height="0.94" rx="0.1" />
          <PictureSign name={colour} />
        </g>
      ))}
    </svg>
  );
}
