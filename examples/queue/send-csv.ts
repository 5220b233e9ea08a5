/**
 * Sends the plants of a CSV file, with the columns id, name and tag, to the service at PLANT_STORE_URL with the token in
 * PLANT_STORE_TOKEN: each once, also if a run is killed. The states are in the file's name with .states: the last line of an
 * id counts. Exits with 1 unless every plant is created.
 * Needs: csv-parse, plant-store-sdk, tsx, "type": "module" in package.json, and beside this folder help.ts and renew-token.ts
 *   npx tsx queue/send-csv.ts plants.csv
 */
import "../help.ts";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { createServer } from "node:net";
import { parse } from "csv-parse/sync";
import { createPlantStoreClient, parsePlantId, unwrap } from "plant-store-sdk";
import { STATES, type State, sendQueued } from "./send-queued.ts";

type Row = Readonly<{ id: string; name: string; tag?: string }>;

const [, , file = "plants.csv"] = process.argv;
const { PLANT_STORE_URL = "", PLANT_STORE_TOKEN = "" } = process.env;
const { createPlant } = createPlantStoreClient({ baseUrl: PLANT_STORE_URL, token: PLANT_STORE_TOKEN });

// One run at a time on a machine, or in a container: a process keeps its port until it ends, also after kill -9.
const lock = createServer().listen({ host: "127.0.0.1", port: 21_042 }).unref();
await once(lock, "listening").catch((cause) => {
  throw new Error("Another run sends plants, or another program listens on port 21042. Nothing was sent.", { cause });
});

const text = new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(file));
const rows: readonly Row[] = parse(text, { columns: true, skip_empty_lines: true, trim: true });
if (rows.some(({ id }) => id === undefined)) {
  throw new Error(`${file} has no column "id". Its first line must be: id,name,tag`);
}
if (new Set(rows.map(({ id }) => id)).size < rows.length) {
  throw new Error(`${file} has an id twice. Send nothing before each plant has its own id.`);
}

const log = await open(`${file}.states`, "a+");
const states = new Map<string, State>();
for (const line of (await log.readFile("utf8")).split("\n")) {
  let saved: { id?: unknown; state: State } | undefined;
  try {
    saved = JSON.parse(line);
  } catch {
    continue; // An empty line, or one that a kill cut: the state before it counts.
  }
  if (typeof saved?.id !== "string" || !STATES.includes(saved.state)) {
    throw new Error(`${file}.states has a line without an id in quotes, or with an unknown state: ${line}`);
  }
  states.set(saved.id, saved.state);
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
} finally {
  await log.close();
}
for (const state of ["created", "queued", "refused", "parked"] as const) {
  console.log(`${state}: ${inState(state).length}`);
}
const toSettle = inState("parked").map(({ id }) => id);
console.log(`To settle: ${toSettle.join(", ") || "none"}`);
process.exitCode = inState("created").length < rows.length ? 1 : 0;
