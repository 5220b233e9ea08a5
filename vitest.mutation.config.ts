import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { alias } from "./vitest.config.ts";

/** The tests that mutation testing repeats for every mutant: fast ones, in this process. */
const tests: Readonly<Record<string, readonly string[]>> = {
  src: ["test/client/**/*.test.ts", "test/shared/**/*.test.ts"],
  mocks: ["test/mocks/**/*.test.ts", "test/app/{control,events}.test.ts"],
  "mocks/app": ["test/app/**/*.test.ts"],
  "mocks/server": ["test/{app,server}/**/*.test.ts"],
  // The output of "plant-store verify" shows the words of the suite.
  conformance: ["test/conformance/**/*.test.ts", "test/cli/verify.test.ts"],
  cli: ["test/cli/**/*.test.ts"],
};

const mutated = process.env.MUTATE ?? "src";
const folder = Object.keys(tests)
  .filter((name) => `${mutated}/`.startsWith(`${name}/`))
  .sort((a, b) => b.length - a.length)[0];
if (folder === undefined) {
  throw new Error(`No tests are known for ${mutated}. Choose a folder in ${Object.keys(tests).join(", ")}.`);
}

// The adapters for MSW and the server add no behavior, and loading them takes longer than most mutants.
const fetchOnly = {
  find: "../support/adapters.ts",
  replacement: fileURLToPath(new URL("test/support/adapters.mutation.ts", import.meta.url)),
};

/** Runs the tests of rules first, then short files: the first test that fails ends the run of a mutant. */
class QuickestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const shortestFirst = (await super.sort(files)).reverse();
    const isRule = ({ moduleId }: TestSpecification) => Number(moduleId.includes("/test/shared/"));
    return shortestFirst.sort((a, b) => isRule(b) - isRule(a));
  }
}

export default defineConfig({
  resolve: { alias: folder === "mocks" || folder === "conformance" ? [...alias, fetchOnly] : alias },
  test: {
    include: [...(tests[folder] ?? [])],
    exclude: ["test/mocks/differential.node.test.ts", "**/*.process.test.ts"],
    // Each mutant gets a new worker, in which all test files share the modules.
    isolate: false,
    sequence: { sequencer: QuickestFirst },
    // A mutant that hangs should fail soon. On a busy machine, the slowest test takes ten seconds with instrumented code.
    testTimeout: 15_000,
    expect: { poll: { timeout: 5_000 } },
  },
});
