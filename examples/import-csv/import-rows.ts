import pMap from "p-map";
import { type PlantStoreClient, PlantStoreConnectionError } from "plant-store-sdk";
import type { Journal } from "./journal.ts";
import type { Row } from "./rows.ts";

export interface RowResult {
  readonly row: Row;
  readonly outcome: "created" | "created earlier" | "refused" | "not sent" | "in doubt";
  readonly reason?: string;
}

interface ImportOptions {
  readonly journal: Journal;
  readonly client: PlantStoreClient; // without retries, which could create a plant twice
  readonly stop: AbortController;
  readonly onResult?: (result: RowResult) => void;
}

export function importRows(rows: readonly Row[], { journal, client, stop, onResult }: ImportOptions) {
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
    try {
      const { error } = await client.createPlant(newPlant);
      // Not awaited: it reaches the disk with the next row's "sending", before that row is sent.
      void journal.write(id, error ? "not-created" : "created");
      return error ? { row, outcome: "refused", reason: error.message } : { row, outcome: "created" };
    } catch (error) {
      stop.abort();
      if (!wasNeverSent(error)) {
        return { row, outcome: "in doubt", reason: String(error) };
      }
      void journal.write(id, "not-created");
      return { row, outcome: "not sent", reason: String(error) };
    }
  }

  const importAndReport = async (row: Row): Promise<RowResult> => {
    const result = await importRow(row);
    onResult?.(result);
    return result;
  };
  return pMap(rows, importAndReport, { concurrency: 64 });
}

const wasNeverSent = (error: unknown): boolean =>
  error instanceof PlantStoreConnectionError && /\b(?:ECONNREFUSED|ENOTFOUND)\b/.test(error.message);
