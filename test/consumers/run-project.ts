import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, inject } from "vitest";
import { chromium } from "../../scripts/chromium.ts";

/** A project that installs the packed package. */
export interface Project {
  readonly name: string;
  /** The folder whose files it has, besides the modules in this folder. */
  readonly folder?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  /** Shell commands, which create the plant 9007199254740993 at PLANT_STORE_URL, and fail if something is wrong. */
  readonly run: readonly string[];
}

const SHARED = readdirSync(new URL(".", import.meta.url)).filter((file) => /\.[cm]js$/.test(file));
const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

export async function runProject({ folder, dependencies, run }: Project): Promise<void> {
  const cwd = mkdtempSync(join(tmpdir(), "plant-store-consumer-"));
  const { startMockServer } = await import(join(inject("packed"), "dist/mocks-server.js"));
  const service = await startMockServer({ token: "secret" });
  const CHROMIUM_PATH = chromium.executablePath;
  const PATH = [join(cwd, "node_modules/.bin"), process.env.PATH].join(delimiter);
  const env = {
    ...process.env,
    PATH,
    PLANT_STORE_URL: service.url,
    NODE_ENV: undefined,
    NEXT_TELEMETRY_DISABLED: "1",
    CHROMIUM_PATH,
  };
  const execute = async (command: string) => {
    const options = { cwd, env, shell: true, maxBuffer: 2 ** 26, timeout: 240_000 };
    await promisify(execFile)(command, [], options).catch(({ message, stdout }) => {
      throw new Error(`${message}\n${stdout}`);
    });
  };
  try {
    for (const file of SHARED) {
      cpSync(path(file), join(cwd, file));
    }
    if (folder !== undefined) {
      cpSync(path(folder), cwd, { recursive: true });
    }
    const packages = { ...dependencies, "plant-store-sdk": `file:${inject("tarball")}` };
    writeFileSync(join(cwd, "package.json"), JSON.stringify({ private: true, type: "module", dependencies: packages }));
    await execute("npm install --no-audit --no-fund --no-package-lock --prefer-offline --loglevel=error");
    for (const command of run) {
      await execute(command);
    }
    const ids = service.mock.plants.all().map(({ id }: { id: number | bigint }) => id);
    expect([...new Set(ids)]).toEqual([9_007_199_254_740_993n]);
  } finally {
    await service.close();
    rmSync(cwd, { recursive: true, force: true });
  }
}
