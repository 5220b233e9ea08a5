import { defineConfig } from "vitest/config";
import { alias, patience, reportersTo } from "./vitest.config.ts";

/** The tests that drive the React example, as it is built, in Chromium. */
export default defineConfig({
  resolve: { alias },
  test: {
    include: ["test/browser/react/*.test.ts"],
    ...patience,
    reporters: reportersTo("vitest-react"),
  },
});
