import { defineConfig, type Options } from "tsup";

const client = { index: "src/index.ts" };
const others = {
  mocks: "mocks/index.ts",
  "mocks-app": "mocks/app.ts",
  "mocks-msw": "mocks/msw.ts",
  "mocks-server": "mocks/server.ts",
  "mocks-vite": "mocks/vite.ts",
  conformance: "conformance/index.ts",
};
const command = { "plant-store": "cli/plant-store.ts" };

const shared = {
  target: "es2022",
  // @msw/data imports mutative, 43 kB that the mocks don't use. As an external module without side effects, it is dropped.
  external: ["mutative"],
  treeshake: { moduleSideEffects: "no-external" },
} satisfies Options;

export default defineConfig([
  // Built apart from the mocks, so that it shares no chunk with them: each additional file costs half a millisecond.
  { ...shared, format: "esm", entry: client, clean: true },
  { ...shared, format: "cjs", entry: client },
  { ...shared, format: "esm", entry: { ...others, ...command }, dts: { entry: { ...client, ...others } } },
  { ...shared, format: "cjs", entry: others, dts: { entry: { ...client, ...others } } },
]);
