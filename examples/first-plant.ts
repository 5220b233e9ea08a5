import { createPlantStoreClient } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";

const mock = createPlantStoreMock();
const client = createPlantStoreClient({
  baseUrl: "https://plants.example.com/v1",
  token: "your-access-token",
  fetch: mock.fetch, // omit this to call the service
});

try {
  const { data, error, mayHaveBeenCreated } = await client.createPlant({ id: 1042, name: "Monstera deliciosa" });
  if (error) {
    console.error(`${mayHaveBeenCreated ? "It may exist" : "Refused"}: ${error.message} (error ${error.error})`);
  } else {
    console.log(`Created: ${data.name}`);
  }
} catch (error) {
  console.error(String(error)); // such as a lost connection
}
