import { createMockMiddleware } from "plant-store-sdk/mocks/server";
import { defineConfig, type Plugin } from "vite";

/** In development, the base URL of the service is `${location.origin}/mock`. */
const plantStoreMock = (): Plugin => ({
  name: "plant-store-mock",
  apply: "serve",
  configureServer({ middlewares }) {
    middlewares.use("/mock", createMockMiddleware({ plants: [{ id: 1, name: "Fern" }] }));
  },
});

export default defineConfig({ plugins: [plantStoreMock()] });
