/** On from a position that is studied, against the computer. */
import type { Position } from "../../net/types";
import { settings } from "../../state/settings";
import { open } from "../newTable";
import type { Origin } from "./useLine";

/** A table that begins with a position: you in the place of whoever is to move. */
export async function playOn({ game, players, options }: Origin, { text, turn }: Position): Promise<void> {
  if (turn.kind !== "move") return;
  const seats = Array.from({ length: players }, (_, seat) => (seat === turn.seat ? "me" : `level${settings.value.level}`));
  await open({ game, players, options: { ...options }, position: text, order: "chosen", seats });
}
