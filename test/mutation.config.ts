import { node } from "../vitest.config.ts";

/** For Stryker: the tests of the code that it changes. The others read sources as text, or run examples. */
export default {
  ...node,
  test: { ...node.test, isolate: true, include: ["test/{shared,client,mocks,conformance,cli}/**/*.test.ts"] },
};
