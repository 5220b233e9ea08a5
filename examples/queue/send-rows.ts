import { type NewPlant, type Plant, parsePlantId } from "plant-store-sdk";
import { sendQueued } from "./send-queued.ts";

interface Row {
  readonly id: string;
  readonly name: string;
  readonly tag: string | null;
}

/** One connection to Postgres, such as `new Client()` of pg, not a pool: the lock ends with it, also after a kill. */
interface Connection {
  query(sql: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

/** Sends the queued rows of the table plant_queue, each once. Pass `(newPlant) => createPlant(newPlant).then(unwrap)`. */
export async function sendRows(db: Connection, create: (newPlant: NewPlant) => Promise<Plant>): Promise<void> {
  const { rows: locks } = await db.query("SELECT 1 WHERE pg_try_advisory_lock(1042)");
  if (locks.length === 0) {
    throw new Error("Another run sends the rows.");
  }
  await db.query("UPDATE plant_queue SET state = 'parked', reason = 'The run was killed' WHERE state = 'sending'");
  const { rows } = await db.query("SELECT id::text, name, tag FROM plant_queue WHERE state = 'queued' ORDER BY id");
  await sendQueued(
    rows as Row[],
    async ({ id, name, tag }) => create({ id: parsePlantId(id), name, tag: tag ?? undefined }),
    async ({ id }, state, reason = "") => {
      await db.query("UPDATE plant_queue SET state = $2, reason = $3 WHERE id = $1", [id, state, reason]);
    },
  );
}
