import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from "vitest";
import { env, run } from "./run.ts";

const folder = mkdtempSync(join(tmpdir(), "plant-store-examples-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const copy = join(folder, "examples");

/** The package isn't published yet, so each install takes the tarball in its place. */
const toCommand = (line: string) =>
  line.replace(/npm install(?: plant-store-sdk)?\b/, `npm install ${inject("tarball")}`);

async function runAll(lines: readonly string[], start: string): Promise<void> {
  let cwd = start;
  for (const line of lines) {
    if (line.startsWith("cd ")) {
      cwd = join(cwd, line.slice(3));
    } else {
      expect(await run(toCommand(line), cwd), line).toMatchObject({ code: 0 });
    }
  }
}

const readme = readFileSync(join(inject("packed"), "examples/README.md"), "utf8");
const [, installLines = ""] = /^```sh\n([\s\S]*?)^```$/m.exec(readme) ?? [];
const commands = Array.from(readme.matchAll(/^\| \[(\S+)\].*\| `(.+)` \|$/gm), ([, name = "", command = ""]) => ({
  name,
  command,
}));

describe("the examples of an installed package, as their README says", { timeout: 300_000 }, () => {
  beforeAll(() => runAll(installLines.trim().split("\n"), folder), 300_000);

  it("are all in the README", () => {
    const shipped = readdirSync(copy, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? [`${entry.name}/`] : [entry.name],
    );
    const others = ["README.md", "data/", "import-csv/", "node_modules/", "package-lock.json", "package.json"];
    expect([...commands.map(({ name }) => name), ...others].sort()).toEqual(shipped.sort());
  });

  it.each(commands.filter(({ name }) => name.endsWith(".ts")))("run: $command", async ({ name, command }) => {
    const { code, stdout } = await run(command, copy);
    expect(stdout).toMatch(name.endsWith(".test.ts") ? " passed" : /\S/);
    expect(code).toBe(name === "import-csv.ts" ? 1 : 0); // the CSV file has rows that can't be sent
  });

  // test/consumers/sandbox checks the one that isn't for Vite.
  const apps = commands.filter(({ name }) => existsSync(join(inject("packed"), "examples", name, "vite.config.ts")));

  it.each(apps)("build and serve an app: $command", async ({ command }) => {
    const [, app = "", server = ""] = /^cd (\w+) && npm install && (npm run dev)$/.exec(command) ?? [];
    const cwd = join(copy, app);
    await runAll(["npm install", "npm run build"], cwd);
    expect(readdirSync(join(cwd, "dist"))).toContain("mockServiceWorker.js");
    expect(await serve(server, cwd)).toContain('<script type="module"');
    expect(await serve("npm run preview", cwd)).toContain('<script type="module"');

    expect(await run("npm run build", cwd, { VITE_PLANT_STORE_URL: "http://127.0.0.1:4010" })).toMatchObject({
      code: 0,
    });
    expect(readdirSync(join(cwd, "dist")).sort()).toEqual(["assets", "index.html"]);
  });
});

async function serve(command: string, cwd: string): Promise<string> {
  const server = spawn(command, { cwd, env, shell: true, detached: true, stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void process.kill(-Number(server.pid)));
  for await (const text of server.stdout.setEncoding("utf8")) {
    const [url] = /http:\/\/\S+/.exec(text) ?? [];
    if (url) {
      return (await fetch(url)).text();
    }
  }
  throw new Error(`${command} ended before it printed its address.`);
}
