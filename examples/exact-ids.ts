/**
 * Keeps ids exact beyond 2^53, where a JavaScript number skips every second integer: from code, databases, text and JSON.
 * Needs: plant-store-sdk
 *   npx tsx exact-ids.ts
 */
import "./help.ts";
import { createPlantStoreClient, PlantStoreInputError, parsePlantId } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";

const mock = createPlantStoreMock();
const client = createPlantStoreClient({
  baseUrl: "https://plants.example.com",
  token: "any-token",
  fetch: (input, init) => {
    console.log(`  sent: ${init?.body}`);
    return mock.fetch(input, init);
  },
});

console.log("A bigint in code:");
await client.createPlant({ id: 9_007_199_254_740_993n, name: "Aloe vera" });

console.log("A bigint from a database driver, such as node:sqlite with setReadBigInts(true):");
const row = { plant_id: 9_223_372_036_854_775_807n, plant_name: "Ficus lyrata" };
await client.createPlant({ id: row.plant_id, name: row.plant_name });

console.log("Text, from pg for an int8 column, a form or a URL:");
await client.createPlant({ id: parsePlantId(" -9223372036854775808 "), name: "Boston fern" });

console.log("A string in JSON:");
const json: { id: string; name: string } = JSON.parse('{ "id": "9007199254740995", "name": "Calathea" }');
await client.createPlant({ ...json, id: parsePlantId(json.id) });

console.log("A number beyond 2^53, which the client rejects:");
const rounded: number = JSON.parse("9007199254740993");
const failure = await client.createPlant({ id: rounded, name: "Aloe vera" }).catch((error: unknown) => error);
console.log(`  ${rounded} was rounded. ${failure instanceof PlantStoreInputError && failure.message}`);

console.log("Text that isn't an int64:");
for (const text of ["9223372036854775808", "1e3", "007", ""]) {
  try {
    parsePlantId(text);
  } catch (error) {
    console.log(`  "${text}": ${error instanceof PlantStoreInputError && error.message}`);
  }
}

console.log("To JSON, as strings again:");
for (const plant of mock.plants.all()) {
  console.log(`  ${JSON.stringify({ ...plant, id: String(plant.id) })}`);
}

/* Prints:
A bigint in code:
  sent: {"id":9007199254740993,"name":"Aloe vera"}
A bigint from a database driver, such as node:sqlite with setReadBigInts(true):
  sent: {"id":9223372036854775807,"name":"Ficus lyrata"}
Text, from pg for an int8 column, a form or a URL:
  sent: {"id":-9223372036854775808,"name":"Boston fern"}
A string in JSON:
  sent: {"id":9007199254740995,"name":"Calathea"}
A number beyond 2^53, which the client rejects:
  9007199254740992 was rounded. Invalid newPlant: id isn't exact as a number beyond 2^53. Pass a bigint
Text that isn't an int64:
  "9223372036854775808": id must be an integer from -9223372036854775808 to 9223372036854775807
  "1e3": id must be digits without leading zeros, such as 1042 or -5
  "007": id must be digits without leading zeros, such as 1042 or -5
  "": id must be digits without leading zeros, such as 1042 or -5
To JSON, as strings again:
  {"id":"9007199254740993","name":"Aloe vera"}
  {"id":"9223372036854775807","name":"Ficus lyrata"}
  {"id":"-9223372036854775808","name":"Boston fern"}
  {"id":"9007199254740995","name":"Calathea"}
*/
