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
  const step = (icon: IconName, label: string, able: boolean, go: () => void) => (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-disabled={!able}
      onClick={() => {
        if (!able) return;
        onStep?.();
        go();
      }}
    >
      <Icon name={icon} />
    </button>
  );
  return (
    <div class="steps">
      {step("first", t("study.first"), canBack, () => walk.look(0))}
      {step("back", t("moves.back"), canBack, () => walk.step(-1))}
      {children}
      {step("on", t("moves.on"), canOn, () => walk.step(1))}
      {step("last", t("study.last"), canOn, walk.end)}
    </div>
  );
}
