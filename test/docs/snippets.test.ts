import { existsSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type MockServer, startMockServer } from "plant-store-sdk/mocks/server";
import { describe, expect, it, onTestFinished } from "vitest";
import { mock } from "../../cli/mock.ts";
import { verify } from "../../cli/verify.ts";
import { fillSnippets, listPages, readPage } from "../../scripts/snippets.ts";

const root = new URL("../../", import.meta.url);
const readScripts = (path: string) => JSON.parse(readFileSync(new URL(path, root), "utf8")).scripts;
const scripts = { ...readScripts("package.json"), ...readScripts("examples/browser/package.json") };

interface Block {
  readonly page: string;
  /** The line above the block. */
  readonly marker: string;
  readonly language: string;
  readonly code: string;
}

const blocks: readonly Block[] = listPages().flatMap((page) =>
  [...readPage(page).matchAll(/^(.*)\n(`{3,})(\w*)\n([\s\S]*?)^\2$/gm)].map(
    ([, marker = "", , language = "", code = ""]) => ({ page, marker, language, code }),
  ),
);

it.each(listPages())("shows tested files unchanged: %s", (page) => {
  expect(readPage(page)).toBe(fillSnippets(readPage(page)));
});

it("shows no code that isn't tested", () => {
  const isFromFile = ({ marker }: Block) => /^<!-- [\w./[\]-]+\.\w+(?:#[\w-]+)? -->$/.test(marker);
  const isOther = ({ language }: Block) => ["", "console", "diff", "mermaid", "sh", "yaml"].includes(language);
  expect(blocks.filter((block) => !isFromFile(block) && !isOther(block))).toEqual([]);
});

describe("commands", () => {
  const lines = blocks.filter(({ language }) => language === "sh").flatMap(({ code }) => code.trim().split("\n"));
  const commands = lines.flatMap((line) => line.replace(/\s+# .*$/, "").split(" && "));

  it.each(listPages())("run scripts and files that exist: %s", (page) => {
    const text = readPage(page);
    const names = Array.from(text.matchAll(/npm run ([a-z][\w:-]*)/g), ([, name = ""]) => name);
    const paths = Array.from(
      text.matchAll(/npx (?:tsx|vitest run(?: --project \w+)?) ([\w./-]+)/g),
      ([, path = ""]) => path,
    );
    expect(names.filter((name) => !(name in scripts))).toEqual([]);
    const folders = [root, new URL(page, root)];
    expect(paths.filter((path) => !folders.some((folder) => existsSync(new URL(path, folder))))).toEqual([]);
  });

  it.each([
    { name: "mock", run: mock },
    { name: "verify", run: verify },
  ])("use only flags that plant-store $name has", async ({ name, run }) => {
    let help = "";
    const write = (text: string) => {
      help += text;
    };
    await run(["--help"], { stdout: { write }, stderr: { write }, env: {} });
    const flags = commands
      .filter((command) => command.startsWith(`npx plant-store ${name}`))
      .flatMap((command) => command.match(/--[\w-]+/g) ?? []);
    expect(flags).not.toEqual([]);
    expect(flags.filter((flag) => !help.includes(`${flag} `))).toEqual([]);
  });
});

describe("console sessions with the mock server", () => {
  const sessions = blocks.filter(({ language }) => language === "console");
  const pages = [...new Set(sessions.map(({ page }) => page))];

  it.each(pages)("print what the page shows: %s", async (page) => {
    const server = await startMockServer({ token: "my-access-token" });
    onTestFinished(() => server.close());
    const steps = sessions.filter((block) => block.page === page).flatMap(({ code }) => code.split(/^\$ /m).slice(1));
    expect(steps).not.toEqual([]);
    for (const step of steps) {
      const [command = "", ...shown] = step.trimEnd().split("\n");
      expect(await curl(command, server)).toMatch(pattern(shown.join("\n")));
    }
  });
});

/** "…" matches any text. */
function pattern(text: string): RegExp {
  const parts = text.split("…").map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, "\\$&"));
  return new RegExp(`^${parts.join("[^]*")}\n?$`);
}

async function curl(command: string, { url }: MockServer): Promise<string> {
  const [program, ...args] = Array.from(
    command.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g),
    ([, a, b, c]) => a ?? b ?? c ?? "",
  );
  expect(program).toBe("curl");
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      request: { type: "string", short: "X" },
      header: { type: "string", short: "H", multiple: true, default: [] },
      data: { type: "string", short: "d" },
    },
  });
  const { data, request = data === undefined ? "GET" : "POST", header } = values;
  const headers = new Headers(header.map((line) => line.split(": ") as [string, string]));
  const address = String(positionals[0]).replace("http://127.0.0.1:4010", url);
  const response = await fetch(address, { method: request, headers, ...(data !== undefined && { body: data }) });
  return (await response.text()).replaceAll(url, "http://127.0.0.1:4010");
}
