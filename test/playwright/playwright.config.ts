import { defineConfig } from "@playwright/test";
import { chromium } from "../../scripts/chromium.ts";

const MOCK_PORT = 4310;
const APP_PORT = 4311;
// Starting npx takes longer than building the app.
const VITE = "node ../../node_modules/vite/bin/vite.js";

/**
 * Four workers share one mock server and one built app. The mock rejects duplicate ids, so a test that creates the same plant
 * in several workers passes only while each has a mock of its own.
 */
export default defineConfig({
  fullyParallel: true,
  workers: 4,
  repeatEach: 2,
  expect: { timeout: 20_000 },
  reporter: process.env.CI ? [["list"], ["json", { outputFile: "../../reports/playwright.json" }]] : "list",
  outputDir: "../../node_modules/.cache/playwright",
  use: { baseURL: `http://127.0.0.1:${APP_PORT}`, launchOptions: chromium },
  webServer: [
    {
      command: `node dist/plant-store.js mock --port ${MOCK_PORT} --duplicate-ids reject`,
      cwd: "../..",
      url: `http://127.0.0.1:${MOCK_PORT}/`,
      stderr: "ignore",
    },
    {
      command: `${VITE} build --outDir dist/playwright && ${VITE} preview --outDir dist/playwright --port ${APP_PORT} --strictPort`,
      cwd: "../../examples/browser",
      url: `http://127.0.0.1:${APP_PORT}/`,
      env: { VITE_PLANT_STORE_URL: `http://127.0.0.1:${MOCK_PORT}/v1` },
      stderr: "ignore",
    },
  ],
});
