/** A dialog over the page; Esc and a click beside it close it. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../i18n";
import { dialogs, Toast } from "./Toast";

interface Props {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  readonly sheet?: boolean;
}

export function Dialog({ title, onClose, children, sheet = false }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    dialogs.value++;
    return () => {
      dialogs.value--;
      shown?.close(); // gives the focus back
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class={sheet ? "sheet" : ""}
      aria-label={title}
      onClose={onClose}
      onClick={(event) => {
        // the second half of a double click was not meant for what the first half has opened
        if (event.target === dialog.current && event.detail < 2) dialog.current?.close();
      }}
    >
      <header>
        <h2>{title}</h2>
        <button type="button" class="quiet" onClick={() => dialog.current?.close()}>
          {t("act.close")}
        </button>
      </header>
      <div class="dialog-body">{children}</div>
      <Toast />
    </dialog>
  );
}
