/** What this browser's person has learnt, and whether a course is still worth offering. */
import { remember, settings } from "../../state/settings";

export const doneOf = (game: string): readonly string[] => {
  const done = settings.value.learnt[game];
  return Array.isArray(done) ? done : [];
};

export function markDone(game: string, exercise: string): void {
  const done = doneOf(game);
  if (!done.includes(exercise)) remember({ learnt: { ...settings.value.learnt, [game]: [...done, exercise] } });
}

/** Is the game new to somebody who has not said no? */
export const isOffered = (game: string): boolean => !doneOf(game).length && !settings.value.unoffered.includes(game);

export const decline = (game: string): void => {
  if (isOffered(game)) remember({ unoffered: [...settings.value.unoffered, game] });
};
