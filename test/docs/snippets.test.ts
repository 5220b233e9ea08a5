import { existsSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type MockServer, startMockServer } from "plant-store-sdk/mocks/server";
import { describe, expect, it, onTestFinished } from "vitest";
import { fillSnippets, listPages, readPage } from "../../scripts/snippets.ts";
import { plantStore } from "../support/command.ts";

const root = new URL("../../", import.meta.url);
const { scripts } = JSON.parse(readFileSync(new URL("package.json", root), "utf8"));

interface Block {
  readonly page: string;
  /** What stands on the line above. */
  readonly marker: string;
  readonly language: string;
  readonly code: string;
}

const blocks: readonly Block[] = listPages().flatMap((page) =>
  [...readPage(page).matchAll(/^(.*)\n(`{3,})(\w*)\n([\s\S]*?)^\2$/gm)].map(
    ([, marker = "", , language = "", code = ""]) => ({ page, marker, language, code }),
  ),
);

it.each(listPages())("shows the files that are tested, as they are: %s", (page) => {
  expect(readPage(page)).toBe(fillSnippets(readPage(page)));
});

it("shows no code but of files that are tested", () => {
  const isOfAFile = ({ marker }: Block) => /^<!-- [\w./-]+\.\w+(?:#[\w-]+)? -->$/.test(marker);
  const others = blocks.filter((block) => !isOfAFile(block));
  // Output, diagrams, what is run below, and the workflow, which test/conformance reads.
  const isNoCode = ({ language, marker }: Block) =>
    ["", "console", "mermaid", "sh"].includes(language) || marker === "<!-- workflow -->";
  expect(others.filter((block) => !isNoCode(block))).toEqual([]);
});

describe("the commands", () => {
  const lines = blocks.filter(({ language }) => language === "sh").flatMap(({ code }) => code.trim().split("\n"));
  const commands = lines.flatMap((line) => line.replace(/\s+# .*$/, "").split(" && "));

  it("are none but those that are looked at here", () => {
    const known =
      /^(?:npm (?:ci|test|install [\w@ -]+|run [\w:]+(?: -- .*)?|audit signatures)|npx (?:plant-store|playwright|msw|tsx|vitest) .*|bash \.ci\/run|export [A-Z_]+=.*|node --experimental-vm-modules .*|git .*)$/;
    expect(commands.filter((command) => !known.test(command))).toEqual([]);
  });

  it.each(listPages())("run scripts and files that there are: %s", (page) => {
    const text = readPage(page);
    const names = Array.from(text.matchAll(/npm run ([a-z][\w:-]*)/g), ([, name = ""]) => name);
    const paths = Array.from(text.matchAll(/npx (?:tsx|vitest run) ([\w./-]+)/g), ([, path = ""]) => path);
    expect(names.filter((name) => !(name in scripts))).toEqual([]);
    expect(paths.filter((path) => !existsSync(new URL(path, root)))).toEqual([]);
  });

  it("give plant-store options that it has", { timeout: 30_000 }, async () => {
    for (const name of ["mock", "verify"]) {
      const help = plantStore([name, "--help"]);
      await help.exited;
      const asked = commands.filter((command) => command.startsWith(`npx plant-store ${name}`));
      const flags = asked.flatMap((command) => command.match(/--[\w-]+/g) ?? []);
      expect(asked).not.toEqual([]);
      expect(flags.filter((flag) => !help.stdout.includes(`${flag} `))).toEqual([]);
    }
  });
});

describe("the sessions with the mock server", () => {
  const sessions = blocks.filter(({ language }) => language === "console");
  const byPage = [...new Set(sessions.map(({ page }) => page))];

  it.each(byPage)("answer as they are shown to: %s", async (page) => {
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

/** Text in which "…" stands for anything. */
function pattern(text: string): RegExp {
  const parts = text.split("…").map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, "\\$&"));
  return new RegExp(`^${parts.join("[^]*")}\n?$`);
}

/** What curl would write, for those of its options that the documents show: not everyone has it. */
async function curl(command: string, { url }: MockServer): Promise<string> {
  const words = Array.from(command.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g), ([, a, b, c]) => a ?? b ?? c ?? "");
  const { positionals, values } = parseArgs({
    args: words,
    allowPositionals: true,
    options: {
      request: { type: "string", short: "X" },
      header: { type: "string", short: "H", multiple: true, default: [] },
      data: { type: "string", short: "d" },
    },
  });
  const { request, header, data } = values;
  const [program, address = ""] = positionals;
  expect(program).toBe("curl");
  const headers = new Headers(header.map((line) => line.split(": ") as [string, string]));
  if (data !== undefined && !headers.has("content-type")) {
    headers.set("content-type", "application/x-www-form-urlencoded");
  }
  const response = await fetch(address.replace("http://127.0.0.1:4010", url), {
    method: request ?? (data === undefined ? "GET" : "POST"),
    headers,
    ...(data !== undefined && { body: data }),
  });
  return (await response.text()).replaceAll(url, "http://127.0.0.1:4010");
}
