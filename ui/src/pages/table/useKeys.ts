/** The keys of the table. */
import { useEffect, useRef } from "preact/hooks";

interface Keys {
  undo(): unknown;
  back(): unknown;
  on(): unknown;
  hint(): unknown;
  type(): unknown;
  board(): unknown;
  help(): unknown;
}

export function useKeys(keys: Partial<Keys>): void {
  const press = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    if (/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return;
    if (document.querySelector("dialog[open]")) return;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") {
      event.preventDefault();
      keys.undo?.();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrowsMove = target.closest(".flat, [role=tablist]") !== null;
    const actions: Record<string, (() => unknown) | undefined> = {
      ...(arrowsMove ? {} : { ArrowLeft: keys.back, ArrowRight: keys.on }),
      "?": keys.help,
      h: keys.hint,
      m: keys.type,
      "[": keys.back,
      "]": keys.on,
      "3": keys.board,
    };
    const action = actions[event.key];
    if (action) {
      event.preventDefault();
      action();
    }
  };
  const newest = useRef(press);
  newest.current = press; // keys mean what is on the screen, not what was there before
  useEffect(() => {
    const listen = (event: KeyboardEvent) => newest.current(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}
