/** Back and on through the moves of a walk, to its start and to its end. */
import type { ComponentChildren } from "preact";
import { t } from "../../i18n";
import { Icon, type IconName } from "../../parts/Icon";
import type { Walk } from "./useWalk";

interface Props {
  readonly walk: Walk;
  /** Called before any step. */
  readonly onStep?: () => void;
  /** Stands in the middle. */
  readonly children?: ComponentChildren;
}

export function Steps({ walk, onStep, children }: Props) {
  const { at, variation, tried, acts } = walk;
  const canBack = at + variation.length > 0;
  const canOn = variation.length ? variation.length < tried!.acts.length : at < acts.length;
  const step = (go: () => void) => () => {
    onStep?.();
    go();
  };
  return (
    <div class="steps">
      <Step icon="first" label={t("study.first")} able={canBack} onStep={step(() => walk.look(0))} />
      <Step icon="back" label={t("moves.back")} able={canBack} onStep={step(() => walk.step(-1))} />
      {children}
      <Step icon="on" label={t("moves.on")} able={canOn} onStep={step(() => walk.step(1))} />
      <Step icon="last" label={t("study.last")} able={canOn} onStep={step(walk.end)} />
    </div>
  );
}

interface StepProps {
  readonly icon: IconName;
  readonly label: string;
  readonly able: boolean;
  readonly onStep: () => void;
}

/** It keeps the keyboard where there is nothing more to step to. */
export function Step({ icon, label, able, onStep }: StepProps) {
  return (
    <button type="button" aria-label={label} title={label} aria-disabled={!able} onClick={() => able && onStep()}>
      <Icon name={icon} />
    </button>
  );
}
