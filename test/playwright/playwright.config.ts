import { defineConfig } from "@playwright/test";
import { chromium } from "../../scripts/chromium.ts";

const SERVICE_URL = "http://127.0.0.1:4310";
const APP_URL = "http://127.0.0.1:4311";
// Starting npx takes longer than building the app.
const VITE = "node ../../node_modules/vite/bin/vite.js";

export default defineConfig({
  // Tests expect exactly their own plants, so they pass together only while each has its own mock.
  workers: 3,
  fullyParallel: true,
  repeatEach: 2,
  expect: { timeout: 20_000 },
  reporter: process.env.CI ? [["list"], ["json", { outputFile: "../../reports/playwright.json" }]] : "list",
  outputDir: "../../node_modules/.cache/playwright",
  use: { baseURL: APP_URL, launchOptions: chromium },
  webServer: [
    {
      command: `${VITE} build --outDir dist/playwright && ${VITE} preview --outDir dist/playwright --host 127.0.0.1 --port 4311`,
      cwd: "../../examples/react",
      url: APP_URL,
      env: { VITE_PLANT_STORE_URL: `${SERVICE_URL}/v1` },
      stderr: "ignore",
    },
  ],
});
