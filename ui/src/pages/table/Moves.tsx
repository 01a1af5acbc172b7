/** The moves so far; where nothing is hidden, any position can be looked at again. */
import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../../i18n";
import { api } from "../../net/api";
import type { Scene, Snapshot } from "../../net/types";
import { Dialog } from "../../parts/Dialog";
import { say } from "../../parts/Toast";
import type { TableProps } from "./Play";

export interface Past {
  /** How many acts are on the board that is looked at; null: the present. */
  readonly at: number | null;
  readonly scene: Scene | null;
  step(by: number): void;
  look(at: number | null): void;
}

export function usePast(now: Snapshot): Past {
  const [looked, setLooked] = useState<{ at: number; position: number } | null>(null);
  const [found, setFound] = useState<{ at: number; position: number; scene: Scene } | null>(null);
  const at = looked?.position === now.position ? looked.at : null; // a new position shows itself
  const open = !now.acts.includes("=?");
  useEffect(() => {
    if (at === null) return;
    let gone = false;
    const known = { at, position: now.position };
    const { game, players = null, options = {}, position = null } = now.setting;
    api.position({ game, players, options, position, moves: now.acts.slice(0, at) }).then(
      ({ scene }) => !gone && setFound({ ...known, scene }),
      (error: Error) => say(error.message),
    );
    return () => {
      gone = true;
    };
  }, [at]);
  const look = (wanted: number | null) => {
    const present = !open || wanted === null || wanted >= now.acts.length;
    setLooked(present ? null : { at: Math.max(0, wanted), position: now.position });
  };
  const scene = found && found.at === at && found.position === now.position ? found.scene : null;
  return { at, scene, look, step: (by) => look((at ?? now.acts.length) + by) };
}

export function Moves({ now, past, onClose }: TableProps & { past: Past; onClose?: () => void }) {
  const shown = past.at ?? now.acts.length;
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (list.current && past.at === null) list.current.scrollTop = list.current.scrollHeight;
  }, [now.acts.length, past.at]);
  const body = (
    <section class="moves">
      {!onClose && <h2>{t("act.moves")}</h2>}
      {now.acts.length === 0 ? (
        <p class="quiet-text">{t("moves.empty")}</p>
      ) : (
        <ol ref={list}>
          {now.acts.map((act, at) => (
            <li key={at}>
              <button
                type="button"
                class={act.startsWith("=") ? "quiet chance" : "quiet"}
                aria-current={shown === at + 1 ? "step" : undefined}
                onClick={() => {
                  past.look(at + 1);
                  onClose?.(); // it would hide the board
                }}
              >
                {act}
              </button>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
  return onClose ? <Dialog title={t("act.moves")} onClose={onClose} sheet>{body}</Dialog> : body;
}
