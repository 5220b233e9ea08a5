import express from "express";
import { createMockMiddleware } from "plant-store-sdk/mocks/server";
import { createApp } from "./express-app.js";

const { PLANT_STORE_URL } = process.env;
const app = express();
if (PLANT_STORE_URL === undefined) {
  console.warn("PLANT_STORE_URL isn't set, so plants go to the mock.");
  app.use("/mock", createMockMiddleware());
}
const baseUrl = PLANT_STORE_URL ?? "http://localhost:3000/mock";
const timeoutMs = 8_000; // Docker waits for 10 seconds after SIGTERM
app.use(createApp({ baseUrl, timeoutMs }, (request) => /^Bearer (.+)$/i.exec(request.get("authorization") ?? "")?.[1]));
const server = app.listen(3000, "localhost");
process.once("SIGTERM", () => server.close()); // lets calls end
