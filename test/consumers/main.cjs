const { createPlantStoreClient, unwrap } = require("plant-store-sdk");
const { checkConformance } = require("plant-store-sdk/conformance");
const { createPlantStoreMock } = require("plant-store-sdk/mocks");
const { createMockApp } = require("plant-store-sdk/mocks/app");
const { startMockServer } = require("plant-store-sdk/mocks/server");

async function main() {
  const { createPlant } = createPlantStoreClient({ baseUrl: process.env.PLANT_STORE_URL, token: "secret" });
  await createPlant({ id: 9007199254740993n, name: "Fern" }).then(unwrap);

  const page = await createMockApp({ controlHosts: ["localhost"] }).fetch(new Request("http://localhost/"));
  const server = await startMockServer();
  const { fetch } = createPlantStoreMock();
  const reports = [
    await checkConformance({ baseUrl: server.url, token: "secret" }),
    await checkConformance({ baseUrl: server.url, token: "secret", fetch }),
  ];
  await server.close();
  if (page.status !== 200 || !reports.every(({ conforms }) => conforms)) {
    throw new Error("The mock of the CommonJS build is wrong.");
  }
}

main();
