import { test } from "node:test";
import { Hono } from "hono";
import { createMockApp } from "plant-store-sdk/mocks/app";
import { runStep, steps } from "../mock-app-steps.mjs";

// #region serve
const app = createMockApp({ basePath: "/my/mock" });
// Bun knows the address of its own request only, which Hono replaces by default.
const hono = new Hono().mount("/my/mock", app.fetch, { replaceRequest: false });
// #endregion

function serve() {
  if (globalThis.Bun) {
    const server = Bun.serve({ fetch: hono.fetch, port: 0 });
    return { port: server.port, stop: () => server.stop(true) };
  }
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, hono.fetch);
  return { port: server.addr.port, stop: () => server.shutdown() };
}

for (const title of Object.keys(steps)) {
  test(title, async () => {
    const { port, stop } = serve();
    await runStep({ url: `http://127.0.0.1:${port}/my/mock` }, title);
    await stop();
  });
}
