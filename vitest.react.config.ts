import { defineConfig } from "vitest/config";
import { alias, patience } from "./vitest.config.ts";

/** The tests that drive the React example, as it is built, in Chromium. */
export default defineConfig({
  resolve: { alias },
  test: {
    include: ["test/browser/react/*.test.ts"],
    ...patience,
    reporters: process.env.CI ? ["default", ["json", { outputFile: "reports/vitest-react.json" }]] : ["default"],
  },
});
