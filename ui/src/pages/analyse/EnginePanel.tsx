/** What is known of a position, what the engines think of it, and how they are started and stopped. */
import { t } from "../../i18n";
import { shortNumber } from "../../i18n/intl";
import type { GameEntry, KnownValues } from "../../net/types";
import { Choice } from "../../parts/Choice";
import { Icon } from "../../parts/Icon";
import { MoveName } from "../table/MoveTable";
import { KnownMoves } from "./KnownMoves";
import type { EngineState } from "./useEngine";
import { groupsOf, knownText, type Side, worthText } from "./values";

interface Props {
  readonly game: GameEntry;
  readonly engine: EngineState;
  readonly known: KnownValues | null;
  readonly side: Side;
  /** Is there a move to think about? */
  readonly able: boolean;
  readonly lines: number;
  readonly onLines: (lines: number) => void;
  readonly onPlay: (move: string) => void;
}

const LINES = [1, 2, 3, 4, 5];

export function EnginePanel({ game, engine, known, side, able, lines, onLines, onPlay }: Props) {
  return (
    <>
      <header class="fields">
        <button type="button" class={engine.on ? "" : "main"} aria-pressed={engine.on} disabled={!able} onClick={engine.toggle}>
          <Icon name={engine.on ? "pause" : "play"} />
          {t(engine.on ? "engine.stop" : "engine.start")}
        </button>
        <Choice labelled label={t("engine.lines")} value={lines} all={LINES} text={String} onChoice={onLines} />
      </header>
      {known && known.value !== null && <p class="known">{knownText(known, side)}</p>}
      <p class="refusal" role="alert">
        {engine.error}
      </p>
      {engine.on && able && <Progress engine={engine} />}
      <ol class="thoughts figures">
        {engine.lines.map((thought) => (
          <li key={thought.best} class={thought.value.kind}>
            <button type="button" class="quiet" onClick={() => onPlay(thought.best)}>
              <MoveName action={thought.best} game={game.name} />
            </button>
            <span>{worthText(thought, side)}</span>
            <small class="quiet-text">
              {thought.line.map((act, number) => (
                <MoveName key={number} action={act} game={game.name} />
              ))}
            </small>
          </li>
        ))}
      </ol>
      {known && <KnownMoves groups={groupsOf(known, side)} game={game.name} onPlay={onPlay} />}
    </>
  );
}

function Progress({ engine }: { engine: EngineState }) {
  const [first] = engine.lines;
  const state = first ? t("engine.state", { depth: first.depth, speed: shortNumber(engine.speed) }) : t("study.thinking");
  const stopped = engine.settled ? t("engine.settled") : engine.rests ? t("engine.rests") : "";
  return (
    <div class="engine-state">
      <p class="quiet-text figures" aria-live="off">
        {state}
      </p>
      <p class="quiet-text" role="status">
        {stopped}
      </p>
      {engine.rests && !engine.settled && (
        <button type="button" onClick={engine.goOn}>
          <Icon name="on" />
          {t("engine.on")}
        </button>
      )}
    </div>
  );
}
