import { createMockApp } from "plant-store-sdk/mocks/app";

const { scope } = registration;
const { origin, pathname: basePath } = new URL("mock", scope);
// A worker doesn't know the address of the client, so the host name must be listed.
const app = createMockApp({ basePath, controlHosts: [location.hostname] });

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("message", (event) => event.waitUntil(clients.claim())); // after Shift+reload
addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin === origin && `${url.pathname}/`.startsWith(`${basePath}/`)) {
    event.respondWith(app.fetch(request));
  } else if (request.method === "GET" && request.url.startsWith(scope)) {
    event.respondWith(fetchOrMatch(request));
  }
});

/** Prefers the network, so that a new build replaces what is cached. */
async function fetchOrMatch(request) {
  const cache = await caches.open(scope);
  const isPage = request.mode === "navigate";
  const response = await fetch(request).catch(() => Response.error());
  if (response.status === 200 && !/no-store/.test(response.headers.get("cache-control"))) {
    await cache.put(request, response.clone()).catch(console.warn); // such as without storage
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
