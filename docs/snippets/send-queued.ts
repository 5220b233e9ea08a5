import { type Plant, PlantStoreError } from "plant-store-sdk";

type State = "sending" | "created" | "parked" | "queued" | "refused";

const OUR_MISTAKES = ["PlantStoreCallbackError", "PlantStoreTokenError"];

/** Sends queued rows in order. `save` resolves when the state of a row is on the disk. */
export async function sendQueued<Row>(
  rows: readonly Row[],
  create: (row: Row) => Promise<Plant>,
  save: (row: Row, state: State, reason?: string) => Promise<void>,
): Promise<void> {
  let failuresInARow = 0;
  for (const row of rows) {
    await save(row, "sending"); // on the disk before the request: after a kill, the plant may exist
    let failure: PlantStoreError | undefined;
    try {
      await create(row);
    } catch (error) {
      failure = error as PlantStoreError;
    }
    const isOurs = failure && (!(failure instanceof PlantStoreError) || OUR_MISTAKES.includes(failure.name));
    const isQueued = failure?.isTransient || isOurs;
    const state = !failure ? "created" : failure.mayHaveBeenCreated ? "parked" : isQueued ? "queued" : "refused";
    await save(row, state, failure && String(failure));
    if (failure?.name === "PlantStoreInputError") {
      continue; // says nothing about the next row
    }
    failuresInARow = failure ? failuresInARow + 1 : 0;
    if (isOurs || failuresInARow === 3) {
      throw failure;
    }
  }
}
