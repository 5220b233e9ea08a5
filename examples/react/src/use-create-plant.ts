import { useMutation } from "@tanstack/react-query";
import { type NewPlant, unwrap } from "plant-store-sdk";
import { plantStore } from "./plant-store";

export function useCreatePlant() {
  return useMutation({
    mutationFn: (newPlant: NewPlant) => plantStore.createPlant(newPlant).then(unwrap),
    // By default, React Query keeps a mutation until the browser is online. The mock responds without a network.
    networkMode: "always",
  });
}
