/** The moves so far; every board can be looked at again, as it was seen from here. */
import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../../i18n";
import type { Scene, TableView } from "../../net/types";
import { Dialog } from "../../parts/Dialog";
import { say } from "../../parts/Toast";
import type { TableModel } from "../../state/table";
import type { TableProps } from "./Play";

export interface Past {
  /** How many actions led to the board that is looked at; null: the present. */
  readonly at: number | null;
  readonly scene: Scene | null;
  step(by: number): void;
  look(at: number | null): void;
}

export function usePast(model: TableModel, now: TableView): Past {
  const [looked, setLooked] = useState<{ at: number; board: number } | null>(null);
  const at = looked?.board === now.board_revision ? looked.at : null; // a new board shows itself
  const scene = at === null ? null : (model.boards.value.get(at) ?? null);
  const missing = at !== null && !scene;
  useEffect(() => {
    if (missing) model.loadHistory().catch((error: Error) => say(error.message));
  }, [missing, now.revision]);
  const look = (wanted: number | null) => {
    const present = wanted === null || wanted >= now.actions.length;
    setLooked(present ? null : { at: Math.max(0, wanted), board: now.board_revision });
  };
  return { at, scene, look, step: (by) => look((at ?? now.actions.length) + by) };
}

export function Moves({ now, past, onClose }: TableProps & { past: Past; onClose?: () => void }) {
  const shown = past.at ?? now.actions.length;
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (list.current && past.at === null) list.current.scrollTop = list.current.scrollHeight;
  }, [now.actions.length, past.at]);
  const body = (
    <section class="moves">
      {!onClose && <h2>{t("act.moves")}</h2>}
      {now.actions.length === 0 ? (
        <p class="quiet-text">{t("moves.empty")}</p>
      ) : (
        <ol ref={list}>
          {now.actions.map((action, at) => (
            <li key={at}>
              <button
                type="button"
                class={action.startsWith("=") ? "quiet chance" : "quiet"}
                aria-current={shown === at + 1 ? "step" : undefined}
                onClick={() => {
                  past.look(at + 1);
                  onClose?.(); // it would hide the board
                }}
              >
                {action}
              </button>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
  return onClose ? <Dialog title={t("act.moves")} onClose={onClose} sheet>{body}</Dialog> : body;
}
