import { useMutation } from "@tanstack/react-query";
import { type NewPlant, type PlantStoreClient, unwrap } from "plant-store-sdk";

/** A mutation that creates a plant. The service's Error is its error. */
export function useCreatePlant(createPlant: PlantStoreClient["createPlant"]) {
  return useMutation({
    mutationFn: (newPlant: NewPlant) => createPlant(newPlant).then(unwrap),
    // By default, React Query keeps a mutation until the browser is online. The mock responds without a network.
    networkMode: "always",
  });
}
