import { execFile } from "node:child_process";
import { EventEmitter } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { mock } from "../../cli/mock.ts";
import { verify } from "../../cli/verify.ts";
import { listPages, readPage } from "../../scripts/snippets.ts";
import { mockServer } from "../support/mock-server.ts";

const root = new URL("../../", import.meta.url);
const readScripts = (path: string) => JSON.parse(readFileSync(new URL(path, root), "utf8")).scripts;
const scripts = { ...readScripts("package.json"), ...readScripts("examples/react/package.json") };

/** `marker` is the line above the block. */
const blocks = listPages().flatMap((page) =>
  [...readPage(page).matchAll(/^(.*)\n(`{3,})(\w*)\n([\s\S]*?)^\2$/gm)].map(
    ([, marker = "", , language = "", code = ""]) => ({ page, marker, language, code }),
  ),
);

it("shows no code that isn't tested", () => {
  const others = blocks.filter(({ marker }) => !/^<!-- [\w./[\]-]+\.\w+(?:#[\w-]+)? -->$/.test(marker));
  expect(others.filter(({ language }) => !/^(?:|console|diff|mermaid|sh|yaml)$/.test(language))).toEqual([]);
});

describe("commands", () => {
  const lines = blocks.filter(({ language }) => /^(?:sh|yaml)$/.test(language)).flatMap(({ code }) => code.split("\n"));
  const commands = lines.flatMap((line) => line.replace(/\s+# .*$/, "").split(" && "));

  const findAll = (pattern: RegExp) =>
    listPages().flatMap((page) => Array.from(readPage(page).matchAll(pattern), ([, name = ""]) => ({ page, name })));

  it("run npm scripts that exist", () => {
    const runs = findAll(/npm run ([a-z][\w:-]*)/g);
    expect(runs.filter(({ name }) => !(name in scripts))).toEqual([]);
  });

  it("run files that exist", () => {
    const runs = findAll(/npx (?:tsx|vitest run(?: --project \w+)?) ([\w./-]+)/g);
    const exists = ({ page, name }: { page: string; name: string }) =>
      ["", page, "examples/", "examples/express/"].some((base) => existsSync(new URL(name, new URL(base, root))));
    expect(runs.filter((run) => !exists(run))).toEqual([]);
  });

  it("copy files of the examples that exist", () => {
    const copies = blocks.flatMap(({ code }) => {
      const folder = /^from=node_modules\/plant-store-sdk\/(.+)$/m.exec(code)?.[1];
      return Array.from(code.matchAll(/\$from\/([\w./-]+)/g), ([, name]) => `${folder}/${name}`);
    });
    expect(copies).not.toEqual([]);
    expect(copies.filter((path) => !existsSync(new URL(path, root)))).toEqual([]);
  });

  it.each(["mock", "verify"] as const)("use only flags that plant-store %s has", async (name) => {
    const help: string[] = [];
    const output = { write: (text: string) => void help.push(text) };
    const io = Object.assign(new EventEmitter(), { stdout: output, stderr: output, env: {} });
    await { mock, verify }[name](["--help"], io);
    const flags = commands
      .flatMap((command) => command.split(`plant-store ${name}`).slice(1))
      .flatMap((args) => args.match(/--[\w-]+/g) ?? []);
    expect(flags).not.toEqual([]);
    expect(flags.filter((flag) => !help.join("").includes(`${flag} `))).toEqual([]);
  });
});

describe("console sessions with the mock server", () => {
  const sessions = blocks.filter(({ language }) => language === "console");
  const pages = [...new Set(sessions.map(({ page }) => page))];
  const address = "http://127.0.0.1:4010";

  it.each(pages)("print what the page shows: %s", async (page) => {
    const { url } = await mockServer({ token: "my-access-token" });
    const steps = sessions.filter((block) => block.page === page).flatMap(({ code }) => code.split(/^\$ /m).slice(1));
    for (const step of steps) {
      const [command = "", ...shown] = step.trimEnd().split("\n");
      expect(command).toMatch(/^curl /);
      const { stdout } = await promisify(execFile)("bash", ["-c", `${command} -s`.replaceAll(address, url)]);
      expect(stdout.replaceAll(url, address)).toMatch(pattern(shown.join("\n")));
    }
  });
});

/** "…" matches any text. */
function pattern(text: string): RegExp {
  const parts = text.split("…").map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, "\\$&"));
  return new RegExp(`^${parts.join("[^]*")}\n?$`);
}
