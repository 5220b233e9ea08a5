import { createPlantStoreClient } from "plant-store-sdk";
import { expect, it } from "vitest";
import { rejectionOf } from "../support/rejection-of.ts";

it("tells why a fetch of one's own failed", async () => {
  const fetch = () => Promise.reject(new Error("no route"));
  const client = createPlantStoreClient({ baseUrl: "https://plants.example.com", token: "abc", fetch });
  expect(await rejectionOf(client.createPlant({ id: 1, name: "Fern" }))).toMatchObject({
    name: "PlantStoreConnectionError",
    message: "POST https://plants.example.com/plants got no complete answer: no route",
  });
});
