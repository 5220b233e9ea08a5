/** Prints the size of the client in a bundle, and how many times as long something takes as what it is compared with. */
import { execFileSync } from "node:child_process";
import { Agent, request } from "node:http";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import createOpenapiFetch from "openapi-fetch";
import { createPlantStoreClient, unwrap } from "../dist/index.js";
import { createPlantStoreMock } from "../dist/mocks.js";

const ROUNDS = 31;
const TOKEN = "an-access-token";
const PLANT = '{"id":1042,"name":"Monstera deliciosa","tag":"tropical"}';
const baseUrl = "https://plants.example.com";
const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };
const init = { method: "POST", headers, body: PLANT };

const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** Runs both in turns, and returns the median of the ratio of what `measure` says that they take. */
async function compare(measure, task, reference) {
  const ratios = [];
  for (let round = 0; round <= ROUNDS; round++) {
    ratios.push((await measure(task)) / (await measure(reference)));
  }
  return median(ratios.slice(1)); // the first round warms up
}

/** The processor time of 500 calls. */
async function measureCalls(call) {
  const start = process.cpuUsage();
  for (let count = 0; count < 500; count++) {
    await call();
  }
  const { user, system } = process.cpuUsage(start);
  return user + system;
}

/** A `fetch` that responds at once with the fields of the plant. */
async function stub(_url, { body }) {
  const { name, tag } = JSON.parse(body);
  return Response.json({ name, tag });
}

/** What a careful developer writes by hand. */
async function createByHand() {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), 30_000);
  try {
    const response = await stub(`${baseUrl}/plants`, { ...init, signal: controller.signal });
    const plant = await response.json();
    if (!response.ok) {
      throw new Error(plant.message);
    }
    return plant;
  } finally {
    clearTimeout(timer);
  }
}

const client = createPlantStoreClient({ baseUrl, token: TOKEN, fetch: stub });
const openapiClient = createOpenapiFetch({
  baseUrl,
  headers,
  fetch: async (sent) => stub(sent.url, { body: await sent.text() }),
});
const mock = createPlantStoreMock();

const READY =
  'const { parentPort } = require("node:worker_threads"); const ready = (port) => parentPort.postMessage(port);';
const MOCK_SERVER = `${READY}
  const { startMockServer } = require(${JSON.stringify(fileURLToPath(new URL("../dist/mocks-server.cjs", import.meta.url)))});
  startMockServer().then(({ url }) => ready(Number(new URL(url).port)));`;
const BARE_SERVER = `${READY}
  const server = require("node:http").createServer((request, response) => {
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => response.writeHead(200, { "content-type": "application/json" }).end(Buffer.concat(chunks)));
  });
  server.listen(0, "127.0.0.1", () => ready(server.address().port));`;

const agent = new Agent({ keepAlive: true, maxSockets: 10 });

const send = (port) =>
  new Promise((resolve, reject) => {
    const sent = request({ ...init, agent, port, host: "127.0.0.1", path: "/plants" }, (response) => {
      response.resume().on("end", resolve);
    });
    sent.on("error", reject).end(PLANT);
  });

/** Starts a server in a worker. */
async function startServer(code) {
  const worker = new Worker(code, { eval: true });
  return { worker, port: await new Promise((resolve) => worker.once("message", resolve)) };
}

/** How long the loop of a server is busy with 500 requests over ten connections. */
async function measureServer({ worker, port }) {
  const start = worker.performance.eventLoopUtilization();
  await Promise.all(
    Array.from({ length: 10 }, async () => {
      for (let count = 0; count < 50; count++) {
        await send(port);
      }
    }),
  );
  return worker.performance.eventLoopUtilization(start).active;
}

const sizes = JSON.parse(execFileSync("npx", ["size-limit", "--json"], { encoding: "utf8" }));
const call = () => client.createPlant({ id: 1042, name: "Monstera deliciosa", tag: "tropical" }).then(unwrap);
const callOpenapi = () => openapiClient.POST("/plants", { body: JSON.parse(PLANT) });
const rows = {
  [`${sizes[0].name}, in bytes`]: sizes[0].size,
  "createPlant, compared with a hand-written call": await compare(measureCalls, call, createByHand),
  "openapi-fetch, compared with a hand-written call": await compare(measureCalls, callOpenapi, createByHand),
  "mock.fetch, compared with a stub": await compare(
    measureCalls,
    () => mock.fetch(`${baseUrl}/plants`, init).then((response) => response.text()),
    () => stub(`${baseUrl}/plants`, init).then((response) => response.text()),
  ),
  "startMockServer, compared with node:http": await compare(
    measureServer,
    await startServer(MOCK_SERVER),
    await startServer(BARE_SERVER),
  ),
};
for (const [name, figure] of Object.entries(rows)) {
  console.log(`${name}: ${Number(figure.toPrecision(name.endsWith("bytes") ? 5 : 2))}`);
}
process.exit();
