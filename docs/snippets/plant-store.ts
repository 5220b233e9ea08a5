import { createPlantStoreClient } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";

export const mock = createPlantStoreMock();

export const plantStore = createPlantStoreClient({
  baseUrl: "https://plants.example.com/v1",
  token: "any-token",
  fetch: mock.fetch,
});
