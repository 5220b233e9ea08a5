import config from "../../examples/react/playwright.config.ts";
import { chromium } from "../../scripts/chromium.ts";

/** The React example's own test, in the Chromium of this machine. */
export default {
  ...config,
  expect: { timeout: 20_000 },
  testDir: "../../examples/react/test",
  reporter: process.env.CI ? [["list"], ["json", { outputFile: "../../reports/playwright-react.json" }]] : "list",
  outputDir: "../../node_modules/.cache/playwright-react",
  use: { ...config.use, launchOptions: chromium },
  webServer: { ...config.webServer, cwd: "../../examples/react" },
};
