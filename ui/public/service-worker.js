// Shows a helpful page when the server is away, and nothing else: pages, scripts and answers of the
// server are never kept, so that nobody meets an old one. The page keeps it in its own language
// (ui/src/pwa/worker.ts): a worker of its own for each language would be exchanged while pages are
// opened, and Chromium leaves such a page hanging for ever. For the same reason a new worker waits
// until the old one is not needed any more.
const CACHE = "offline-3";
const OFFLINE = "offline.html"; // beside this file
const OLD = /^offline-[12]\b/;

self.addEventListener("activate", (event) => {
  const old = (names) => names.filter((name) => OLD.test(name));
  const tidy = caches.keys().then((names) => Promise.all(old(names).map((name) => caches.delete(name))));
  event.waitUntil(tidy.then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  if (event.request.mode !== "navigate") return;
  const away = async (error) => {
    const page = await caches.match(OFFLINE, { cacheName: CACHE });
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
