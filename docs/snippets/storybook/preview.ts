import { mock, startPlantStore } from "./plant-store";

export default {
  beforeAll: startPlantStore,
  beforeEach: () => mock.reset(),
};
