import { createPlantStoreMock } from "../dist/mocks.js";
import { compare } from "./compare.mjs";

const URL = "https://plants.example.com/plants";
const headers = { authorization: "Bearer an-access-token", "content-type": "application/json" };

async function send(fetch, body) {
  const response = await fetch(URL, { method: "POST", headers, body });
  return response.text();
}

/** The processor time of `mock.fetch`, relative to a stub that parses the request and returns its fields. */
export async function compareMockFetch(effort) {
  const stub = async (_url, { body }) => {
    const { name, tag } = JSON.parse(body);
    return Response.json({ name, tag });
  };
  const mock = createPlantStoreMock();
  const body = '{"id":9007199254740993,"name":"Monstera deliciosa","tag":"tropical"}';
  const tasks = { stub: () => send(stub, body), mock: () => send(mock.fetch, body) };
  return (await compare(tasks, { ...effort, calls: 50, beforeRound: mock.reset })).mock;
}

/** The bytes of each plant, and the processor time to create another one, relative to a mock with a thousand. */
export async function measureGrowth(effort, plantCount) {
  const plant = (id) => ({ id, name: `Plant ${id}`, tag: "indoor" });
  const fill = (count) => {
    const mock = createPlantStoreMock({ duplicateIds: "reject" });
    for (let id = 0; id < count; id++) {
      mock.plants.add(plant(id));
    }
    return mock;
  };
  const create = (mock) => send(mock.fetch, JSON.stringify(plant(mock.plants.size)));
  fill(2_000); // Compiles the code, so that its size isn't counted.
  const emptyBytes = readHeapBytes();
  const large = fill(plantCount);
  const bytes = (readHeapBytes() - emptyBytes) / plantCount;
  let small;
  const tasks = { small: () => create(small), large: () => create(large) };
  const beforeRound = () => {
    small = fill(1_000);
  };
  return { bytes: Math.round(bytes), time: (await compare(tasks, { ...effort, calls: 50, beforeRound })).large };
}

function readHeapBytes() {
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
