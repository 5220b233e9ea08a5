const tests = { testMatch: ["**/*.test.{mjs,cjs}"], transform: {} };

export default {
  projects: [
    { ...tests, displayName: "node", testEnvironment: "node" },
    // Jest's own jsdom environment has no fetch, Request or Response.
    { ...tests, displayName: "jsdom", testEnvironment: "jest-fixed-jsdom" },
  ],
};
