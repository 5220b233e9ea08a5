/**
 * Keeps ids exact beyond 2^53, where a JavaScript number skips every second integer: from code, a database, text, and JSON.
 *
 *   npx tsx examples/exact-ids.ts
 */
import { createPlantStoreClient, PlantStoreInputError, parsePlantId } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";

const mock = createPlantStoreMock();
const client = createPlantStoreClient({
  baseUrl: "https://plants.example.com",
  token: "any-token",
  fetch: (input, init) => {
    console.log(`  sent: ${init?.body}`); // bare digits, as the contract's int64 wants them
    return mock.fetch(input, init);
  },
});

console.log("From code, as a bigint:");
await client.createPlant({ id: 9_007_199_254_740_993n, name: "Aloe vera" });

console.log("From a database whose driver gives a bigint, such as node:sqlite with setReadBigInts(true):");
const row = { plant_id: 9_223_372_036_854_775_807n, plant_name: "Ficus lyrata" }; // the largest int64
await client.createPlant({ id: row.plant_id, name: row.plant_name });

console.log("From a database whose driver gives text, as pg does for int8; from a form, or a URL:");
await client.createPlant({ id: parsePlantId("-9223372036854775808"), name: "Boston fern" });

console.log("From JSON, in which ids should travel as text:");
const json: { id: string; name: string } = JSON.parse('{ "id": "9007199254740995", "name": "Calathea" }');
await client.createPlant({ ...json, id: parsePlantId(json.id) });

console.log("As a number, beyond 2^53, which is refused before anything is sent:");
const lost: number = JSON.parse("9007199254740993");
const refused = await client.createPlant({ id: lost, name: "Aloe vera" }).catch((error: unknown) => error);
console.log(`  ${lost} is no longer what was written. ${refused instanceof PlantStoreInputError && refused.message}`);

console.log("As text that is no int64:");
for (const text of ["9223372036854775808", "1e3", "007", " 7"]) {
  try {
    parsePlantId(text);
  } catch (error) {
    console.log(`  "${text}": ${error instanceof PlantStoreInputError && error.message}`);
  }
}

console.log("Into JSON, which knows no bigint, they go as text again:");
const plants = mock.plants.all().map((plant) => ({ ...plant, id: String(plant.id) }));
console.log(`  ${JSON.stringify(plants)}`);
