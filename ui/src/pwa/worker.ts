/** The service worker, which shows a page when the server is away: where browsers allow one. */
import { effect } from "@preact/signals";
import { spoken } from "../i18n";
import { siteAddress } from "../net/site";

export function registerWorker(): void {
  if (!import.meta.env.PROD || !isSecureContext || !("serviceWorker" in navigator)) return;
  const register = () => {
    effect(() => {
      const address = `${siteAddress("/service-worker.js")}?lang=${spoken.value.language}`;
      // a browser that forbids it plays without
      navigator.serviceWorker.register(address).catch(() => undefined);
    });
  };
  // the texts came first, and may have come after all the rest
  if (document.readyState === "complete") register();
  else window.addEventListener("load", register);
}
