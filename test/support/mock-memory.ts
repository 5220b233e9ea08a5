import { setImmediate } from "node:timers/promises";
import { readNewPlants } from "../../mocks/json.ts";
import { createPlantStoreMock } from "../../mocks/mock.ts";

declare const gc: () => void;

const MIB = 2 ** 20;
const URL = "https://plants.example.com/plants";
const heapMiB = () => {
  gc();
  gc(); // frees what the first call finalized
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / MIB;
};

type Mock = ReturnType<typeof createPlantStoreMock>;

const post = async (mock: Mock, body: string, headers: Record<string, string> = {}) => {
  const defaults = { authorization: "Bearer valid-token", "content-type": "application/json" };
  const response = await mock.fetch(URL, { method: "POST", headers: { ...defaults, ...headers }, body });
  await response.text();
};
const createBody = (id: number) => `{"id":${id},"name":"${"x".repeat(MIB - 40)}"}`;

const requests: Readonly<Record<string, (mock: Mock, id: number) => Promise<void>>> = {
  created: (mock, id) => post(mock, createBody(id)),
  refused: (mock, id) => post(mock, createBody(id), { authorization: "Bearer wrong-token" }),
  responses(mock) {
    mock.failNext(() => new Response("x".repeat(MIB)));
    return post(mock, "{}");
  },
  headers: (mock, id) => post(mock, "{}", { "x-large": String(id).padEnd(MIB, "x") }),
  "many headers": (mock) =>
    post(mock, "{}", Object.fromEntries(Array.from({ length: 2_000 }, (_, i) => [`x${i}`, ""]))),
  "texts with tokens": (mock, id) => post(mock, `{"id":${id},"name":"valid-token ${"ф".repeat(30_000)}"}`),
};
const repeat = (text: string, before = "", after = "") =>
  before + text.repeat(Math.floor((MIB - before.length - after.length) / text.length)) + after;

const json: Readonly<Record<string, () => string>> = {
  "empty objects": () => repeat("{},", "[", "{}]"),
  "empty objects as a tag": () => repeat("{},", '{"id":1,"name":"","tag":[', "{}]}"),
  "empty objects in an unknown field": () => repeat("{},", '{"id":1,"name":"","x":[', "{}]}"),
  "an array of empty plants": () => repeat('{"id":1},', "[", "{}]"),
  "nested arrays": () => "[".repeat(MIB / 2) + "]".repeat(MIB / 2),
  digits: () => repeat("1", '{"name":"","id":', "}"),
  escapes: () => repeat("\\u0000", '{"id":1,"name":"', '"}'),
  "short strings": () => repeat('"a",', '{"id":1,"name":"","x":[', '""]}'),
  members: () => repeat('"a":0,', '{"id":1,"name":"",', '"b":0}'),
  "a name of two-byte characters": () => `{"id":1,"name":"${"ф".repeat(MIB / 2 - 20)}"}`,
};

/** Nothing is collected in the meantime, so garbage counts too. */
function measureReading(text: string): number {
  // A flat string, like a decoded body.
  const flat = Buffer.from(text).toString();
  const results: unknown[] = [];
  const before = heapMiB();
  try {
    results.push(readNewPlants(flat));
  } catch (error) {
    results.push(error);
  }
  const { heapUsed, external } = process.memoryUsage();
  results.length = 0;
  return (heapUsed + external) / MIB - before;
}

async function measureRecords(send: (mock: Mock, id: number) => Promise<void>, count: number): Promise<number> {
  const mock = createPlantStoreMock({ token: "valid-token" });
  await post(mock, '{"id":0,"name":"warm"}');
  const before = heapMiB();
  for (let id = 1; id <= count; id++) {
    await send(mock, id);
    mock.plants.clear();
  }
  for (const { newPlant, ...request } of mock.requests) {
    JSON.stringify({ ...request, name: newPlant?.name });
  }
  await setImmediate(); // streams and their buffers are freed in a later turn
  const used = heapMiB() - before;
  if (mock.requests.length < 20) {
    throw new Error("The records are missing.");
  }
  return used;
}

const [name = ""] = process.argv.slice(2);
console.log(
  JSON.stringify(
    name === "json"
      ? Object.fromEntries(Object.entries(json).map(([title, text]) => [title, measureReading(text())]))
      : await measureRecords(
          requests[name] as (typeof requests)[string],
          ["created", "headers"].includes(name) ? 150 : 500,
        ),
  ),
);
