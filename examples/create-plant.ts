/**
 * Creates plants: offline, or at the service that PLANT_STORE_URL and PLANT_STORE_TOKEN name.
 * Needs: plant-store-sdk
 *   npx tsx create-plant.ts
 */
import "./help.ts";
import { createPlantStoreClient, type NewPlant, PlantStoreError } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";

const { PLANT_STORE_URL, PLANT_STORE_TOKEN = "" } = process.env;

const mock = createPlantStoreMock({ duplicateIds: "reject" });
const plants: NewPlant[] = [
  { id: 1042, name: "Monstera deliciosa", tag: "tropical" },
  { id: 9_007_199_254_740_993n, name: "Aloe vera", tag: "succulent" },
  { id: 1042, name: "Ficus lyrata" },
];

try {
  const client = PLANT_STORE_URL
    ? createPlantStoreClient({ baseUrl: PLANT_STORE_URL, token: PLANT_STORE_TOKEN })
    : createPlantStoreClient({ baseUrl: "https://plants.example.com", token: "any-token", fetch: mock.fetch });
  console.log(`\n🌱 Plant Store at ${PLANT_STORE_URL || "the mock in this process (no network access)"}\n`);

  for (const newPlant of plants) {
    const { data, error, response, mayHaveBeenCreated } = await client.createPlant(newPlant);
    const id = `#${newPlant.id}`.padEnd(18);
    if (data) {
      console.log(`  ✔ ${id} ${data.name}${data.tag ? `, ${data.tag}` : ""}`);
    } else {
      console.log(`  ✘ ${id} ${newPlant.name}`);
      const verdict = mayHaveBeenCreated ? "may exist" : "refused";
      console.log(`      ${verdict}: status ${response.status}, error ${error.error}: ${error.message}`);
    }
  }

  if (!PLANT_STORE_URL) {
    console.log(`\nThe mock has ${mock.plants.size} plants. The id of the last is ${mock.plants.all().at(-1)?.id}.`);
  }
} catch (error) {
  if (!(error instanceof PlantStoreError)) {
    throw error;
  }
  console.error(error.message);
  process.exitCode = 1;
}

/* Prints:

🌱 Plant Store at the mock in this process (no network access)

  ✔ #1042              Monstera deliciosa, tropical
  ✔ #9007199254740993  Aloe vera, succulent
  ✘ #1042              Ficus lyrata
      refused: status 400, error 400: The id 1042 is in use, and this mock rejects duplicate ids.

The mock has 2 plants. The id of the last is 9007199254740993.
*/
