const { createPlantStoreClient, PlantStoreError, unwrap } = require("plant-store-sdk");
const { createPlantStoreMock } = require("plant-store-sdk/mocks");

/** Creates a plant. Returns what to show. */
async function createFern(client) {
  try {
    const { name } = await client.createPlant({ id: 1042, name: "Boston fern" }).then(unwrap);
    return `Created: ${name}`;
  } catch (error) {
    if (!(error instanceof PlantStoreError)) {
      throw error; // a bug
    }
    if (error.mayHaveBeenCreated) {
      return `The plant may exist. Don't send it again before somebody has looked: ${error.message}`;
    }
    return `Not created${error.isTransient ? ", send it again later" : ""}: ${error.message}`;
  }
}

async function main() {
  const mock = createPlantStoreMock();
  const client = createPlantStoreClient({
    baseUrl: "https://plants.example.com/v1",
    token: "your-access-token",
    fetch: mock.fetch, // omit this to call the service
  });
  console.log(await createFern(client));
}

if (require.main === module) {
  main(); // not in tests
}

module.exports = { createFern };
