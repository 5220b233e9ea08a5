import { useMutation } from "@tanstack/react-query";
import { type NewPlant, type PlantStoreClient, unwrap } from "plant-store-sdk";
import { describeFailure } from "./describe-failure";

/** A mutation that creates a plant, and its outcome in words. It names the plant, since the user may type another one meanwhile. */
export function useCreatePlant(createPlant: PlantStoreClient["createPlant"]) {
  const { mutateAsync, data, error, variables } = useMutation({
    mutationFn: (newPlant: NewPlant) => createPlant(newPlant).then(unwrap),
    // By default, React Query keeps a mutation until the browser is online. The mock responds without a network.
    networkMode: "always",
  });
  return {
    mutateAsync,
    created: data && `Created ${data.name}, with the id ${variables?.id}.`,
    failure: error && `${variables?.name}, with the id ${variables?.id}: ${describeFailure(error).message}`,
  };
}
