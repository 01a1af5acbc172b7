/** What is heard at a table: moves, one's turn, the end. */
import { useEffect, useRef } from "preact/hooks";
import { skinOf } from "../../games";
import type { GameEntry, TableView } from "../../net/types";
import { sound } from "../../parts/sound";
import type { TableModel } from "../../state/table";
import { hasEnded, hasWon } from "./endings";

export function useSounds(model: TableModel, now: TableView, game: GameEntry): void {
  const ended = hasEnded(now);
  const before = useRef(ended);
  useEffect(() => {
    if (model.motion.value) sound(skinOf(game.name).material);
  }, [model.motion.value]);
  useEffect(() => {
    if (ended && !before.current) sound(hasWon(now) ? "won" : "ended");
    before.current = ended;
  }, [ended]);
}
