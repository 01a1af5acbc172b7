/** How long a move is looked at before the next one is shown. */
import type { Phases } from "../board/board";
import { phaseTime } from "../board/times";
import type { Update } from "../net/types";
import { settings, type Speed } from "./settings";

/** Milliseconds from the beginning of a move to the next. */
const GAPS: Readonly<Record<Speed, number>> = { slow: 1000, normal: 500, fast: 250, none: 0 };

/** With a clock, all that waits is shown within this time. */
const LONGEST_ON_A_CLOCK = 1000;

/** Milliseconds to wait after an update is shown while `waiting` more are there; the first of them has
 * waited for `elapsed` already. */
export function pauseAfter(update: Update, waiting: number, elapsed: number): number {
  const phases: Phases = update.events.flatMap(({ steps }) => steps ?? []);
  const gap = GAPS[settings.peek().speed];
  const moved = update.events.some(({ action }) => action !== null);
  if (!gap || !moved) return 0;
  const pause = Math.max(gap, phases.reduce((sum, phase) => sum + phaseTime(phase), 0) + gap / 2);
  if (!update.state.clock) return pause;
  return Math.max(0, Math.min(pause, (LONGEST_ON_A_CLOCK - elapsed) / (waiting + 1)));
}
