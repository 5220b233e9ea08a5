import { defineConfig } from "@playwright/test";

const url = "http://127.0.0.1:4312";

export default defineConfig({
  testDir: "test",
  fullyParallel: true,
  use: { baseURL: url },
  webServer: {
    command: "npx vite --config test/vite.config.ts --mode test --host 127.0.0.1 --port 4312 --strictPort",
    url,
  },
});
