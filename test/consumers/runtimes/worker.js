import { createPlantStoreClient, unwrap } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";

const id = 9007199254740993n;

export default {
  async test(_controller, { BASE_URL }) {
    const mock = createPlantStoreMock();
    const inWorker = createPlantStoreClient({ baseUrl: "https://plants.example.com", token: "any", fetch: mock.fetch });
    await inWorker.createPlant({ id, name: "Fern" }).then(unwrap);
    if (mock.plants.get(id)?.id !== id) {
      throw new Error("The mock holds another plant.");
    }
    const overHttp = createPlantStoreClient({ baseUrl: BASE_URL, token: "secret" });
    await overHttp.createPlant({ id, name: "Fern" }).then(unwrap);
  },
};
