import { createMockMiddleware, type MockAppOptions } from "plant-store-sdk/mocks/server";
import { defineConfig, type Plugin } from "vite";

/** Serves a mock of the Plant Store at a path of the dev server. */
function plantStoreMock(path: string, options?: MockAppOptions): Plugin {
  return {
    name: "plant-store-mock",
    configureServer({ middlewares }) {
      middlewares.use(path, createMockMiddleware(options));
    },
  };
}

export default defineConfig({
  plugins: [plantStoreMock("/api", { plants: [{ id: 1, name: "Fern" }] })],
});
