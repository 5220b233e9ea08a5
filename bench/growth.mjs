/**
 * A mock that holds so many plants, in a process of its own: the garbage of a large one is no small one's business.
 *
 *   node --expose-gc growth.mjs <plants>
 *
 * It answers each message with what a create, a plants.add and a lookup cost: one of any plant, one of the hundred
 * that were created last, and one of any in a bare Map and in a bare array of as many, which wait for memory just as well.
 */
import { createPlantStoreMock } from "plant-store-sdk/mocks";

const size = Number(process.argv[2]);
const WARM_UP = 2_000;
const REQUESTS = 500;
const LOOKUPS = 10_000;
// Its bytes drown in what else the heap does, and it must not grow by what is measured.
const SMALL = 10_000;
const LATEST = 100;

// What a first mock brings along, such as compiled code, is no plant's.
filled(WARM_UP);
const emptyBytes = heapBytes();
let mock = filled(size);
const bytesAPlant = (heapBytes() - emptyBytes) / size;
const array = Array.from({ length: size }, (_, id) => ({ id: BigInt(id) }));
const map = new Map(array.map((plant) => [plant.id, plant]));

function filled(count) {
  const filling = createPlantStoreMock({ duplicateIds: "reject" });
  for (let id = 0; id < count; id++) {
    filling.plants.add({ id, name: `Plant ${id}`, tag: "bench" });
  }
  return filling;
}

function heapBytes() {
  globalThis.gc();
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function check(holds) {
  if (!holds) {
    throw new Error("The mock did not do what is measured.");
  }
}

async function microseconds(count, work) {
  const startMs = performance.now();
  await work();
  return ((performance.now() - startMs) * 1_000) / count;
}

const headers = { authorization: "Bearer bench", "content-type": "application/json" };

async function createAll() {
  for (let i = 0; i < REQUESTS; i++) {
    const body = `{"id":${mock.plants.size},"name":"Plant","tag":"bench"}`;
    const { status } = await mock.fetch("https://plants.example.com/plants", { method: "POST", headers, body });
    check(status === 200);
  }
}

function addAll() {
  for (let i = 0; i < REQUESTS; i++) {
    mock.plants.add({ id: mock.plants.size, name: "Plant", tag: "bench" });
  }
}

function lookUpAll(ids, lookUp) {
  let found = 0;
  for (const id of ids) {
    found += lookUp(id) ? 1 : 0;
  }
  check(found === LOOKUPS);
}

process.on("message", async () => {
  if (size <= SMALL) {
    mock = filled(size);
  }
  const ids = Array.from({ length: LOOKUPS }, () => BigInt(Math.floor(Math.random() * size)));
  const latestIds = ids.map((_, index) => BigInt(mock.plants.size - 1 - (index % LATEST)));
  process.send({
    lookupUs: await microseconds(LOOKUPS, () => lookUpAll(ids, (id) => mock.plants.get(id))),
    latestLookupUs: await microseconds(LOOKUPS, () => lookUpAll(latestIds, (id) => mock.plants.get(id))),
    mapLookupUs: await microseconds(LOOKUPS, () => lookUpAll(ids, (id) => map.get(id))),
    arrayLookupUs: await microseconds(LOOKUPS, () => lookUpAll(ids, (id) => array[Number(id)])),
    createUs: await microseconds(REQUESTS, createAll),
    addUs: await microseconds(REQUESTS, addAll),
    ...(size > SMALL && { bytesAPlant }),
  });
});
process.on("disconnect", () => process.exit());
process.send("ready");
