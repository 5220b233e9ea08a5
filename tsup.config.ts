import { defineConfig, type Options } from "tsup";

const client = { index: "src/index.ts" };
const others = {
  mocks: "mocks/index.ts",
  "mocks-msw": "mocks/msw.ts",
  "mocks-server": "mocks/server.ts",
  conformance: "conformance/index.ts",
};

const shared = {
  format: ["esm", "cjs"],
  target: "es2022",
  sourcemap: true,
  treeshake: true,
} satisfies Options;

export default defineConfig([
  // In a file of its own, which shares none with the mocks: each more that is imported costs half a millisecond.
  { ...shared, entry: client },
  {
    ...shared,
    entry: { ...others, "plant-store": "cli/plant-store.ts" },
    dts: { entry: { ...client, ...others } },
    // The command is nobody's import: one format of it is enough.
    esbuildOptions(options, { format }) {
      if (format === "cjs") {
        options.entryPoints = others;
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
  },
]);
