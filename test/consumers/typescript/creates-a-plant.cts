import sdk = require("plant-store-sdk");
import conformance = require("plant-store-sdk/conformance");
import mocks = require("plant-store-sdk/mocks");
import app = require("plant-store-sdk/mocks/app");
import server = require("plant-store-sdk/mocks/server");
import vite = require("plant-store-sdk/mocks/vite");

async function createPlant(baseUrl: string): Promise<sdk.Plant> {
  const client: sdk.PlantStoreClient = sdk.createPlantStoreClient({ baseUrl, token: "secret" });
  return client.createPlant({ id: 9007199254740993n, name: "Fern" }).then(sdk.unwrap);
}

export const mock: mocks.PlantStoreMock = mocks.createPlantStoreMock();
export const mockApp: app.MockApp = app.createMockApp();
export const start: () => Promise<server.MockServer> = server.startMockServer;
export const plugin: { readonly name: string } = vite.plantStoreMock();
export const check: typeof conformance.checkConformance = conformance.checkConformance;
createPlant(process.env.PLANT_STORE_URL ?? "").then(console.log);
