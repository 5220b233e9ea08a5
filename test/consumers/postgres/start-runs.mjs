/** Starts a run every 10 ms until no row is queued, with a pool of connections to DATABASE_URL, as an interval does. */
import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { createPlantStoreClient } from "plant-store-sdk";
import { sendRows } from "./queue/send-rows.ts";

const { DATABASE_URL, PLANT_STORE_URL } = process.env;
const pool = new pg.Pool({ query_timeout: 10_000, connectionString: DATABASE_URL });
const { createPlant } = createPlantStoreClient({ baseUrl: PLANT_STORE_URL, token: "any" });
const hasQueued = async () => (await pool.query("SELECT 1 FROM plant_queue WHERE state = 'queued'")).rowCount > 0;

const runs = [];
while (await hasQueued()) {
  runs.push(sendRows(pool, createPlant, 4));
  await setTimeout(10);
}
await Promise.all(runs);
await pool.end();
