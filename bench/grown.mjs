import { createPlantStoreMock } from "plant-store-sdk/mocks";

const headers = { authorization: "Bearer bench", "content-type": "application/json" };
const plant = (id) => ({ id, name: `Plant ${id}`, tag: "bench" });

export async function createCall({ plants }) {
  fill(2_000); // Compiles the code, so that its size isn't counted.
  const emptyBytes = heapBytes();
  const mock = fill(plants);
  const bytesAPlant = (heapBytes() - emptyBytes) / plants;
  return {
    async call() {
      const body = JSON.stringify(plant(mock.plants.size));
      const response = await mock.fetch("https://plants.example.com/plants", { method: "POST", headers, body });
      if (response.status !== 200) {
        throw new Error(`The mock returned ${response.status}.`);
      }
    },
    async check() {
      const map = new Map(Array.from({ length: plants }, (_, id) => [BigInt(id), { id }]));
      const ids = Array.from({ length: 10_000 }, () => BigInt(Math.floor(Math.random() * plants)));
      const recentIds = ids.map((_, index) => BigInt(plants - 1 - (index % 100)));
      return {
        ...(plants >= 100_000 && { bytesAPlant: Math.round(bytesAPlant) }),
        lookupUs: lookupUs(mock.plants, ids),
        recentLookupUs: lookupUs(mock.plants, recentIds),
        mapLookupUs: lookupUs(map, ids),
      };
    },
  };
}

function fill(count) {
  const mock = createPlantStoreMock({ duplicateIds: "reject" });
  for (let id = 0; id < count; id++) {
    mock.plants.add(plant(id));
  }
  return mock;
}

function heapBytes() {
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** The least of several rounds, because other load on the machine only adds time. */
function lookupUs(plants, ids) {
  const rounds = Array.from({ length: 20 }, () => {
    const startMs = performance.now();
    ids.forEach((id) => void plants.get(id));
    return ((performance.now() - startMs) * 1_000) / ids.length;
  });
  return Math.min(...rounds);
}
