/** The service worker, which shows a page when the server is away: where browsers allow one. */
import { siteAddress } from "../net/site";

export function registerWorker(): void {
  if (!import.meta.env.PROD || !isSecureContext || !("serviceWorker" in navigator)) return;
  window.addEventListener("load", () => {
    // a browser that forbids it plays without
    navigator.serviceWorker.register(siteAddress("/service-worker.js")).catch(() => undefined);
  });
}
