/** A cube or a ball, with its sign. */
import type { Item } from "../net/types";
import { signOf } from "./targets";

export function Piece({ game, item }: { game: string; item: Item }) {
  return (
    <span class={`piece ${item.kind} colour-${item.colour || "none"}`} data-item={item.id} aria-hidden="true">
      <b>{isShape(game, item) ? <Shape symbol={item.symbol} /> : signOf(item)}</b>
      {item.facing && <em class={`dot to-${item.facing}`} />}
    </span>
  );
}

/** Crosses and circles are drawn; elsewhere an O is orange. */
export const isShape = (game: string, item: Item): boolean => game === "quixo" && item.symbol !== "";

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
