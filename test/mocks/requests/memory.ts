import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { createPlantStoreMock, type PlantStoreMock } from "../../../mocks/index.ts";

declare const gc: () => void;

const MIB = 2 ** 20;
const COUNT = 30;

async function heapMiB(): Promise<number> {
  // Streams and their buffers are freed in a later turn, and the second call frees what the first finalized.
  await setImmediate();
  gc();
  gc();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / MIB;
}

const headers = { authorization: "Bearer valid-token", "content-type": "application/json" };

const send = (mock: PlantStoreMock, body: string, more: Record<string, string> = {}): Promise<Response> =>
  mock.fetch("https://plants.example.com/plants", { method: "POST", headers: { ...headers, ...more }, body });

const REQUESTS: Readonly<Record<string, (mock: PlantStoreMock, id: number) => Promise<Response>>> = {
  "long plants": (mock, id) => send(mock, `{"id":${id},"name":"${"x".repeat(MIB - 100)}"}`),
  "long headers": (mock, id) => send(mock, "{}", { x: String(id).padEnd(MIB, "x") }),
};

for (const [name, request] of Object.entries(REQUESTS)) {
  const mock = createPlantStoreMock({ token: "valid-token" });
  const before = await heapMiB();
  for (let id = 0; id < COUNT; id++) {
    await (await request(mock, id)).text();
    mock.plants.clear();
  }
  const usedMiB = (await heapMiB()) - before;
  assert.equal(mock.requests.length, COUNT);
  // A substring would keep the whole text, which is 30 MiB.
  assert.ok(usedMiB <= 8, `${COUNT} records of ${name}: ${usedMiB} MiB`);
}
