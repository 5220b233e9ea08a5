import express from "express";
import { createMockMiddleware } from "plant-store-sdk/mocks/server";
import { createApp } from "./express-app.js";

const { PLANT_STORE_URL: baseUrl = "http://localhost:3000/mock" } = process.env;
const server = express();
server.use("/mock", createMockMiddleware()); // only for development
server.use(createApp({ baseUrl }, (request) => /^Bearer (.+)$/.exec(request.get("authorization") ?? "")?.[1]));
server.listen(3000, "localhost");
