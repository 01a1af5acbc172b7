/** A hint for the position on the board; gone when the position is. */
import { useState } from "preact/hooks";
import { pathOf } from "../../board/choice";
import { t } from "../../i18n";
import { percent } from "../../i18n/intl";
import { api, ApiError } from "../../net/api";
import type { GameEntry, TableView, Thought } from "../../net/types";
import { say } from "../../parts/Toast";
import type { TableModel } from "../../state/table";
import { worthFor } from "../worth";
import { actingSeat, partnersOf } from "./people";

export interface Hint {
  readonly path: readonly string[];
  /** What the move is worth; empty: there is no hint. */
  readonly text: string;
  readonly busy: boolean;
  ask(): Promise<void>;
}

export function useHint(model: TableModel, game: GameEntry, now: TableView): Hint {
  const [answer, setAnswer] = useState<{ found: Thought; board: number } | null>(null);
  const [busy, setBusy] = useState(false);
  const found = answer?.board === now.board_revision ? answer.found : null;
  const seat = actingSeat(now);
  const side = seat === null ? [] : partnersOf(game, now, seat);
  return {
    path: found && now.scene ? pathOf(now.scene.touches, found.best) : [],
    text: found && side.length ? worth(found, side) : "",
    busy,
    async ask() {
      if (seat === null || busy || !now.you.hints) return;
      setBusy(true);
      try {
        const board = now.board_revision;
        setAnswer({ found: await api.hint(model.id, seat), board });
      } catch (error) {
        if (error instanceof ApiError) say(error.message);
        else throw error;
      } finally {
        setBusy(false);
      }
    },
  };
}

function worth(thought: Thought, side: readonly number[]): string {
  const found = worthFor(thought, side);
  return typeof found === "number" ? t("hint.about", { share: percent(found) }) : t(`hint.proved.${found}`);
}
