import { createPlantStoreClient, parsePlantId, unwrap } from "plant-store-sdk";

globalThis.createFern = (baseUrl) =>
  createPlantStoreClient({ baseUrl, token: "secret" })
    .createPlant({ id: parsePlantId("9007199254740993"), name: "Fern" })
    .then(unwrap);
