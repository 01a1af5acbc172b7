/** The pieces by which a seat is known, or what the game calls it. */
import type { PieceFace } from "../games/skin";
import { t } from "../i18n";

export function SeatPieces({ faces, name }: { faces: readonly PieceFace[]; name: string }) {
  if (!faces.length) return <span class="sign">{name}</span>;
  return (
    <span class="pieces" role="img" aria-label={t("seat.pieces", { pieces: name })}>
      {faces.map(({ kind, colour, sign }, at) => (
        <span key={at} class={`piece ${kind} colour-${colour}`} aria-hidden="true">
          <b>{sign}</b>
        </span>
      ))}
    </span>
  );
}
