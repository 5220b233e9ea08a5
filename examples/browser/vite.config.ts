import { defineConfig } from "vite";

export default defineConfig({
  define: { "import.meta.env.PLANT_STORE_URL": JSON.stringify(process.env.PLANT_STORE_URL ?? "") },
  // The SDK is linked, and has an msw of its own beside it: with two copies, the worker would not know the handlers.
  resolve: { dedupe: ["msw"] },
  server: { host: "127.0.0.1" },
  preview: { host: "127.0.0.1" },
});
