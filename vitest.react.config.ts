import { defineConfig } from "vitest/config";
import { alias } from "./vitest.config.ts";

/** The tests that drive the React example, as it is built, in Chromium. */
export default defineConfig({
  resolve: { alias },
  test: {
    include: ["test/browser/react/*.test.ts"],
    testTimeout: 30_000,
    hookTimeout: 120_000,
    reporters: process.env.CI ? ["default", ["json", { outputFile: "reports/vitest-react.json" }]] : ["default"],
  },
});
