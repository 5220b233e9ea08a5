import { useMutation } from "@tanstack/react-query";
import { type NewPlant, PlantStoreError, unwrap } from "plant-store-sdk";
import { plantStore } from "./plant-store";

/** The failures that may have created a plant, by the plant's id. */
const failures = new Map<NewPlant["id"], PlantStoreError>();

/** Creates a plant. If a call may have created its id, later calls with that id fail alike and send nothing, until a reload. */
export function useCreatePlant() {
  return useMutation({
    mutationFn: async (newPlant: NewPlant) => {
      const failure = failures.get(newPlant.id);
      if (failure) {
        throw failure;
      }
      return plantStore.createPlant(newPlant).then(unwrap);
    },
    onError: (error, { id }) => {
      if (error instanceof PlantStoreError && error.mayHaveBeenCreated) {
        failures.set(id, error);
      }
    },
    // By default, React Query keeps a mutation until the browser is online. The mock responds without a network.
    networkMode: "always",
  });
}
