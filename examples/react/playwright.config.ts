import { defineConfig } from "@playwright/test";

export default defineConfig({
  testDir: "test",
  fullyParallel: true,
  use: { baseURL: "http://127.0.0.1:4311" },
  webServer: {
    command: "npx vite --host 127.0.0.1 --port 4311 --strictPort", // your app
    url: "http://127.0.0.1:4311",
    env: { VITE_PLANT_STORE_URL: "http://127.0.0.1:4310" }, // as in mock.ts
  },
});
