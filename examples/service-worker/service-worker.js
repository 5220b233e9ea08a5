import { createMockApp } from "plant-store-sdk/mocks/app";

const { scope } = registration;
const { origin, pathname: basePath } = new URL("mock", scope);
// A worker doesn't know the address of the client, so the host name must be listed.
const app = createMockApp({ basePath, controlHosts: [location.hostname] });

addEventListener("install", () => skipWaiting());
// The page sends the URLs that it has loaded before the worker controlled it.
addEventListener("message", (event) => event.waitUntil(cacheAll(event.data).then(() => clients.claim())));
addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin === origin && `${url.pathname}/`.startsWith(`${basePath}/`)) {
    event.respondWith(app.fetch(request));
  } else if (request.method === "GET" && request.url.startsWith(scope)) {
    event.respondWith(fetchOrMatch(request));
  }
});

async function cacheAll(urls) {
  const cache = await caches.open(scope);
  await Promise.allSettled(urls.filter((url) => url.startsWith(scope)).map((url) => cache.add(url)));
}

/** Prefers the network, so that a new build replaces what is cached. */
async function fetchOrMatch(request) {
  const cache = await caches.open(scope);
  const isPage = request.mode === "navigate";
  const response = await fetch(request).catch(() => Response.error());
  if (response.status === 200) {
    await cache.put(request, response.clone());
  }
  if (isPage && response.status === 404) {
    // A static host has no file for a path of the page's router.
    return fetchOrMatch(new Request(scope, { cache: "no-cache" }));
  }
  // An open page of an older build needs its own files.
  if (response.type !== "error" && response.status !== 404) {
    return response;
  }
  const options = { ignoreVary: true };
  const cached = (await cache.match(request, options)) ?? (isPage ? await cache.match(scope, options) : undefined);
  return cached ?? response;
}
