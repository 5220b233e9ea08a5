import middie from "@fastify/middie";
import Fastify from "fastify";
import { createMockMiddleware } from "plant-store-sdk/mocks/server";

const app = Fastify();
if (process.env.NODE_ENV === "development") {
  await app.register(middie);
  app.use("/mock", createMockMiddleware());
}
await app.listen({ port: 3000 });
