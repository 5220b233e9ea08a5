const tests = { testMatch: ["**/*.test.{mjs,cjs}"], transform: {} };

export default {
  projects: [
    { ...tests, displayName: "node", testEnvironment: "node" },
    { ...tests, displayName: "jsdom", testEnvironment: "./jest-environment.cjs" },
  ],
};
