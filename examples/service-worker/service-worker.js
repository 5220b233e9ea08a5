import { createMockApp } from "plant-store-sdk/mocks/app";

// A worker doesn't know the address of the client, so the host name must be listed.
const app = createMockApp({ basePath: "/mock", controlHosts: [location.hostname] });

addEventListener("install", () => skipWaiting());
addEventListener("message", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => {
  const { origin, pathname } = new URL(event.request.url);
  if (origin === location.origin && /^\/mock(?:\/|$)/.test(pathname)) {
    event.respondWith(app.fetch(event.request));
  }
});
