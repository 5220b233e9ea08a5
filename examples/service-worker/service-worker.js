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
  const newest = { cache: "no-cache" }; // startWorker() caches the newest page, so its files must load now
  const response = await fetch(request, newest).catch(() => Response.error());
  if (response.ok || response.type === "opaqueredirect") {
    return response;
  }
  const page = await fetch(scope, newest).catch(() => caches.match(scope, { ignoreVary: true }));
  return page?.redirected ? new Response(page.body, page) : (page ?? response); // browsers refuse a redirected page
}

/** Prefers the network, so that a new build replaces what is cached. */
async function fetchOrMatch(request) {
  const cache = await caches.open(scope);
  const response = await fetch(request).catch(() => Response.error());
  const { ok, status, headers } = response;
  // Some static hosts respond with the page to any path.
  const isPage = request.destination !== "" && /text\/html/.test(headers.get("content-type"));
  if (!ok || isPage) {
    // An open page of an older build needs its own files.
    return (await cache.match(request, { ignoreVary: true })) ?? response;
  }
  if (status === 200 && !/no-store/.test(headers.get("cache-control"))) {
    await cache.put(request, response.clone()).catch(console.warn); // such as without storage
  }
  return response;
}
