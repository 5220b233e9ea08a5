import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, describe, expect, inject, it } from "vitest";
import { npmAsync } from "../../scripts/npm.ts";

/** Shared by the projects, which import it as "../mock-app-steps.mjs". */
const steps = "mock-app-steps.mjs";
const source = fileURLToPath(new URL("../consumers/", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "plant-store-consumers-"));
// Some gigabytes: removing them takes minutes on a busy machine.
afterAll(() => rmSync(folder, { recursive: true, force: true }), 600_000);

type Strings = Readonly<Record<string, string>>;

interface Manifest {
  readonly dependencies?: Strings;
  readonly scripts?: Strings;
  /** Other dependencies, installed one after the other, and the tests of each. */
  readonly variants?: Readonly<Record<string, Pick<Manifest, "dependencies" | "scripts">>>;
}

const readManifest = (name: string) => JSON.parse(readFileSync(join(source, name, "package.json"), "utf8"));

async function install(name: string, dependencies: Strings): Promise<void> {
  writeFileSync(join(folder, name, "package.json"), JSON.stringify({ ...readManifest(name), dependencies }));
  const flags = ["--no-audit", "--no-fund", "--no-package-lock", "--prefer-offline"];
  await npmAsync(["install", ...flags], join(folder, name));
}

const tools = readManifest("tools") as { nodes: readonly string[]; dependencies: Strings };
const nodes = tools.nodes.map((version) => ({ version, command: `node-${version.split(".")[0]}` }));

async function installTools(): Promise<string> {
  const platform = `${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
  const packages = nodes.map(({ version, command }) => [command, `npm:node-${platform}@${version}`]);
  const bin = join(folder, "tools/bin");
  mkdirSync(bin, { recursive: true });
  await install("tools", { ...tools.dependencies, ...Object.fromEntries(packages) });
  const modules = join(folder, "tools/node_modules");
  for (const { command } of nodes) {
    symlinkSync(join(modules, command, "bin/node"), join(bin, command));
  }
  for (const command of Object.keys(tools.dependencies)) {
    symlinkSync(join(modules, ".bin", command), join(bin, command));
  }
  return bin;
}
let installedTools: Promise<string> | undefined;

async function run(command: string, cwd: string): Promise<string> {
  installedTools ??= installTools();
  const PATH = [await installedTools, join(cwd, "node_modules/.bin"), process.env.PATH].join(delimiter);
  const options = { cwd, env: { ...process.env, PATH, NEXT_TELEMETRY_DISABLED: "1" }, shell: true, maxBuffer: 2 ** 26 };
  const { stdout } = await promisify(execFile)(command, [], options).catch((error) => {
    throw new Error(`${command} failed:\n${error.stdout}${error.stderr}`);
  });
  return stdout;
}

const projects = readdirSync(source, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== "tools")
  .map(({ name }) => {
    const manifest: Manifest = readManifest(name);
    const variants = Object.entries(manifest.variants ?? { [name]: manifest });
    const tests = variants.flatMap(([variant, { dependencies, scripts = {} }]) =>
      Object.entries(scripts).map(([title, command]) => ({ title, command, variant, dependencies })),
    );
    return { name, dependencies: manifest.dependencies, tests };
  });

// To run one project: npm run test:package -- -t node-22
describe("passes the tests of a project that installs it", { concurrent: true, timeout: 600_000 }, () => {
  it.each(nodes)("has Node $version", async ({ version, command }) => {
    expect(await run(`${command} --version`, folder)).toBe(`v${version}\n`);
  });

  describe.each(projects)("$name", ({ name, dependencies, tests }) => {
    const cwd = join(folder, name);
    let turn: Promise<unknown> = Promise.resolve();
    let installed: string | undefined;

    it.each(tests)("$variant: $title", async (test) => {
      const result = turn.then(async () => {
        if (installed !== test.variant) {
          cpSync(join(source, name), cwd, { recursive: true });
          cpSync(join(source, steps), join(folder, steps));
          const sdk = { "plant-store-sdk": `file:${inject("tarball")}` };
          await install(name, { ...dependencies, ...test.dependencies, ...sdk });
          installed = test.variant;
        }
        await run(test.command, cwd);
      });
      turn = result.catch(() => {});
      await result;
    });
  });
});
