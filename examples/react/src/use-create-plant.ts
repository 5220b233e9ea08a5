import { useMutation } from "@tanstack/react-query";
import { type NewPlant, type Plant, PlantStoreError, unwrap } from "plant-store-sdk";
import { plantStore } from "./plant-store";

/** The calls that run, or may have created a plant, by the plant's id. */
const calls = new Map<NewPlant["id"], Promise<Plant>>();

/**
 * Creates a plant. Until a reload, an id is sent once while its call runs, also from another form, and never again after its call may
 * have created it: later calls with that id get the first call's outcome.
 */
export function useCreatePlant() {
  return useMutation({
    mutationFn: createOnce,
    // By default, React Query keeps a mutation until the browser is online. The mock responds without a network.
    networkMode: "always",
  });
}

function createOnce(newPlant: NewPlant): Promise<Plant> {
  const { id } = newPlant;
  const known = calls.get(id);
  if (known) {
    return known;
  }
  const call = plantStore.createPlant(newPlant).then(unwrap);
  calls.set(id, call);
  call.then(
    () => calls.delete(id),
    (error) => (error instanceof PlantStoreError && error.mayHaveBeenCreated) || calls.delete(id),
  );
  return call;
}
