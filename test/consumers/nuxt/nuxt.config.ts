import { plantStoreMock } from "plant-store-sdk/mocks/vite";

export default defineNuxtConfig({
  vite: { plugins: [plantStoreMock()] },
});
