/** Tests mutants of a folder or of files in it: `npm run test:mutation -- mocks/app 'mocks/app/control.ts'`. */
import { availableParallelism } from "node:os";
import { Stryker } from "@stryker-mutator/core";

const [folder = "src", files = `${folder}/**/*.ts`] = process.argv.slice(2);
process.env.MUTATE = folder;

const results = await new Stryker({
  testRunner: "vitest",
  mutate: [
    files,
    "!**/generated/**",
    ...(folder === "mocks" ? ["!mocks/{app,server}/**", "!mocks/{app,server}.ts"] : []),
  ],
  vitest: { configFile: "vitest.mutation.config.ts", related: false },
  coverageAnalysis: "perTest",
  // It would change the comments of the page, which a test compares.
  disableTypeChecks: false,
  // Workers wait more than they compute.
  concurrency: 2 * availableParallelism(),
  timeoutMS: 15_000,
  reporters: ["clear-text", "json", "progress-append-only"],
  tempDirName: ".stryker-tmp",
}).runMutationTest();
process.exitCode = results.length > 0 ? 0 : 1;
