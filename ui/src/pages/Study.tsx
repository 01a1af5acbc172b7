/** A position or a recorded game on a board: step by step, with the best moves of any step. */
import { useEffect, useState } from "preact/hooks";
import { skinOf } from "../games";
import { t } from "../i18n";
import { api, ApiError } from "../net/api";
import type { Catalogue, GameEntry, Position, Thought } from "../net/types";
import { Icon, type IconName } from "../parts/Icon";
import { StillBoard } from "./StillBoard";
import { useThoughts } from "./useThoughts";
import { percent, worthFor } from "./worth";

export interface Studied {
  /** Another one for everything that is studied. */
  readonly key: string;
  readonly game: string;
  readonly players: number;
  readonly options: Readonly<Record<string, string>>;
  /** Null: the usual start. */
  readonly start: string | null;
  /** Moves and draws of chance. */
  readonly acts: readonly string[];
}

interface Props {
  readonly studied: Studied;
  readonly catalogue: Catalogue;
}

export function Study({ studied, catalogue }: Props) {
  const { game, players, options, start, acts } = studied;
  const [at, setAt] = useState(acts.length);
  const [position, setPosition] = useState<Position | null>(null);
  const [error, setError] = useState("");
  const wanted = { game, players, options: { ...options }, position: start, moves: acts.slice(0, at) };
  const thoughts = useThoughts(wanted, `${studied.key} ${at}`);
  useEffect(() => {
    const leaving = new AbortController();
    api.position(wanted, leaving.signal).then(
      (found) => {
        setPosition(found);
        setError("");
      },
      (refused: unknown) => {
        if (!leaving.signal.aborted) setError(refused instanceof ApiError ? refused.message : String(refused));
      },
    );
    return () => leaving.abort();
  }, [at]);
  const entry = catalogue.games.find(({ name }) => name === game);
  const canThink = position?.turn.kind === "move";
  return (
    <section class="study" aria-label={entry?.title ?? game}>
      {position && <StillBoard skin={skinOf(game)} scene={position.scene} label={t("board.label", { game: entry?.title ?? game })} />}
      {error && (
        <p role="alert" class="refusal">
          {error}
        </p>
      )}
      {acts.length > 0 && (
        <div class="steps">
          <Step icon="first" label={t("study.first")} to={0} at={at} onStep={setAt} />
          <Step icon="back" label={t("moves.back")} to={Math.max(0, at - 1)} at={at} onStep={setAt} />
          <output class="figures">{at ? t("study.at", { at, all: acts.length, move: acts[at - 1]! }) : t("study.start")}</output>
          <Step icon="on" label={t("moves.on")} to={Math.min(acts.length, at + 1)} at={at} onStep={setAt} />
          <Step icon="last" label={t("study.last")} to={acts.length} at={at} onStep={setAt} />
        </div>
      )}
      {position && <p aria-live="polite">{turnOf(position, entry, players)}</p>}
      {position && (
        <label class="position-text">
          <span>{t("study.position")}</span>
          <input readOnly value={position.text} onFocus={({ currentTarget }) => currentTarget.select()} />
        </label>
      )}
      {canThink && (
        <button type="button" disabled={thoughts.busy} onClick={thoughts.ask}>
          <Icon name="hint" />
          {t(thoughts.busy ? "study.thinking" : "study.best")}
        </button>
      )}
      {thoughts.error && (
        <p role="alert" class="refusal">
          {thoughts.error}
        </p>
      )}
      {position?.turn.kind === "move" && thoughts.lines.length > 0 && (
        <ol class="thoughts figures">
          {thoughts.lines.map((thought) => (
            <li key={thought.best}>
              <b>{thought.best}</b>
              <span>{worth(thought, (position.turn as { seat: number }).seat)}</span>
              <small class="quiet-text">{thought.line.join(" ")}</small>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

interface StepProps {
  readonly icon: IconName;
  readonly label: string;
  readonly to: number;
  readonly at: number;
  readonly onStep: (to: number) => void;
}

function Step({ icon, label, to, at, onStep }: StepProps) {
  return (
    <button type="button" aria-label={label} aria-disabled={to === at} onClick={() => onStep(to)}>
      <Icon name={icon} />
    </button>
  );
}

function turnOf({ turn, result }: Position, entry: GameEntry | undefined, players: number): string {
  if (result) return result.sentence;
  if (turn.kind !== "move") return t("turn.chance");
  const seats = entry?.tables.find((one) => one.players === players)?.seats;
  return t("home.to-move", { name: seats?.[turn.seat]?.name ?? String(turn.seat) });
}

function worth(thought: Thought, seat: number): string {
  const found = worthFor(thought, [seat]);
  return typeof found === "number" ? t("study.about", { share: percent(found) }) : t(`study.proved.${found}`);
}
