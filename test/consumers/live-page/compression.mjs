/** Checks the page of a mock in Express with compression. */
import compression from "compression";
import express from "express";
import { createMockMiddleware } from "plant-store-sdk/mocks/server";
import { checkLive } from "./check-live.mjs";

const mock = createMockMiddleware({ basePath: "/mock" });
const server = express()
  .use(compression({ threshold: 0 }))
  .use("/mock", mock)
  .listen(0, "127.0.0.1");
await new Promise((resolve) => server.once("listening", resolve));
await checkLive(server.address().port, "/mock");
server.close();
