import { type Plant, PlantStoreError } from "plant-store-sdk";

type State = "sending" | "created" | "parked" | "queued" | "refused";

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
    const mistake = failure && (!(failure instanceof PlantStoreError) || failure.name === "PlantStoreCallbackError");
    const isKept = failure?.isTransient || mistake;
    const state = !failure ? "created" : failure.mayHaveBeenCreated ? "parked" : isKept ? "queued" : "refused";
    await save(row, state, failure?.message);
    failuresInARow = failure ? failuresInARow + 1 : 0;
    if (mistake || failuresInARow === 3) throw failure;
  }
}
