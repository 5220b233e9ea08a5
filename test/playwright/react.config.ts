import config from "../../examples/react/playwright.config.ts";
import { chromium } from "../../scripts/chromium.ts";

/** The React example's own tests, in the Chromium of this machine. */
export default {
  ...config,
  // Tests expect exactly their own plants, so they pass together only while each has its own mock.
  workers: 3,
  repeatEach: 2,
  expect: { timeout: 20_000 },
  testDir: "../../examples/react/test",
  outputDir: "../../node_modules/.cache/playwright",
  use: { ...config.use, launchOptions: chromium },
  webServer: { ...config.webServer, cwd: "../../examples/react" },
};
