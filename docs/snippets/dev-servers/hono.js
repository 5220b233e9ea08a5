import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { createMockApp } from "plant-store-sdk/mocks/app";

const mock = createMockApp({ basePath: "/mock" }); // the path of the mount, which Hono leaves in the request
// By default, Hono replaces the request, and Bun knows the client's address only for its own.
const app = new Hono().mount("/mock", mock.fetch, { replaceRequest: false });

serve({ fetch: app.fetch, hostname: "127.0.0.1", port: 4010 });
