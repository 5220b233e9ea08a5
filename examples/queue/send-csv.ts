/**
 * Sends the plants of a CSV file, with the columns id, name and tag, to the service at PLANT_STORE_URL with the token in
 * PLANT_STORE_TOKEN: each once, also if a run is killed. The states are in the file's name with .states: the last line of an
 * id counts. Exits with 1 if it has stopped early, or if plants are left to settle.
 * Needs: csv-parse, plant-store-sdk, tsx, "type": "module" in package.json, and beside this folder help.ts and renew-token.ts
 *   flock plants.lock node --import tsx queue/send-csv.ts plants.csv
 */
import "../help.ts";
import { readFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import { createPlantStoreClient, parsePlantId, unwrap } from "plant-store-sdk";
import { type State, sendQueued } from "./send-queued.ts";

interface Row {
  readonly id: string;
  readonly name: string;
  readonly tag?: string;
}

const [, , file = "plants.csv"] = process.argv;
const { PLANT_STORE_URL = "", PLANT_STORE_TOKEN = "" } = process.env;
const { createPlant } = createPlantStoreClient({ baseUrl: PLANT_STORE_URL, token: PLANT_STORE_TOKEN });

const rows: readonly Row[] = parse(readFileSync(file), { bom: true, columns: true, trim: true });
const ids = new Set(rows.map(({ id }) => id));
if (ids.size < rows.length) {
  throw new Error(`${file} has an id twice. Send nothing before each plant has its own id.`);
}

const log = await open(`${file}.states`, "a+");
const states = new Map<string, State>();
for (const line of (await log.readFile("utf8")).split("\n")) {
  try {
    const { id, state } = JSON.parse(line);
    states.set(id, state);
  } catch {
    // An empty line, or one that a kill cut: the state before it counts.
  }
}

/** With a line break on both sides, so that no line joins one that a kill cut, or that somebody adds. */
async function save({ id }: Row, state: State, reason?: string): Promise<void> {
  await log.appendFile(`\n${JSON.stringify({ id, state, reason })}\n`);
  await log.sync();
  states.set(id, state);
}

const inState = (state: State) => rows.filter(({ id }) => (states.get(id) ?? "queued") === state);

for (const row of inState("sending")) {
  await save(row, "parked", "The run was killed.");
}
try {
  await sendQueued(
    inState("queued"),
    async ({ id, name, tag }) => createPlant({ id: parsePlantId(id), name, tag: tag || undefined }).then(unwrap),
    save,
  );
} catch (error) {
  console.error("Stopped:", error);
  process.exitCode = 1;
} finally {
  await log.close();
}
for (const state of ["created", "queued", "refused", "parked"] as const) {
  console.log(`${state}: ${inState(state).length}`);
}
const toSettle = inState("parked").map(({ id }) => id);
console.log(`To settle: ${toSettle.join(", ") || "none"}`);
if (toSettle.length > 0) {
  process.exitCode = 1;
}
