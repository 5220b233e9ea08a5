import { setupWorker } from "msw/browser";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { createHandlers, offline } from "plant-store-sdk/mocks/msw";

export const mock = createPlantStoreMock({ plants: [{ id: 1, name: "Fern" }] });
const worker = setupWorker(...createHandlers(mock));

export const startPlantStore = () => worker.start(offline);
