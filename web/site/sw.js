// Caches all files of the site, so that it works offline after the first visit.
importScripts("files.js");

const NAME = `alula-${self.VERSION}`;

self.addEventListener("install", (event) => {
    const store = async () => {
        const cache = await caches.open(NAME);
        await cache.addAll(self.FILES.map((file) => new Request(file, { cache: "reload" })));
        await self.skipWaiting();
    };
    event.waitUntil(store());
});

self.addEventListener("activate", (event) => {
    const clean = async () => {
        const old = (await caches.keys()).filter((name) => name.startsWith("alula-") && name !== NAME);
        await Promise.all(old.map((name) => caches.delete(name)));
        await self.clients.claim();
    };
    event.waitUntil(clean());
});

self.addEventListener("fetch", (event) => {
    const url = new URL(event.request.url);
    if (event.request.method !== "GET" || url.origin !== location.origin) return;
    const answer = async () => {
        const cache = await caches.open(NAME);
        const path = url.pathname.endsWith("/") ? new URL("index.html", url) : event.request;
        return (await cache.match(path, { ignoreSearch: true })) ?? fetch(event.request);
    };
    event.respondWith(answer());
});
