import { defineConfig } from "vitest/config";
import config from "./vitest.config.ts";

// The tests that mutation testing runs over and over: those that run in this process, and no types.
export default defineConfig({
  ...config,
  test: {
    include:
      process.env.MUTATE === "mocks"
        ? ["test/mocks/**/*.test.ts", "test/server/**/*.test.ts"]
        : ["test/client/**/*.test.ts"],
  },
});
