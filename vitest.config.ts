import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The package's own names lead to its sources. */
export const alias = [
  { find: /^plant-store-sdk$/, replacement: source("src/index.ts") },
  { find: /^plant-store-sdk\/mocks$/, replacement: source("mocks/index.ts") },
  { find: /^plant-store-sdk\/mocks\/(.*)$/, replacement: source("mocks/$1.ts") },
  { find: /^plant-store-sdk\/conformance$/, replacement: source("conformance/index.ts") },
];

/** On a busy machine a test may take long; that is no fault. */
export const patience = { testTimeout: 30_000, hookTimeout: 120_000, expect: { poll: { timeout: 20_000 } } };

/** .ci/run closes with the totals of these reports. */
export const reportersTo = (name: string): ["default", ...["json", { outputFile: string }][]] =>
  process.env.CI ? ["default", ["json", { outputFile: `reports/${name}.json` }]] : ["default"];

export default defineConfig({
  resolve: { alias },
  test: {
    include: ["test/**/*.test.ts", "examples/**/*.test.ts"],
    // What needs a browser has scripts of its own.
    exclude: ["**/node_modules/**", "test/browser/**"],
    ...patience,
    reporters: reportersTo("vitest"),
    typecheck: { enabled: true, include: ["test/**/*.test-d.ts"] },
    coverage: {
      include: ["src/**", "mocks/**", "conformance/**"],
      exclude: ["src/generated/**"],
      thresholds: { "{src,mocks}/**": { 100: true }, lines: 100, branches: 95 },
    },
  },
});
