import { createPlantStoreMock } from "plant-store-sdk/mocks";

export function createMock() {
  const mock = createPlantStoreMock();
  return { fetch: mock.fetch, lastId: () => mock.plants.all().at(-1)?.id };
}
