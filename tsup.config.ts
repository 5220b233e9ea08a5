import { defineConfig } from "tsup";

const entries = {
  index: "src/index.ts",
  mocks: "mocks/index.ts",
  "mocks-msw": "mocks/msw.ts",
  "mocks-server": "mocks/server.ts",
  conformance: "conformance/index.ts",
};

export default defineConfig({
  entry: { ...entries, "plant-store": "cli/plant-store.ts" },
  format: ["esm", "cjs"],
  target: "es2022",
  dts: { entry: entries },
  // The command is nobody's import: one format of it is enough.
  esbuildOptions(options, { format }) {
    if (format === "cjs") {
      options.entryPoints = entries;
    }
  },
  sourcemap: true,
  clean: true,
  treeshake: true,
});
