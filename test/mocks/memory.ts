import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { LightSignal } from "../../mocks/abort.ts";
import type { Fault } from "../../mocks/faults.ts";
import { decodeText, newPlantFromJson, plantsFromJson } from "../../mocks/json.ts";
import { createPlantStoreMock, type PlantStoreMock } from "../../mocks/mock.ts";
import { handleRequest } from "../../mocks/pipeline.ts";
import { createMockState } from "../../mocks/state.ts";

declare const gc: () => void;

const MIB = 2 ** 20;
const COUNT = 100;

async function heapMiB(): Promise<number> {
  // Streams and their buffers are freed in a later turn, and the second call frees what the first finalized.
  await setImmediate();
  gc();
  gc();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / MIB;
}

const repeat = (text: string, before = "", after = "") =>
  before + text.repeat(Math.floor((MIB - before.length - after.length) / text.length)) + after;

const request = {
  method: "POST",
  url: "https://plants.example.com/plants",
  headers: { authorization: "Bearer valid-token", "content-type": "application/json" },
};

/** Sends a Request, whose stream the mock reads as a server does. */
const send = (mock: PlantStoreMock, body: string, headers: Record<string, string> = {}): Promise<Response> =>
  mock.fetch(new Request(request.url, { ...request, headers: { ...request.headers, ...headers }, body }));

const newPlant = (id: number, start = "") => repeat("x", `{"id":${id},"name":"${start}`, '"}');

function receiveLongResponse(mock: PlantStoreMock): Promise<Response> {
  mock.failNext(() => new Response("x".repeat(MIB)));
  return send(mock, "{}");
}

async function measureRecords(create: (mock: PlantStoreMock, id: number) => Promise<Response>): Promise<number> {
  const mock = createPlantStoreMock({ token: "valid-token" });
  const before = await heapMiB();
  for (let id = 0; id < COUNT; id++) {
    await (await create(mock, id)).text();
    mock.plants.clear();
  }
  const used = (await heapMiB()) - before;
  assert.equal(mock.requests.length, COUNT);
  return used;
}

/** Requests as a server has them: nobody else keeps their bytes. */
async function measureWaiting(fault: Fault, count: number): Promise<number> {
  const state = createMockState({});
  state.faults.add(Array.from({ length: count }, () => ({ fault, times: 1 })));
  const shared = { ...request, headers: new Headers(request.headers), signal: new LightSignal() };
  const before = await heapMiB();
  const responses: Promise<unknown>[] = [];
  for (let id = 0; id < count; id++) {
    responses.push(handleRequest(state, { ...shared, readBody: async () => new TextEncoder().encode(newPlant(id)) }));
    await setImmediate();
  }
  const used = (await heapMiB()) - before;
  state.reset();
  await Promise.all(responses);
  return used;
}

/** The heap's limit bounds what reading takes at most. This is what is left when its results are gone. */
async function measureReading(text: string): Promise<number> {
  const bytes = new TextEncoder().encode(text);
  const before = await heapMiB();
  for (const read of [newPlantFromJson, plantsFromJson]) {
    try {
      read(decodeText(bytes));
    } catch {}
  }
  return (await heapMiB()) - before;
}

const MEASUREMENTS: readonly [name: string, mostMiB: number, measure: () => Promise<number>][] = [
  ["100 plants", 12, () => measureRecords((mock, id) => send(mock, newPlant(id)))],
  ["100 plants with tokens", 12, () => measureRecords((mock, id) => send(mock, newPlant(id, "valid-token ")))],
  ["100 long headers", 12, () => measureRecords((mock, id) => send(mock, "{}", { x: String(id).padEnd(MIB, "x") }))],
  ["100 long responses", 12, () => measureRecords(receiveLongResponse)],
  ["100 requests that hang", 12, () => measureWaiting("timeout", COUNT)],
  ["30 delayed requests, of which the NewPlants remain", 40, () => measureWaiting({ delayMs: 1_000_000 }, 30)],
  ["empty objects", 4, () => measureReading(repeat("{},", '{"id":1,"name":"","x":[1.5,', "{}]}"))],
  ["small plants", 4, () => measureReading(repeat('{"id":1,"name":""},', "[", '{"id":1,"name":""}]'))],
  ["nested arrays", 4, () => measureReading("[".repeat(MIB / 2) + "]".repeat(MIB / 2))],
  ["digits", 4, () => measureReading(repeat("1", '{"name":"","id":', "}"))],
  ["numbers", 4, () => measureReading(repeat("1,", '{"id":1.0,"name":"","x":[', "1]}"))],
  ["escapes", 4, () => measureReading(repeat("\\u0000", '{"id":1.0,"name":"', '"}'))],
  ["members", 4, () => measureReading(repeat('"a":0,', '{"id":1.0,"name":"",', '"b":0}'))],
];

for (const [name, mostMiB, measure] of MEASUREMENTS) {
  const usedMiB = await measure();
  assert.ok(usedMiB <= mostMiB, `${name}: ${usedMiB} MiB`);
}
