import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import { CLIENTS, readSupport } from "./peers.ts";
import { pathTo, type Runtime } from "./processes.ts";
import { type Contender, compare } from "./race.ts";
import type { Benchmark, Row } from "./results.ts";

const BASE_URL = 'baseUrl: "https://plants.example.com"';
const FOLDER = pathTo("node_modules/.cache/costs");
const HEY_API = "./node_modules/.cache/hey-api/index.mjs";

const PROGRAMS: Readonly<Record<string, string>> = {
  none: "export const client = fetch;",
  "plant-store-sdk": `import { createPlantStoreClient } from "plant-store-sdk";
    export const client = createPlantStoreClient({ ${BASE_URL}, token: "any" });`,
  "openapi-fetch": `import createClient from "openapi-fetch";
    import type { paths } from "../../../../src/generated/openapi.ts";
    export const client = createClient<paths>({ ${BASE_URL} });`,
  ofetch: 'import { ofetch } from "ofetch"; export const client = ofetch.create({ timeout: 30_000 });',
  wretch: 'import wretch from "wretch"; export const client = wretch("https://plants.example.com");',
  ky: 'import ky from "ky"; export const client = ky.create({ timeout: 30_000 });',
  axios: 'import axios from "axios"; export const client = axios.create({ timeout: 30_000 });',
  "octokit-request": `import { request } from "@octokit/request";
    export const client = request.defaults({ ${BASE_URL} });`,
  "hey-api": `import { createClient } from "../hey-api/generated/client";
    import { createPlant } from "../hey-api/generated/sdk.gen";
    export const client = createClient({ ${BASE_URL} });
    export const call = () => createPlant({ client, body: { id: 1, name: "Fern" } });`,
};

function writePrograms(): readonly (readonly [id: string, path: string])[] {
  mkdirSync(FOLDER, { recursive: true });
  return Object.entries(PROGRAMS).map(([id, program]) => {
    writeFileSync(`${FOLDER}/${id}.ts`, program);
    return [id, `${FOLDER}/${id}.ts`];
  });
}

export const clientSize: Benchmark = {
  name: "client-size",
  isForOneNode: true,
  async measure() {
    const own = ["package", pathTo("node_modules/plant-store-sdk/dist/index.js")] as const;
    const sizes = [...writePrograms(), own].map(([id, path]) => {
      const args = [pathTo("node_modules/esbuild/bin/esbuild"), path, "--bundle", "--minify", "--format=esm"];
      const bytes = brotliCompressSync(execFileSync(process.execPath, args)).byteLength;
      return [id, { ...readSupport(id), bytes }] as const;
    });
    return Object.fromEntries(sizes);
  },
};

export const clientStart: Benchmark = {
  name: "client-start",
  async measure(runtime, isShort) {
    const peers = CLIENTS.filter((peer) => peer.id !== "by-hand" && (peer.isShort || !isShort));
    const contenders = peers.map((peer) => ({
      ...importing(runtime, peer.id, peer.id === "hey-api" ? HEY_API : (peer.package ?? peer.id)),
      support: readSupport(peer.id, runtime),
    }));
    const effort = { starts: 1, rounds: isShort ? 9 : 21, warmups: 1 };
    return (await compare(contenders, effort, "importMs", "openapi-fetch")).rows;
  },
};

export const testImport: Benchmark = {
  name: "test-import",
  async measure(runtime) {
    const contenders = [
      importing(runtime, "msw", "msw", "msw/node"),
      importing(runtime, "mocks", "plant-store-sdk/mocks"),
      importing(runtime, "mocks-msw", "msw/node", "plant-store-sdk/mocks", "plant-store-sdk/mocks/msw"),
    ];
    return (await compare(contenders, { starts: 1, rounds: 21, warmups: 1 }, "importMs", "msw")).rows;
  },
};

/** Measures in a new process each time, because a second import costs nothing. */
function importing({ path }: Runtime, id: string, ...modules: readonly string[]): Contender {
  const imports = modules.map((name) => `await import(${JSON.stringify(name)});`).join("");
  const program = `const start = performance.now(); ${imports} console.log(performance.now() - start);`;
  const args = ["--input-type=module", "--eval", program];
  const round = async () => ({ importMs: Number(execFileSync(path, args, { cwd: pathTo("."), encoding: "utf8" })) });
  return { id, start: async () => ({ round, stop() {} }) };
}

export const clientTypes: Benchmark = {
  name: "client-types",
  isForOneNode: true,
  async measure() {
    const contenders = writePrograms().map(([id, path]) => ({
      id,
      support: readSupport(id),
      start: async () => ({ round: async () => compile(path), stop() {} }),
    }));
    const { rows } = await compare(contenders, { starts: 1, rounds: 5, warmups: 1 }, "compileMs", "none");
    const added = (row: Row, name: string) => Number(row[name]) - Number(rows.none?.[name]);
    return Object.fromEntries(
      Object.entries(rows).map(([id, row]) => {
        const more = { lines: added(row, "lines"), instantiations: added(row, "instantiations") };
        return [id, { ...row, ...more }];
      }),
    );
  },
};

function compile(path: string) {
  const options =
    "--strict --noEmit --target es2022 --lib es2022,dom,dom.iterable --module esnext --types node --moduleResolution bundler --allowImportingTsExtensions --extendedDiagnostics";
  const tsc = pathTo("node_modules/typescript/lib/tsc.js");
  const { stdout } = spawnSync(process.execPath, [tsc, ...options.split(" "), path], { encoding: "utf8" });
  const count = (name: string) => Number(new RegExp(`^${name}: +([\\d.]+)`, "m").exec(stdout)?.[1]);
  const lines = count("Lines of Definitions") + count("Lines of TypeScript");
  return { lines, instantiations: count("Instantiations"), compileMs: count("Total time") * 1_000 };
}
