import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from "vitest";
import { env, run, succeed } from "./run.ts";

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
      await succeed(toCommand(line), cwd);
    }
  }
}

const readme = readFileSync(join(inject("packed"), "examples/README.md"), "utf8");
const [, installLines = ""] = /^```sh\n([\s\S]*?)^```$/m.exec(readme) ?? [];
const names = Array.from(readme.matchAll(/^\| \[(\S+)\]\(/gm), ([, name = ""]) => name);

describe("the examples of an installed package, as their README says", { timeout: 300_000 }, () => {
  beforeAll(() => runAll(installLines.trim().split("\n"), folder), 300_000);

  it("are all in the README", () => {
    const shipped = readdirSync(copy, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? [`${entry.name}/`] : [entry.name],
    );
    const others = ["README.md", "data/", "import-csv/", "node_modules/", "package-lock.json", "package.json"];
    expect([...names, ...others].sort()).toEqual(shipped.sort());
    expect(readme).toContain("`npx tsx create-plant.ts`");
    expect(readme).toContain("`npx vitest run msw.test.ts`");
  });

  it.each(names.filter((name) => name.endsWith(".ts")))("run: %s", async (name) => {
    const isTest = name.endsWith(".test.ts");
    const { code, stdout } = await run(`npx ${isTest ? "vitest run" : "tsx"} ${name}`, copy);
    expect(stdout).toMatch(isTest ? " passed" : /\S/);
    expect(code).toBe(name === "import-csv.ts" ? 1 : 0); // the CSV file has rows that can't be sent
  });

  // test/consumers checks the sandbox.
  it("build and serve an app: react", async () => {
    expect(readme).toContain("`cd react && npm install && npm run dev`");
    const cwd = join(copy, "react");
    await runAll(["npm install", "npm run build"], cwd);
    expect(readdirSync(join(cwd, "dist")).sort()).toEqual(["assets", "index.html"]);
    expect(await serve("npm run dev", cwd)).toContain('<script type="module"');
    expect(await serve("npm run preview", cwd)).toContain('<script type="module"');
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
