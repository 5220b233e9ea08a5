import { defineConfig } from "vitest/config";
import { alias, timeouts } from "./vitest.config.ts";

/** The tests that mutation testing repeats for every mutant: fast ones, in this process. */
const tests: Readonly<Record<string, readonly string[]>> = {
  src: ["test/client/**/*.test.ts", "test/rules/**/*.test.ts"],
  mocks: ["test/mocks/**/*.test.ts", "test/server/{wire,faults}.test.ts"],
  "mocks/server": ["test/server/**/*.test.ts"],
  conformance: ["test/conformance/**/*.test.ts"],
};

const mutated = process.env.MUTATE ?? "src";
const folder = Object.keys(tests)
  .filter((name) => `${mutated}/`.startsWith(`${name}/`))
  .sort((a, b) => b.length - a.length)[0];
if (folder === undefined) {
  throw new Error(`No tests are known for ${mutated}. Choose a folder in ${Object.keys(tests).join(", ")}.`);
}

export default defineConfig({
  resolve: { alias },
  test: {
    include: [...(tests[folder] ?? [])],
    exclude: ["test/mocks/differential.node.test.ts", "**/*.process.test.ts"],
    ...timeouts,
  },
});
