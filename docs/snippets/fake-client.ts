import type { PlantStoreClient } from "plant-store-sdk";

export const fakeClient: Pick<PlantStoreClient, "createPlant"> = {
  createPlant: async ({ name }) => ({
    data: { name },
    response: new Response(),
    attempts: 1,
    callId: "fake-1",
    mayHaveBeenCreatedTwice: false,
  }),
};
