/** The other line that was tried: where it leaves the game, and its moves. */
import { t } from "../../i18n";
import { roundOf } from "../table/moveRows";
import type { Walk } from "./useWalk";
import { VariationMoves } from "./VariationMoves";

interface Props {
  readonly game: string;
  readonly walk: Walk;
  /** Who made the acts of the game. */
  readonly movers: readonly (number | null)[];
}

export function OtherLine({ game, walk: { tried, variation, vary }, movers }: Props) {
  if (!tried) return null;
  const { from, acts } = tried;
  return (
    <>
      <h2>{t("analyse.variation", { number: roundOf(movers, from) })}</h2>
      <VariationMoves game={game} acts={acts} at={variation.length} onLook={(count) => vary(from, acts, count)} />
    </>
  );
}
