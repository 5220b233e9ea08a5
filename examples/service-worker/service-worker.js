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
    event.respondWith(request.mode === "navigate" ? fetchPage(request) : fetchOrMatch(request));
  }
});

/** All paths of the page's router have one page. The host may have others. */
async function fetchPage(request) {
  const response = await fetch(request).catch(() => Response.error());
  if (response.type !== "error" && response.status !== 404) {
    return response;
  }
  const page = await fetchOrMatch(new Request(scope, { cache: "no-cache" }));
  return page.redirected ? new Response(page.body, page) : page; // browsers refuse a redirected page
}

/** Prefers the network, so that a new build replaces what is cached. */
async function fetchOrMatch(request) {
  const cache = await caches.open(scope);
  const response = await fetch(request).catch(() => Response.error());
  const { status, headers } = response;
  // Some static hosts respond with the page to any path.
  const isMissing = status === 404 || (request.destination !== "" && /text\/html/.test(headers.get("content-type")));
  if (status === 200 && !isMissing && !/no-store/.test(headers.get("cache-control"))) {
    await cache.put(request, response.clone()).catch(console.warn); // such as without storage
  }
  // An open page of an older build needs its own files.
  return response.type !== "error" && !isMissing
    ? response
    : ((await cache.match(request, { ignoreVary: true })) ?? response);
}
