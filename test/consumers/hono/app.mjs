import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { createMockApp } from "plant-store-sdk/mocks/app";
import { runSteps } from "./mock-app-steps.mjs";

// #region serve
const app = createMockApp({ basePath: "/my/mock" });
// Bun knows the address of its own request only, which Hono replaces by default.
const hono = new Hono().mount("/my/mock", app.fetch, { replaceRequest: false });
// #endregion
const server = serve({ fetch: hono.fetch, hostname: "127.0.0.1", port: 0 }, async ({ port }) => {
  await runSteps({ url: `http://127.0.0.1:${port}/my/mock` });
  server.close();
});
