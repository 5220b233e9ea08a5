const { createPlantStoreClient, unwrap } = require("plant-store-sdk");
const { createPlantStoreMock } = require("plant-store-sdk/mocks");

async function main() {
  const mock = createPlantStoreMock();
  const client = createPlantStoreClient({
    baseUrl: "https://plants.example.com/v1",
    token: "any-token",
    fetch: mock.fetch,
  });
  const { name } = await client.createPlant({ id: 1042, name: "Monstera deliciosa" }).then(unwrap);
  console.log(`Created: ${name}`);
}

main();
