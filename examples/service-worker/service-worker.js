import { createMockApp } from "plant-store-sdk/mocks/app";

const { origin, pathname: basePath } = new URL("mock", registration.scope);
// A worker doesn't know the address of the client, so the host name must be listed.
const app = createMockApp({ basePath, controlHosts: [location.hostname] });

addEventListener("install", () => skipWaiting());
addEventListener("message", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (url.origin === origin && `${url.pathname}/`.startsWith(`${basePath}/`)) {
    event.respondWith(app.fetch(event.request));
  }
});
