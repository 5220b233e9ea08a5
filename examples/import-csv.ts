/**
 * Creates the plants of a CSV file. After Ctrl-C, a crash or a power cut, start it again: it continues, and creates no plant
 * twice.
 * Needs: plant-store-sdk, cli-progress, csv-parse, p-map, undici
 *   npx tsx import-csv.ts                                # data/plants.csv, offline
 *   npx tsx import-csv.ts plants.csv                     # to the service at PLANT_STORE_URL, with PLANT_STORE_TOKEN
 *   npx tsx import-csv.ts plants.csv --settle created    # the plants in doubt exist. Otherwise "missing", or "again"
 * It writes "1042 sending" before a request, and "1042 created" or "1042 not-created" after it, to a journal next to the
 * file, such as plants.csv.plants.example.com.journal. An id whose last line is "sending" is in doubt, and is written to
 * plants.csv.plants.example.com.in-doubt.
 */
import { devNull } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { SingleBar } from "cli-progress";
import { createPlantStoreClient } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { httpFetch } from "./import-csv/http-fetch.ts";
import { importRows, type RowResult } from "./import-csv/import-rows.ts";
import { inDoubtPath, settle, writeInDoubt } from "./import-csv/in-doubt.ts";
import { journalPath, openJournal } from "./import-csv/journal.ts";
import { report } from "./import-csv/report.ts";
import { readRows } from "./import-csv/rows.ts";

process.once("uncaughtException", ({ message }) => {
  console.error(message);
  process.exit(1);
});
const { PLANT_STORE_URL, PLANT_STORE_TOKEN = "" } = process.env;
const client = PLANT_STORE_URL
  ? createPlantStoreClient({ baseUrl: PLANT_STORE_URL, token: PLANT_STORE_TOKEN, fetch: httpFetch })
  : createPlantStoreClient({ baseUrl: "https://mock.example.com", token: "any", fetch: createPlantStoreMock().fetch });
const { positionals, values } = parseArgs({ allowPositionals: true, options: { settle: { type: "string" } } });
const [file = fileURLToPath(new URL("data/plants.csv", import.meta.url))] = positionals;
const { rows, skipped } = await readRows(file);
const journal = await openJournal(PLANT_STORE_URL ? journalPath(file, PLANT_STORE_URL) : devNull);
if (values.settle !== undefined) {
  await settle(journal, values.settle);
}

const stop = new AbortController();
process.on("SIGINT", () => stop.abort()); // not once: under npx tsx, Ctrl-C arrives twice

const bar = new SingleBar({ format: "{bar} {value} of {total} rows", noTTYOutput: true, notTTYSchedule: 1_000 });
bar.start(rows.length, 0);
const onResult = ({ outcome }: RowResult) => bar.increment(outcome === "not sent" ? 0 : 1);
const results = await importRows(rows, { journal, client, stop, onResult });
bar.stop();
await journal.close();
if (PLANT_STORE_URL) {
  writeInDoubt(journal, results);
}

console.log(report(skipped, results, inDoubtPath(journal)).join("\n"));
const isComplete = skipped.length === 0 && results.every(({ outcome }) => outcome.startsWith("created"));
process.exitCode = isComplete ? 0 : 1;
