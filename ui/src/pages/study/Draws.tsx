/** What chance may do, for whoever studies: all of it at random, or one act after another by hand. */
import { useState } from "preact/hooks";
import { CardPicture } from "../../board/Cards";
import { cardText } from "../../board/cardText";
import { SIGNS } from "../../board/colours";
import { focusBoard } from "../../board/focus";
import { bySeat } from "../../games/calling";
import { COLOURS, colourName } from "../../games/colours";
import type { GameSkin } from "../../games/skin";
import { t } from "../../i18n";
import { ApiError } from "../../net/api";
import type { Position } from "../../net/types";
import { Icon } from "../../parts/Icon";
import { randomDraws } from "./chance";
import type { LineBoard, Shown } from "./useLine";

interface Props {
  readonly skin: GameSkin;
  readonly line: LineBoard;
  readonly shown: Shown;
  /** What becomes of it: says why it can't be, or nothing. */
  readonly onDraw: (...acts: string[]) => Promise<string>;
}

/** Is something dealt, and not just drawn in the middle of a game? */
export const isDeal = (skin: GameSkin, { draws, cards }: Position): boolean =>
  Object.keys(draws).some((act) => act in cards || skin.drawnPieces(act).length > 1);

export function Draws({ skin, line, shown, onDraw }: Props) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState("");
  const { position, moves } = shown;
  const draws = Object.entries(position.draws);
  if (!draws.length) return null;
  const random = async () => {
    if (busy) return;
    setBusy(true);
    try {
      const refusal = await onDraw(...(await randomDraws(line.origin, moves, position)));
      setError(refusal);
      if (!refusal) goOn();
    } catch (refused) {
      if (!(refused instanceof ApiError)) throw refused;
      setError(refused.message);
    } finally {
      setBusy(false);
    }
  };
  const choose = async (act: string) => {
    const refusal = await onDraw(act);
    setError(refusal);
    if (!refusal) goOn();
  };
  return (
    <div class="study-draws" role="group" aria-label={t("study.chance")}>
      <button type="button" class="main" aria-disabled={busy} onClick={() => void random()}>
        <Icon name="rematch" />
        {t(isDeal(skin, position) ? "study.deal" : "study.random")}
      </button>
      <p class="refusal" role="alert">
        {error}
      </p>
      <details>
        <summary>{t("study.choose")}</summary>
        <div class="draw-choices">
          {draws.map(([act, weight]) => (
            <Draw key={act} act={act} weight={weight} skin={skin} position={position} onDraw={() => void choose(act)} />
          ))}
        </div>
      </details>
    </div>
  );
}

/** The button that was pressed is gone: the keyboard goes to what can be done next. */
function goOn(): void {
  setTimeout(() => {
    if (document.activeElement !== document.body) return;
    const next = document.querySelector<HTMLElement>(".study-draws summary");
    if (next) next.focus();
    else focusBoard();
  });
}

interface DrawProps {
  readonly act: string;
  readonly weight: number;
  readonly skin: GameSkin;
  readonly position: Position;
  readonly onDraw: () => void;
}

function Draw({ act, weight, skin, position, onDraw }: DrawProps) {
  const card = position.cards[act];
  const pieces = skin.drawnPieces(act);
  const words = card
    ? cardText(card)
    : pieces.map(({ place, letter }) => `${place} ${colourName(letter)}`.trim()).join(", ") || skin.moveLabel(act, bySeat).text;
  const name = weight > 1 ? t("study.draw", { act: words, weight }) : words;
  return (
    <button type="button" class={card ? "card" : "drawn-pieces"} aria-label={name} title={name} onClick={onDraw}>
      {card && <CardPicture card={card} />}
      {pieces.map(({ place, letter }) => (
        <span key={place} class={`piece cube colour-${COLOURS[letter]}`} aria-hidden="true">
          <b>{SIGNS[COLOURS[letter] ?? ""]}</b>
        </span>
      ))}
      {!card && !pieces.length && words}
      {weight > 1 && <small aria-hidden="true">×{weight}</small>}
    </button>
  );
}
