import { defineConfig, type Options } from "tsup";

const client = { index: "src/index.ts" };
const others = {
  mocks: "mocks/index.ts",
  "mocks-msw": "mocks/msw.ts",
  "mocks-server": "mocks/server.ts",
  "mocks-vite": "mocks/vite.ts",
  conformance: "conformance/index.ts",
};

const esm = { format: "esm", target: "es2022", treeshake: true, sourcemap: true } satisfies Options;
// Readable as it is, so it does without source maps. Of the others, scripts/build.ts keeps the client's.
const cjs = { ...esm, format: "cjs", sourcemap: false } satisfies Options;

// Of @msw/data, the mocks use Query but not Collection. Collection imports mutative, which doesn't declare that it has no
// side effects: without this, esbuild would bundle its 43 kB into each format of the mocks.
const esbuildPlugins: Options["esbuildPlugins"] = [
  {
    name: "drop-mutative",
    setup({ onResolve, resolve }) {
      onResolve({ filter: /^mutative$/ }, async ({ path, pluginData, ...from }) =>
        pluginData === "resolving"
          ? undefined
          : { ...(await resolve(path, { ...from, pluginData: "resolving" })), sideEffects: false },
      );
    },
  },
];

const mocks = { entry: others, esbuildPlugins } satisfies Options;
// Its hosts load ES modules only.
const app = { "mocks-app": "mocks/app.ts" };

export default defineConfig([
  // Built apart from the mocks, so that it shares no chunk with them: each additional file costs half a millisecond.
  { ...esm, entry: client },
  { ...cjs, entry: client },
  {
    ...esm,
    ...mocks,
    entry: { ...others, ...app, "plant-store": "cli/plant-store.ts" },
    dts: { entry: { ...client, ...others, ...app } },
  },
  { ...cjs, ...mocks, dts: { entry: { ...client, ...others } } },
]);
