import { type NewPlant, type Plant, unwrap } from "plant-store-sdk";
import useSWRMutation from "swr/mutation";
import { describeFailure } from "./add-plant";
import { plantStore } from "./plant-store";

/** Creates a plant. An Error of the service is the mutation's error, a `PlantStoreApiError`. */
export function useCreatePlant() {
  return useSWRMutation<Plant, Error, string, NewPlant>("plants", (_key, { arg: newPlant }) =>
    plantStore.createPlant(newPlant).then(unwrap),
  );
}

export function CreateFern() {
  const { trigger, data, error, isMutating } = useCreatePlant();
  const create = () => trigger({ id: 1042, name: "Fern" }, { throwOnError: false });
  return (
    <>
      <button type="button" disabled={isMutating} onClick={create}>
        Create
      </button>
      <p role="status">{data && `Created ${data.name}`}</p>
      <p role="alert">{error && describeFailure(error)}</p>
    </>
  );
}
