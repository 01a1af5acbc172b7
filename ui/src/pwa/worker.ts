/** The service worker, which shows a page when the server is away: where browsers allow one. */
import { effect } from "@preact/signals";
import { spoken } from "../i18n";
import { siteAddress } from "../net/site";

export function registerWorker(): void {
  if (!import.meta.env.PROD || !isSecureContext || !("serviceWorker" in navigator)) return;
  window.addEventListener("load", () => {
    effect(() => {
      const address = `${siteAddress("/service-worker.js")}?lang=${spoken.value.language}`;
      // a browser that forbids it plays without
      navigator.serviceWorker.register(address).catch(() => undefined);
    });
  });
}
