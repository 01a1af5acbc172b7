/** Pages that are loaded when the first of them is opened: who only wants to play need not wait for them. */
import { useEffect, useRef, useState } from "preact/hooks";
import { speakWhole } from "../i18n/language";
import { focusMain } from "../parts/focus";
import { Failed } from "../parts/Trouble";
import type { OtherRoute } from "./Other";

type Pages = typeof import("./Other");

let pages: Pages | null = null;

/** Apart from what follows: the bundler makes the styles a part of this promise alone. */
const load = (): Promise<Pages> => import("./Other");

const loadAll = async (): Promise<Pages> => (await Promise.all([load(), speakWhole()]))[0];

export function Later({ here }: { here: OtherRoute }) {
  const [loaded, setLoaded] = useState<Pages | "failed" | null>(pages);
  const main = useRef<HTMLElement>(null);
  const hadFocus = useRef(false);
  useEffect(() => {
    if (pages) return;
    loadAll().then(
      (found) => {
        hadFocus.current = document.activeElement === main.current;
        setLoaded((pages = found));
      },
      () => setLoaded("failed"),
    );
  }, []);
  // the page that comes takes the place of the empty one, which may have the keyboard
  useEffect(() => {
    if (hadFocus.current) focusMain();
  }, [loaded]);
  if (loaded === "failed")
    return (
      <main class="page" id="main">
        <Failed />
      </main>
    );
  return loaded ? <loaded.Other here={here} /> : <main class="page" id="main" aria-busy={true} ref={main} />;
}
