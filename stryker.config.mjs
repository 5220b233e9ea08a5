/** For `npm run test:mutation`. */
export default {
  testRunner: "vitest",
  vitest: { configFile: "test/mutation.config.ts", related: false },
  mutate: ["{shared,src,mocks,conformance}/**/*.ts", "!**/generated/**"],
  // Tests compare the files of the page with their sources.
  disableTypeChecks: false,
  // A mutant in code that runs once, when a module loads, needs all tests anew. Some run all the same, but only with the tests that
  // load the modules again. They are "static" in the report: leave them out of the score.
  ignoreStatic: true,
  timeoutMS: 5_000,
  reporters: ["clear-text", "json", "progress-append-only"],
  clearTextReporter: { reportTests: false },
  tempDirName: "reports/stryker",
  // Stryker comes from npx, and would import TypeScript to rewrite tsconfig.json.
  tsconfigFile: "none",
};
