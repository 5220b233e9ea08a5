import { type PlantStoreClient, parsePlantId } from "plant-store-sdk";
import { sendQueued } from "./send-queued.ts";

/**
 * A `Pool` of pg, with `pool.on("error", console.error)`, since a lost connection ends the process otherwise. Never a client in a
 * transaction, which a kill rolls back: the rows that were sent would be queued again.
 */
interface Database {
  query(sql: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

type Row = Readonly<{ id: string; name: string; tag: string | null }>;

/**
 * Sends the queued rows of the table plant_queue, each once, and prints those that aren't created. Other processes may send them
 * meanwhile.
 */
export async function sendRows(
  db: Database,
  createPlant: PlantStoreClient["createPlant"],
  concurrency = 1,
): Promise<void> {
  const { rows } = await db.query(
    "SELECT id::text, name, tag FROM plant_queue WHERE state = 'queued' ORDER BY plant_queue.id",
  );
  const newPlants = (rows as Row[]).map(({ id, name, tag }) => ({ id: parsePlantId(id), name, tag: tag ?? undefined }));
  const claim = `UPDATE plant_queue SET state = 'sending', changed_at = now()
    WHERE id = $1 AND state = 'queued' AND (name, tag) IS NOT DISTINCT FROM ($2, $3) RETURNING id`;
  const save =
    "UPDATE plant_queue SET state = $2, reason = $3, changed_at = now() WHERE id = $1 AND state <> 'created'";
  await sendQueued(
    newPlants,
    createPlant,
    {
      claim: async ({ id, name, tag }) => (await db.query(claim, [String(id), name, tag])).rows.length === 1,
      async save({ id }, state, reason) {
        if (state !== "created") {
          console.error(`${id} ${state} ${reason}`);
        }
        await db.query(save, [String(id), state, reason]);
      },
    },
    concurrency,
  );
}
