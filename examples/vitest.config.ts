import { defineConfig } from "vitest/config";

// react/ has a test for Playwright.
export default defineConfig({ test: { include: ["*.test.ts"] } });
