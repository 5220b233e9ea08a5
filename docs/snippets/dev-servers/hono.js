import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { createMockApp } from "plant-store-sdk/mocks/app";

const mock = createMockApp({ basePath: "/mock" });
// Bun knows the client's address only of the request that it passed, which Hono replaces by default.
const app = new Hono().mount("/mock", mock.fetch, { replaceRequest: false });

serve({ fetch: app.fetch, hostname: "127.0.0.1", port: 4010 });
