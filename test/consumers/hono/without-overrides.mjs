/** Checks the mock in Hono, with the Request and Response of Node instead of those of @hono/node-server. */
import { once } from "node:events";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { createMockApp } from "plant-store-sdk/mocks/app";
import { runSteps } from "./mock-app-steps.mjs";

const mock = createMockApp({ basePath: "/mock" });
const app = new Hono().mount("/mock", mock.fetch, { replaceRequest: false });
const server = serve({ fetch: app.fetch, hostname: "127.0.0.1", port: 0, overrideGlobalObjects: false });
await once(server, "listening");
await runSteps({ url: `http://127.0.0.1:${server.address().port}/mock` });
server.closeAllConnections();
server.close();
