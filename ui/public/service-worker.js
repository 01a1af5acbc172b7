// Shows a helpful page when the server is away, and nothing else: pages, scripts and answers of the
// server are never kept, so that nobody meets an old one.
const LANGUAGE = new URL(self.location.href).searchParams.get("lang") ?? "en";
const KEPT = `offline-2-${LANGUAGE}`;
const OFFLINE = `offline/${LANGUAGE}.html`; // beside this file

self.addEventListener("install", (event) => {
  const fresh = new Request(OFFLINE, { cache: "reload" });
  event.waitUntil(caches.open(KEPT).then((cache) => cache.add(fresh)));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  const old = (names) => names.filter((name) => name !== KEPT);
  const tidy = caches.keys().then((names) => Promise.all(old(names).map((name) => caches.delete(name))));
  event.waitUntil(tidy.then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  if (event.request.mode !== "navigate") return;
  const away = async (error) => {
    const page = await caches.match(OFFLINE);
    if (!page) throw error;
    return page;
  };
  event.respondWith(fetch(event.request).catch(away));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { url } = event.notification.data;
  const show = async () => {
    const windows = await self.clients.matchAll({ type: "window" });
    const open = windows.find((one) => new URL(one.url).pathname === url);
    return open ? open.focus() : self.clients.openWindow(url);
  };
  event.waitUntil(show());
});
