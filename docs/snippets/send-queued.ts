import { type NewPlant, type PlantStoreClient, PlantStoreError, unwrap } from "plant-store-sdk";

type State = "sending" | "created" | "parked" | "queued" | "refused";

/** Sends plants in order. `save` resolves when the state of a plant is on the disk. */
export async function sendQueued(
  plants: readonly NewPlant[],
  { createPlant }: Pick<PlantStoreClient, "createPlant">,
  save: (plant: NewPlant, state: State, reason?: string) => Promise<void>,
): Promise<void> {
  let failuresInARow = 0;
  for (const plant of plants) {
    // #region send
    await save(plant, "sending"); // on the disk before the request: whoever is killed now has parked this plant
    const failure = await createPlant(plant)
      .then(unwrap)
      .then(
        () => undefined,
        (error: PlantStoreError) => error,
      );
    const mistake = failure && (!(failure instanceof PlantStoreError) || failure.name === "PlantStoreCallbackError");
    const isKept = failure?.isTransient || mistake;
    const state = !failure ? "created" : failure.mayHaveBeenCreated ? "parked" : isKept ? "queued" : "refused";
    await save(plant, state, failure?.message);
    failuresInARow = failure ? failuresInARow + 1 : 0;
    if (mistake || failuresInARow === 3) throw failure;
    // #endregion
  }
}
