import { chromium } from "../../scripts/chromium.ts";

/** The own tests of the example with a service worker, in the Chromium of this machine, with the dev server at BASE_URL. */
export default {
  expect: { timeout: 20_000 },
  testDir: "../../examples/service-worker",
  outputDir: "../../node_modules/.cache/playwright",
  use: { baseURL: process.env.BASE_URL, launchOptions: chromium },
};
