import { defineConfig } from "vite";

export default defineConfig({
  define: { "import.meta.env.PLANT_STORE_URL": JSON.stringify(process.env.PLANT_STORE_URL ?? "") },
  // The linked SDK has another copy of msw beside it, whose handlers this app's worker wouldn't recognize.
  resolve: { dedupe: ["msw"] },
  server: { host: "127.0.0.1" },
  preview: { host: "127.0.0.1" },
});
