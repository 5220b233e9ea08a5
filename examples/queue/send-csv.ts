/**
 * Sends the plants of a CSV file, with the columns id, name and tag, to the service at PLANT_STORE_URL with the token in
 * PLANT_STORE_TOKEN: each once, also after a kill, or beside another run. Keep the folder with the file's name and .states: it
 * has a file for each plant that isn't queued. Exits with 1 unless every plant is created.
 * Needs: csv-parse, plant-store-sdk, tsx, "type": "module" in package.json
 *   npx tsx queue/send-csv.ts plants.csv
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createPlantStoreClient, type NewPlant } from "plant-store-sdk";
import { readCsv } from "./read-csv.ts";
import { sendQueued } from "./send-queued.ts";

const [, , file = "plants.csv"] = process.argv;
const { PLANT_STORE_URL = "", PLANT_STORE_TOKEN = "" } = process.env;
const { createPlant } = createPlantStoreClient({ baseUrl: PLANT_STORE_URL, token: PLANT_STORE_TOKEN });

const folder = `${file}.states`;
const fileOf = ({ id }: NewPlant) => `${folder}/${id}`;

let plants: NewPlant[] = [];
try {
  plants = readCsv(file);
  mkdirSync(folder, { recursive: true });
  await sendQueued(plants, createPlant, {
    async claim(plant) {
      try {
        writeFileSync(fileOf(plant), "sending", { flag: "wx", flush: true }); // throws if there is one
        return true;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "EEXIST") {
          return false;
        }
        throw error;
      }
    },
    async save(plant, state, reason) {
      if (state === "queued") {
        rmSync(fileOf(plant));
        console.error(`${plant.id} queued ${reason}`);
      } else {
        writeFileSync(fileOf(plant), `${state} ${reason}`, { flush: true });
      }
    },
  });
} catch (error) {
  console.error("Stopped:", error);
  process.exitCode = 1;
}

const states = readStates();
const notCreated = states.filter(({ text }) => !/^created\b/.test(text));
for (const { id, time, text } of notCreated) {
  console.log(`${id} ${time} ${text}`);
}
const queued = plants.filter((plant) => !existsSync(fileOf(plant)));
console.log(`created: ${states.length - notCreated.length}, queued: ${queued.length}`);
if (notCreated.length + queued.length > 0) {
  process.exitCode = 1;
}

/** What became of each plant that isn't queued, also of those that are no longer in the file. */
function readStates() {
  const ids = existsSync(folder) ? readdirSync(folder) : [];
  return ids.flatMap((id) => {
    try {
      const text = readFileSync(`${folder}/${id}`, "utf8").trim() || "sending"; // a kill may leave an empty file
      return [{ id, text, time: statSync(`${folder}/${id}`).mtime.toISOString() }];
    } catch (error) {
      if (existsSync(`${folder}/${id}`)) {
        throw error;
      }
      return []; // another run has queued it again
    }
  });
}
