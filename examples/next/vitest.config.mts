import { defineConfig } from "vitest/config";

/** Tests resolve imports from "@/" as the app does. */
export default defineConfig({ resolve: { tsconfigPaths: true } });
