import { type Plant, PlantStoreError } from "plant-store-sdk";
import { isRefusedToken } from "../renew-token.ts";

export type State = "sending" | "created" | "parked" | "queued" | "refused";

/** Sends queued rows in order. `save` resolves when the state of a row is on the disk. */
export async function sendQueued<Row>(
  rows: readonly Row[],
  create: (row: Row) => Promise<Plant>,
  save: (row: Row, state: State, reason?: string) => Promise<void>,
): Promise<void> {
  let failuresInARow = 0;
  for (const row of rows) {
    await save(row, "sending"); // on the disk before the request: after a kill, the plant may exist
    try {
      await create(row);
    } catch (error) {
      const { state, isAboutThisRow, isOurs } = classify(error);
      await save(row, state, String(error));
      failuresInARow += isAboutThisRow ? 0 : 1;
      if (isOurs || failuresInARow === 3) {
        throw error;
      }
      continue;
    }
    await save(row, "created");
    failuresInARow = 0;
  }
}

/** What a failure means for its row, and for the next ones. */
function classify(error: unknown): { state: State; isAboutThisRow?: boolean; isOurs?: boolean } {
  if (!(error instanceof PlantStoreError)) {
    return { state: "parked", isOurs: true }; // a bug in `create`, perhaps after it has sent the plant
  }
  const isAboutThisRow = error.name === "PlantStoreInputError";
  const isOurs =
    error.name === "PlantStoreCallbackError" || error.name === "PlantStoreTokenError" || isRefusedToken(error);
  const state = error.mayHaveBeenCreated ? "parked" : error.isTransient || isOurs ? "queued" : "refused";
  return { state, isAboutThisRow, isOurs };
}
