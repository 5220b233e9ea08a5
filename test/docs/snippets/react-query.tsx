import { useMutation } from "@tanstack/react-query";
import { type NewPlant, type Plant, unwrap } from "plant-store-sdk";
import { describeFailure } from "./add-plant";
import { plantStore } from "./plant-store";

/** Creates a plant. An Error of the service is the mutation's error, a `PlantStoreApiError`. */
export function useCreatePlant() {
  return useMutation<Plant, Error, NewPlant>({
    mutationFn: (newPlant) => plantStore.createPlant(newPlant).then(unwrap),
  });
}

export function CreateFern() {
  const { mutate, data, error, isPending } = useCreatePlant();
  return (
    <>
      <button type="button" disabled={isPending} onClick={() => mutate({ id: 1042, name: "Fern" })}>
        Create
      </button>
      <p role="status">{data && `Created ${data.name}`}</p>
      <p role="alert">{error && describeFailure(error)}</p>
    </>
  );
}
