import { fileURLToPath } from "node:url";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { chromium } from "./scripts/chromium.ts";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** Tests import the package by name and run its sources. */
export const alias = [
  { find: /^plant-store-sdk$/, replacement: path("src/index.ts") },
  { find: /^plant-store-sdk\/mocks$/, replacement: path("mocks/index.ts") },
  { find: /^plant-store-sdk\/mocks\/(.*)$/, replacement: path("mocks/$1.ts") },
  { find: /^plant-store-sdk\/conformance$/, replacement: path("conformance/index.ts") },
  { find: /^@\//, replacement: path("examples/next/") },
];

/** Generous, so that a busy machine fails no test. */
const timeouts = { testTimeout: 30_000, hookTimeout: 120_000, expect: { poll: { timeout: 20_000 } } };

/** Tests that start processes, drive Chromium, compile a project or install the package. */
const slow = ["test/**/*.process.test.ts", "test/{package,consumers}/*.test.ts", "test/browser/apps/*.test.ts"];

export const node = {
  resolve: { alias },
  test: {
    name: "node",
    include: ["{test,docs}/**/*.test.ts", "examples/*.test.ts", "examples/{express,next,serverless}/**/*.test.ts"],
    exclude: ["**/node_modules/**", "test/browser/**", ...slow],
    // Each worker loads a module once, so a test must undo what it changes outside its file.
    isolate: false,
    // The default leaves one processor idle, half of a small machine.
    maxWorkers: "100%",
    ...timeouts,
  },
};

// In CI, each npm script writes a report, from which .ci/run prints the totals.
const report = `reports/${process.env.npm_lifecycle_event?.replaceAll(":", "-")}.json`;

export default defineConfig({
  test: {
    reporters: process.env.CI ? ["default", ["json", { outputFile: report }]] : ["default"],
    // MSW warns about each blocked request and each fault that throws. In the browser project, nothing else silences it.
    onConsoleLog: (text) => !text.startsWith("[MSW]"),
    coverage: {
      include: ["shared/**", "src/**", "mocks/**", "conformance/**", "cli/**"],
      // The page runs in browsers only, and the entry of the command in a process only.
      exclude: ["{examples,test}/**", "shared/generated/**", "mocks/app/{generated,page}/**", "cli/plant-store.ts"],
      thresholds: { "{shared,src,mocks}/**": { 100: true }, lines: 100, branches: 95 },
    },
    projects: [
      node,
      {
        resolve: { alias },
        test: {
          name: "slow",
          include: slow,
          globalSetup: ["test/support/build.ts", "test/package/packed.ts"],
          maxConcurrency: 2,
          ...timeouts,
          testTimeout: 300_000,
        },
      },
      {
        // Runs every test of the client and the mock whose name doesn't end in .node.test.ts in Chromium too.
        resolve: {
          alias: [
            ...alias,
            { find: /^(?:\.\.\/)+support\/adapters\.ts$/, replacement: path("test/support/adapters.browser.ts") },
          ],
        },
        // "msw init" writes mockServiceWorker.js here.
        publicDir: "node_modules/.cache/msw-worker",
        test: {
          name: "browser",
          include: ["test/{client,mocks}/**/*.test.ts", "test/browser/unit/**/*.test.ts"],
          exclude: ["test/mocks/{app,server}/**", "**/*.node.test.ts", "**/*.process.test.ts"],
          browser: {
            enabled: true,
            isolate: false,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: chromium }),
            instances: [{ browser: "chromium" }],
          },
          ...timeouts,
        },
      },
    ],
  },
});
