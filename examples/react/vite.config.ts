import react from "@vitejs/plugin-react";
import { createMockMiddleware, type MockAppOptions } from "plant-store-sdk/mocks/server";
import { defineConfig, loadEnv, type Plugin } from "vite";

/** Serves a mock of the Plant Store at a path of the dev server. */
function plantStoreMock(path: string, options?: MockAppOptions): Plugin {
  return {
    name: "plant-store-mock",
    configureServer({ middlewares }) {
      middlewares.use(path, createMockMiddleware(options));
    },
  };
}

export default defineConfig(({ mode }) => ({
  plugins: [react(), plantStoreMock("/v1", { duplicateIds: "reject" })],
  // The mock's worker is the only file in public/. A build for a service goes without it.
  publicDir: loadEnv(mode, ".").VITE_PLANT_STORE_URL ? false : "public",
  // In the repository, the linked SDK has another copy of msw, whose handlers this app's worker wouldn't recognize.
  resolve: { dedupe: ["msw"] },
  server: { host: "127.0.0.1" },
  preview: { host: "127.0.0.1" },
}));
