/** Sends the rows of a table in Postgres, and continues after a run that was killed. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { PGlite } from "@electric-sql/pglite";
import { createPlantStoreClient, unwrap } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { sendRows } from "./queue/send-rows.ts";

const db = new PGlite();
await db.exec(readFileSync("queue/plant-queue.sql", "utf8"));
await db.exec("INSERT INTO plant_queue (name, tag) VALUES ('Fern', NULL), ('Moss', 'indoor'), ('Ivy', '')");
await db.exec(`INSERT INTO plant_queue (id, name) OVERRIDING SYSTEM VALUE VALUES (9007199254740993, 'Aloe')`);
await db.exec("UPDATE plant_queue SET state = 'sending' WHERE name = 'Moss'"); // as a kill leaves it

const mock = createPlantStoreMock();
const { createPlant } = createPlantStoreClient({ baseUrl: "https://a.example", token: "any", fetch: mock.fetch });
const create = (newPlant) => createPlant(newPlant).then(unwrap);
const readStates = async () =>
  Object.fromEntries(
    (await db.query("SELECT name, state FROM plant_queue")).rows.map(({ name, state }) => [name, state]),
  );

mock.failWhen({ name: "Ivy" }, "connection");
await sendRows(db, create);
assert.deepEqual(await readStates(), { Fern: "created", Moss: "parked", Ivy: "parked", Aloe: "created" });
assert.deepEqual(mock.plants.all(), [
  { id: 1, name: "Fern" },
  { id: 9007199254740993n, name: "Aloe" },
]);

await db.exec("UPDATE plant_queue SET state = 'queued' WHERE id = 2 AND state = 'parked'");
await sendRows(db, create);
assert.deepEqual(await readStates(), { Fern: "created", Moss: "created", Ivy: "parked", Aloe: "created" });

const locked = { query: async () => ({ rows: [] }) };
await assert.rejects(sendRows(locked, create), /Another run/);
