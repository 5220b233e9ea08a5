import { mock, startPlantStore } from "./plant-store.ts";

export default {
  beforeAll: startPlantStore,
  beforeEach: () => mock.reset(),
};
