/**
 * Creates plants: offline, unless PLANT_STORE_URL and PLANT_STORE_TOKEN name a real service.
 *
 *   npm run example
 */
import { createPlantStoreClient, type NewPlant } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";

const { PLANT_STORE_URL, PLANT_STORE_TOKEN } = process.env;

const mock = createPlantStoreMock({ duplicateIds: "reject" });
const client = PLANT_STORE_URL
  ? createPlantStoreClient({ baseUrl: PLANT_STORE_URL, token: PLANT_STORE_TOKEN ?? "" })
  : createPlantStoreClient({ baseUrl: "https://plants.example.com", token: "any-token", fetch: mock.fetch });

const plants: NewPlant[] = [
  { id: 1042, name: "Monstera deliciosa", tag: "tropical" },
  { id: 9_007_199_254_740_993n, name: "Aloe vera", tag: "succulent" }, // 2^53 + 1: a number could not hold it
  { id: 1042, name: "Ficus lyrata" }, // an id that is in use
];

console.log(`\n🌱 Plant Store at ${PLANT_STORE_URL ?? "the mock in this process (nothing leaves it)"}\n`);

for (const newPlant of plants) {
  const { data, error, response } = await client.createPlant(newPlant);
  const asked = `#${newPlant.id}`.padEnd(18);
  if (data) {
    console.log(`  ✔ ${asked} ${data.name}${data.tag ? `, ${data.tag}` : ""}`);
  } else {
    console.log(
      `  ✘ ${asked} ${newPlant.name}\n      refused with ${response.status}, error ${error.error}: ${error.message}`,
    );
  }
}

if (!PLANT_STORE_URL) {
  console.log(
    `\nThe mock now holds ${mock.plants.size} plants. Its last one has the id ${mock.plants.all().at(-1)?.id}, to the digit.`,
  );
}
