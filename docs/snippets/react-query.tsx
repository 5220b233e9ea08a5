import { useMutation } from "@tanstack/react-query";
import { type NewPlant, type Plant, unwrap } from "plant-store-sdk";
import { plantStore } from "./plant-store";

/** Creates a plant. An Error of the service is the mutation's error, a `PlantStoreApiError`. */
export function useCreatePlant() {
  return useMutation<Plant, Error, NewPlant>({
    mutationFn: (newPlant) => plantStore.createPlant(newPlant).then(unwrap),
  });
}
