/** How long motions take, in milliseconds, on every board. */
import type { Motion } from "../net/types";

export const TIMES: Readonly<Record<string, number>> = { slide: 180, turn: 260, fall: 220, enter: 180, leave: 120 };

export const motionTime = (kind: string): number => TIMES[kind] ?? 180;

/** The motions of a phase go on together: it lasts as long as its longest. */
export const phaseTime = (phase: readonly Motion[]): number =>
  Math.max(0, ...phase.map(({ phase: kind }) => motionTime(kind)));
