/** Moves whose value is proved, by what they are worth. */
import { t } from "../../i18n";
import { MoveName } from "../table/MoveTable";
import type { Group } from "./values";

interface Props {
  readonly groups: readonly Group[];
  readonly game: string;
  readonly onPlay: (move: string) => void;
}

export function KnownMoves({ groups, game, onPlay }: Props) {
  if (!groups.length) return null;
  return (
    <section class="known-moves" aria-label={t("analyse.values")}>
      {groups.map(({ tint, text, moves }, number) => (
        <details key={text} open={number === 0}>
          <summary>
            <span class={`swatch tint-${tint}`} aria-hidden="true" />
            {text} <small class="quiet-text figures">{moves.length}</small>
          </summary>
          <ul aria-label={text}>
            {moves.map((move) => (
              <li key={move}>
                <button type="button" class="quiet" onClick={() => onPlay(move)}>
                  <MoveName action={move} game={game} />
                </button>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </section>
  );
}
