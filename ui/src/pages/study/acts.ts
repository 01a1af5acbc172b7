/** What is written of a game, act by act: moves, what chance did, who left or ran out of time. */

export const isChance = (act: string): boolean => act.startsWith("=");

/** Did somebody leave, or run out of time? */
export const isLeaving = (act: string): boolean => act.startsWith("!");

export const isMove = (act: string): boolean => !isChance(act) && !isLeaving(act);

/** Does a line begin with these acts? */
export const begins = (all: readonly string[], acts: readonly string[]): boolean => acts.every((act, at) => all[at] === act);

/** Where a walk stops: before the first move, and after each with all that chance does then. */
export const stopsOf = (acts: readonly string[]): readonly number[] => [
  ...acts.flatMap((act, at) => (isMove(act) ? [at] : [])),
  acts.length,
];
