/**
 * Sends the plants of a CSV file, with the columns id, name and tag, to the service at PLANT_STORE_URL with the token in
 * PLANT_STORE_TOKEN: each once, also after a kill, or beside another run. Keep the folder with the file's name and .states: it
 * has a file for each plant that isn't queued. Exits with 1 unless every plant is created.
 * Needs: csv-parse, plant-store-sdk, tsx, "type": "module" in package.json
 *   npx tsx queue/send-csv.ts plants.csv
 */
import { createPlantStoreClient, type NewPlant } from "plant-store-sdk";
import { createFileStore, printNotCreated } from "./file-store.ts";
import { readCsv } from "./read-csv.ts";
import { sendQueued } from "./send-queued.ts";

const [, , file = "plants.csv", ...others] = process.argv;
if (others.length > 0) {
  throw new Error("Pass one file");
}
const { PLANT_STORE_URL = "", PLANT_STORE_TOKEN = "" } = process.env;
const { createPlant } = createPlantStoreClient({ baseUrl: PLANT_STORE_URL, token: PLANT_STORE_TOKEN });

const store = createFileStore(`${file}.states`);

let plants: NewPlant[] = [];
try {
  plants = readCsv(file);
  await sendQueued(plants, createPlant, store);
} catch (error) {
  console.error("Stopped:", error);
  process.exitCode = 1;
}

await printNotCreated(store, plants); // also plants that are no longer in the CSV file
