/** The service worker, which shows a page when the server is away: where browsers allow one. */
import { computed, effect } from "@preact/signals";
import { spoken } from "../i18n";
import { siteAddress } from "../net/site";

/** Where ui/public/service-worker.js looks for it, whatever the language. */
const CACHE = "offline-3";
const OFFLINE = "/offline.html";

/** Keep the page for times without the server in this language; without one the browser's own must do. */
async function keepOffline(language: string): Promise<void> {
  const fresh = await fetch(siteAddress(`/offline/${language}.html`), { cache: "no-cache" });
  if (fresh.ok && spoken.value.language === language)
    await (await caches.open(CACHE)).put(siteAddress(OFFLINE), fresh);
}

export function registerWorker(): void {
  if (!import.meta.env.PROD || !isSecureContext || !("serviceWorker" in navigator)) return;
  const register = () => {
    // a browser that forbids it plays without
    navigator.serviceWorker.register(siteAddress("/service-worker.js")).catch(() => undefined);
    const language = computed(() => spoken.value.language);
    effect(() => {
      keepOffline(language.value).catch(() => undefined);
    });
  };
  // the texts came first, and may have come after all the rest
  if (document.readyState === "complete") register();
  else window.addEventListener("load", register);
}
