import { defineConfig } from "vitest/config";
import { alias, patience, reportersTo } from "./vitest.config.ts";

/** The tests that drive Chromium: the browser example as it is built, and the mock server's own page. */
export default defineConfig({
  resolve: { alias },
  test: {
    include: ["test/browser/app/*.test.ts"],
    globalSetup: "test/browser/app/support/served-apps.ts",
    // They share one mock server.
    fileParallelism: false,
    ...patience,
    reporters: reportersTo("vitest-app"),
  },
});
