/** A cube or a ball, with its sign. */
import type { GameSkin } from "../games/skin";
import type { Item } from "../net/types";

export function Piece({ skin, item }: { skin: GameSkin; item: Item }) {
  return (
    <span class={`piece ${item.kind} colour-${item.colour || "none"}`} data-item={item.id} aria-hidden="true">
      <b>{skin.itemSign(item)}</b>
      {item.facing && <em class={`dot to-${item.facing}`} />}
    </span>
  );
}
