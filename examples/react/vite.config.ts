import react from "@vitejs/plugin-react";
import { createMockMiddleware, type MockAppOptions } from "plant-store-sdk/mocks/server";
import { defineConfig, type Plugin } from "vite";

/** Serves a mock of the Plant Store at a path of the dev server. */
function plantStoreMock(path: string, options?: MockAppOptions): Plugin {
  return {
    name: "plant-store-mock",
    configureServer({ middlewares }) {
      middlewares.use(path, createMockMiddleware({ ...options, basePath: path }));
    },
  };
}

export default defineConfig({
  plugins: [react(), plantStoreMock("/v1", { duplicateIds: "reject" })],
  // The linked SDK has another copy of msw beside it, whose handlers this app's worker wouldn't recognize.
  resolve: { dedupe: ["msw"] },
  server: { host: "127.0.0.1" },
  preview: { host: "127.0.0.1" },
});
