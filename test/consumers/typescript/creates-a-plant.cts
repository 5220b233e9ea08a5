import sdk = require("plant-store-sdk");
import mocks = require("plant-store-sdk/mocks");
import server = require("plant-store-sdk/mocks/server");

async function createsAPlant(): Promise<string> {
  const mock: mocks.PlantStoreMock = mocks.createPlantStoreMock();
  const baseUrl = "https://plants.example.com";
  const client: sdk.PlantStoreClient = sdk.createPlantStoreClient({ baseUrl, token: "any", fetch: mock.fetch });
  const { name }: sdk.Plant = await client.createPlant({ id: 9007199254740993n, name: "Fern" }).then(sdk.unwrap);
  return `${mock.plants.get(9007199254740993n)?.id} ${name}`;
}

export const start: () => Promise<server.MockServer> = server.startMockServer;
createsAPlant().then(console.log);
