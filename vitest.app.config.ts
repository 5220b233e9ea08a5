import { defineConfig } from "vitest/config";
import config, { patience } from "./vitest.config.ts";

/** The tests that drive Chromium: the browser example as it is built, and the mock server's own page. */
export default defineConfig({
  resolve: config.resolve ?? {},
  test: {
    include: ["test/browser/app/*.test.ts"],
    globalSetup: "test/browser/app/support/served-apps.ts",
    // They share one mock server.
    fileParallelism: false,
    ...patience,
    reporters: process.env.CI ? ["default", ["json", { outputFile: "reports/vitest-app.json" }]] : ["default"],
  },
});
