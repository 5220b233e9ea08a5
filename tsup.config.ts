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
  esbuildPlugins: [
    {
      // Of @msw/data only the queries are used. What its Collection needs would stay, since it does not say that it can go.
      name: "drop-what-collections-need",
      setup({ onResolve, resolve }) {
        onResolve({ filter: /^mutative$/ }, async ({ path, pluginData, ...from }) =>
          pluginData === "resolving"
            ? undefined
            : { ...(await resolve(path, { ...from, pluginData: "resolving" })), sideEffects: false },
        );
      },
    },
  ],
  sourcemap: true,
  clean: true,
  treeshake: true,
});
