import { defineConfig, loadEnv } from "vite";

export default defineConfig(({ mode }) => ({
  // The mock's worker is the only file in public/. A build for a service goes without it.
  publicDir: loadEnv(mode, ".").VITE_PLANT_STORE_URL ? false : "public",
  // In the repository, the linked SDK has another copy of msw, whose handlers this app's worker wouldn't recognize.
  resolve: { dedupe: ["msw"] },
  server: { host: "127.0.0.1" },
  preview: { host: "127.0.0.1" },
}));
