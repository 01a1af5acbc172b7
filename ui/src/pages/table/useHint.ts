/** A hint for the position on the board; gone when the position is. */
import { useState } from "preact/hooks";
import { pathOf } from "../../board/choice";
import { t } from "../../i18n";
import { api, ApiError } from "../../net/api";
import type { GameEntry, TableView, Thought } from "../../net/types";
import { say } from "../../parts/Toast";
import type { TableModel } from "../../state/table";
import { actingSeat, partnersOf } from "./people";

export interface Hint {
  readonly path: readonly string[];
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
    path: found && now.scene ? pathOf(now.scene.touches, found.move) : [],
    text: found && side.length ? t("hint.text", { move: found.move, value: worth(found, side) }) : "",
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

function worth({ value }: Thought, side: readonly number[]): string {
  const share = side.reduce((sum, seat) => sum + (value.shares[seat] ?? 0), 0);
  if (!value.proved) return t("hint.about", { share: `${Math.round(share * 100)}%` });
  if (!value.winners.length) return t("hint.proved.draw");
  return value.winners.some((seat) => side.includes(seat)) ? t("hint.proved.win") : t("hint.proved.loss");
}
