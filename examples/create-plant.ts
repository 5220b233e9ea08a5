/**
 * Creates plants: offline, unless PLANT_STORE_URL and PLANT_STORE_TOKEN name a real service.
 *
 *   npm run example
 */
import { createPlantStoreClient, type NewPlant, PlantStoreError } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";

const { PLANT_STORE_URL, PLANT_STORE_TOKEN } = process.env;
if (PLANT_STORE_URL && !PLANT_STORE_TOKEN) {
  console.error(`Set PLANT_STORE_TOKEN to an access token of the service at ${PLANT_STORE_URL}.`);
  process.exit(1);
}

const mock = createPlantStoreMock({ duplicateIds: "reject" });
const plants: NewPlant[] = [
  { id: 1042, name: "Monstera deliciosa", tag: "tropical" },
  { id: 9_007_199_254_740_993n, name: "Aloe vera", tag: "succulent" }, // 2^53 + 1: a number could not hold it
  { id: 1042, name: "Ficus lyrata" }, // an id that is in use
];

try {
  const client = PLANT_STORE_URL
    ? createPlantStoreClient({ baseUrl: PLANT_STORE_URL, token: PLANT_STORE_TOKEN ?? "" })
    : createPlantStoreClient({ baseUrl: "https://plants.example.com", token: "any-token", fetch: mock.fetch });
  console.log(`\n🌱 Plant Store at ${PLANT_STORE_URL || "the mock in this process (nothing leaves it)"}\n`);

  for (const newPlant of plants) {
    const { data, error, response } = await client.createPlant(newPlant);
    const asked = `#${newPlant.id}`.padEnd(18);
    if (data) {
      console.log(`  ✔ ${asked} ${data.name}${data.tag ? `, ${data.tag}` : ""}`);
    } else {
      console.log(`  ✘ ${asked} ${newPlant.name}`);
      console.log(`      refused with ${response.status}, error ${error.error}: ${error.message}`);
    }
  }

  if (!PLANT_STORE_URL) {
    const lastId = mock.plants.all().at(-1)?.id;
    console.log(`\nThe mock now holds ${mock.plants.size} plants. Its last one has the id ${lastId}, to the digit.`);
  }
} catch (error) {
  if (!(error instanceof PlantStoreError)) {
    throw error;
  }
  console.error(error.message);
  process.exitCode = 1;
}
