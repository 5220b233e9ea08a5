import { defineConfig } from "vitest/config";
import config, { patience } from "./vitest.config.ts";

/** The tests that mutation testing runs over and over: quick ones in this process, and no types. */
const tests: Readonly<Record<string, string[]>> = {
  src: ["test/client/**/*.test.ts"],
  mocks: ["test/mocks/**/*.test.ts", "test/server/{wire,faults}.test.ts"],
  server: ["test/server/**/*.test.ts"],
};

export default defineConfig({
  ...config,
  test: {
    include: tests[process.env.MUTATE ?? "src"] ?? [],
    ...patience,
    exclude: ["test/mocks/differential.node.test.ts"],
  },
});
