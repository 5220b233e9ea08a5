/** Checks the mock as middleware of Connect and middie at /mock, with and without the option basePath. */
import { equal } from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import middie from "@fastify/middie";
import connect from "connect";
import Fastify from "fastify";
import { createMockMiddleware } from "plant-store-sdk/mocks/server";
import { runSteps } from "./mock-app-steps.mjs";

const hosts = {
  async connect(middleware) {
    const server = createServer(connect().use("/mock", middleware)).listen(0, "127.0.0.1");
    await once(server, "listening");
    return { origin: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
  },
  async middie(middleware) {
    const fastify = Fastify();
    await fastify.register(middie);
    fastify.use("/mock", middleware);
    return { origin: await fastify.listen({ host: "127.0.0.1", port: 0 }), close: () => fastify.close() };
  },
};

for (const [name, serve] of Object.entries(hosts)) {
  for (const options of [{}, { basePath: "/mock" }]) {
    const { origin, close } = await serve(createMockMiddleware(options));
    const url = `${origin}/mock`;
    await runSteps({ url });
    const { message } = await (await fetch(`${url}/trees`)).json();
    const paths = / The page is at (\S+) and the control API at (\S+)\. /.exec(message);
    equal(`${name}: ${paths?.slice(1)}`, `${name}: /mock/,/mock/__mock`);
    await close();
  }
}
