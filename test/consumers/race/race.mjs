/**
 * Makes calls that end at random moments. A call whose request the service has noted was sent, and no other.
 *
 *   NODE_EXTRA_CA_CERTS=certificate.pem node race.mjs 20000
 */
import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { createPlantStoreClient } from "plant-store-sdk";

const count = Number(process.argv[2] ?? 1_000);
const service = fork("service.mjs");
const [{ ports }] = await once(service, "message");
const clients = ports.map((port, index) =>
  createPlantStoreClient({ baseUrl: `${["http", "https"][index]}://127.0.0.1:${port}`, token: "a-token" }),
);

/** Returns whether the plant may exist. The call is aborted after a random time, or times out. */
async function call(number) {
  const { createPlant } = clients[number % 2];
  const endMs = Math.random() * (number % 3 === 0 ? 15 : 3);
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), number % 4 < 2 ? endMs : 60_000);
  const options = { headers: { "x-call": String(number) }, signal: controller.signal, timeoutMs: 1 + endMs };
  const { mayHaveBeenCreated } = await createPlant({ id: number, name: "Fern" }, options).catch((error) => error);
  clearTimeout(timer);
  return mayHaveBeenCreated;
}

const mayExist = [];
let next = 0;
async function callInTurn() {
  while (next < count) {
    const number = next++;
    mayExist[number] = await call(number);
  }
}
await Promise.all(Array.from({ length: 12 }, callInTurn));

await delay(500);
service.send("report");
const [report] = await once(service, "message");
service.kill();
const arrived = new Set(report.arrived);
const isNoted = (_, number) => arrived.has(String(number));
const wrong = mayExist.filter((may, number) => !may && isNoted(may, number));
const falseDoubts = mayExist.filter((may, number) => may && !isNoted(may, number));
console.log(`${process.version}: ${count} calls, ${arrived.size} arrived, ${falseDoubts.length} false doubts`);
assert.equal(wrong.length, 0);
assert(arrived.size > 0 && arrived.size < count);
assert(falseDoubts.length <= count / 100);
