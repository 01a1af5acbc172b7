/** Flat or in space: what somebody has chosen for a game, or else what its skin is made for. */
import { useState } from "preact/hooks";
import { skinOf } from "../games";
import { boardOf, remember, settings } from "../state/settings";

export function changeBoard(game: string): void {
  const other = boardOf(game, skinOf(game).usualBoard) === "flat" ? "space" : "flat";
  remember({ boards: { ...settings.value.boards, [game]: other } });
}

/** Is the board of a game shown in space? `onBroken`: it can't be. */
export function useInSpace(game: string): { readonly inSpace: boolean; readonly onBroken: () => void } {
  const [broken, setBroken] = useState(false);
  const wanted = boardOf(game, skinOf(game).usualBoard) === "space";
  return { inSpace: wanted && !broken, onBroken: () => setBroken(true) };
}
