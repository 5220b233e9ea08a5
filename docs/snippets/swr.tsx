import { type NewPlant, type Plant, unwrap } from "plant-store-sdk";
import useSWRMutation from "swr/mutation";
import { plantStore } from "./plant-store";

/** Creates a plant. An Error of the service is the mutation's error, a `PlantStoreApiError`. */
export function useCreatePlant() {
  return useSWRMutation<Plant, Error, string, NewPlant>("plants", (_key, { arg: newPlant }) =>
    plantStore.createPlant(newPlant).then(unwrap),
  );
}
