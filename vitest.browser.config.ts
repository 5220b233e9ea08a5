import { fileURLToPath } from "node:url";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { chromium } from "./scripts/chromium.ts";
import { alias, patience, reportersTo } from "./vitest.config.ts";

/**
 * The tests of the client and the mock, in a real browser. A test file is run here unless its name says `.node.test.ts`:
 * one that comes to need Node and does not say so fails.
 */
export default defineConfig({
  resolve: {
    alias: [
      ...alias,
      {
        find: "../support/adapters.ts",
        replacement: fileURLToPath(new URL("test/support/adapters.browser.ts", import.meta.url)),
      },
    ],
  },
  // Here "msw init" puts mockServiceWorker.js.
  publicDir: "node_modules/.cache/msw-worker",
  test: {
    include: ["test/{client,mocks}/**/*.test.ts", "test/browser/unit/**/*.test.ts"],
    exclude: ["**/*.node.test.ts"],
    ...patience,
    reporters: reportersTo("vitest-browser"),
    // MSW warns of each request that is blocked, and of each fault that throws: the tests look at the answers.
    onConsoleLog: (text) => !text.startsWith("[MSW]"),
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({ launchOptions: chromium }),
      instances: [{ browser: "chromium" }],
    },
  },
});
