import { createPlantStoreClient, unwrap } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { startMockServer } from "plant-store-sdk/mocks/server";

const id = 9007199254740993n;

function holdsTheFern(plants) {
  const [plant] = plants.all();
  if (plant?.id !== id || plant.name !== "Fern") {
    throw new Error(`It holds ${plant?.id} ${plant?.name}.`);
  }
}

Deno.test("creates a plant with mock.fetch", async () => {
  const mock = createPlantStoreMock();
  const client = createPlantStoreClient({ baseUrl: "https://plants.example.com", token: "any", fetch: mock.fetch });
  await client.createPlant({ id, name: "Fern" }).then(unwrap);
  holdsTheFern(mock.plants);
});

Deno.test("creates a plant over HTTP", async () => {
  const server = await startMockServer({ token: "secret" });
  const client = createPlantStoreClient({ baseUrl: server.url, token: "secret" });
  await client.createPlant({ id, name: "Fern" }).then(unwrap);
  holdsTheFern(server.mock.plants);
  await server.close();
});
