/** One exercise: what is new, a board to do it on, a hint, and what has come of it. */
import { useEffect, useRef, useState } from "preact/hooks";
import { pathOf } from "../../board/choice";
import { focusBoard } from "../../board/focus";
import { pathText } from "../../board/targets";
import { skinOf } from "../../games";
import { t } from "../../i18n";
import type { Exercise, GameEntry } from "../../net/types";
import { Icon } from "../../parts/Icon";
import { StudyBoard } from "../study/StudyBoard";
import { seatSign } from "../study/words";
import { useExercise } from "./useExercise";

interface Props {
  readonly game: GameEntry;
  readonly exercise: Exercise;
  readonly number: number;
  readonly all: number;
  readonly onNext: () => void;
}

export function ExercisePart({ game, exercise, number, all, onNext }: Props) {
  const trying = useExercise(game.name, exercise);
  const { verdict, sentence } = trying;
  const [hint, setHint] = useState<"none" | "words" | "arrow">("none");
  const next = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (verdict === "done" && !document.activeElement?.closest(".flat, .command-box")) next.current?.focus();
  }, [verdict]);
  const path = pathOf(trying.line.shown?.position.scene.touches ?? [], trying.next ?? "");
  const again = () => {
    trying.again();
    focusBoard();
  };
  const help = () => {
    if (hint === "none") setHint("words");
    else {
      setHint("arrow");
      focusBoard(); // the button can't be used any more
    }
  };
  const skin = skinOf(game.name);
  const side = skin.sideOf(seatSign(game, exercise.players, exercise.seat));
  return (
    <section class="exercise" aria-label={exercise.title} data-verdict={verdict}>
      <div class="exercise-text">
        <p class="quiet-text">{t("learn.task", { number, all })}</p>
        <h2>{exercise.title}</h2>
        <p>{exercise.text}</p>
      </div>
      <StudyBoard
        game={game}
        line={trying.line}
        able={verdict === "goes_on" && !trying.busy}
        onMove={trying.play}
        {...(verdict === "goes_on" ? { onHint: help } : {})}
        hint={verdict === "goes_on" && hint === "arrow" ? trying.next : null}
        turns={side === null ? 0 : ["south", "east", "north", "west"].indexOf(side)}
      />
      <div class="exercise-answer">
        <div class="exercise-result" role="status" aria-live="polite">
          {verdict === "done" && (
            <p class="is-done">
              <Icon name="check" />
              <span>
                <b>{t("learn.done")}</b> {sentence}
              </span>
            </p>
          )}
          {verdict === "wrong" && (
            <p class="is-wrong">
              <span>
                <b>{t("learn.wrong")}</b> {sentence}
              </span>
            </p>
          )}
          {verdict === "goes_on" && hint !== "none" && (
            <p class="is-hint">
              <span>
                {exercise.hint}
                {hint === "arrow" && path.length > 0 && <b> {pathText(skin, path)}</b>}
              </span>
            </p>
          )}
        </div>
        <div class="buttons">
          {verdict === "wrong" && (
            <button type="button" class="main" onClick={again}>
              <Icon name="undo" />
              {t("learn.again")}
            </button>
          )}
          {verdict === "goes_on" && (
            <button type="button" aria-disabled={hint === "arrow"} onClick={help}>
              <Icon name="hint" />
              {t(hint === "none" ? "learn.hint" : "learn.show")}
            </button>
          )}
          <button type="button" ref={next} class={verdict === "done" ? "main" : "quiet"} onClick={onNext}>
            {t(verdict === "done" ? "learn.next" : "learn.skip")}
            <Icon name="on" />
          </button>
        </div>
      </div>
    </section>
  );
}
