import pMap from "p-map";
import type { PlantStoreClient } from "plant-store-sdk";
import { createOne } from "./create-one.ts";
import type { Journal } from "./journal.ts";
import type { Row } from "./rows.ts";

export interface RowResult {
  readonly row: Row;
  readonly outcome: "created" | "created earlier" | "refused" | "failed" | "not sent" | "in doubt";
  readonly reason?: string | undefined;
}

interface ImportOptions {
  readonly journal: Journal;
  readonly client: PlantStoreClient; // without retries, which could create a plant twice
  readonly stop: AbortController;
  readonly onResult?: (result: RowResult) => void;
}

const MAX_FAILURES = 10;

export function importRows(rows: readonly Row[], { journal, client, stop, onResult }: ImportOptions) {
  let failuresInARow = 0;

  async function importRow(row: Row): Promise<RowResult> {
    const { id, newPlant } = row;
    if (journal.states.get(id) === "created") {
      return { row, outcome: "created earlier" };
    }
    if (journal.states.get(id) === "sending") {
      return { row, outcome: "in doubt", reason: "an earlier import was interrupted" };
    }
    if (stop.signal.aborted) {
      return { row, outcome: "not sent" };
    }
    await journal.write(id, "sending");
    const { outcome, reason, mayHaveBeenCreated } = await createOne(client, newPlant);
    if (mayHaveBeenCreated) {
      stop.abort();
      return { row, outcome: "in doubt", reason };
    }
    // Not awaited: it reaches the disk with the next row's "sending", before that row is sent.
    void journal.write(id, outcome === "created" ? "created" : "not-created");
    failuresInARow = outcome === "failed" ? failuresInARow + 1 : 0;
    if (failuresInARow === MAX_FAILURES) {
      stop.abort();
    }
    return { row, outcome, reason };
  }

  const mapper = (row: Row) =>
    importRow(row).then((result) => {
      onResult?.(result);
      return result;
    });
  return pMap(rows, mapper, { concurrency: 64 });
}
