import { type ChildProcessByStdio, spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { type ConformanceRow, checkConformance } from "../conformance/index.ts";
import { freePort } from "./free-port.ts";
import { npm } from "./npm.ts";

/**
 * Runs the conformance check against Stoplight Prism, which serves openapi.yaml and knows nothing of this project, and
 * compares what it does otherwise with what docs/conformance.md says of it. `--write` writes that down anew.
 */

const project = new URL("../", import.meta.url);
// Apart from the project's own packages: it brings nearly two hundred.
const home = new URL("test/prism/", project);
const program = new URL("node_modules/@stoplight/prism-cli/dist/index.js", home);
const page = new URL("docs/conformance.md", project);

if (!existsSync(program)) {
  npm(["ci", "--ignore-scripts"], fileURLToPath(home));
}
const port = await freePort();
const prism = spawn(
  process.execPath,
  [
    fileURLToPath(program),
    "mock",
    "-h",
    "127.0.0.1",
    "-p",
    String(port),
    fileURLToPath(new URL("openapi.yaml", project)),
  ],
  { stdio: ["ignore", "pipe", "inherit"] },
);
try {
  await untilListening(prism);
  const { rows, counts, requests } = await checkConformance({ baseUrl: `http://127.0.0.1:${port}`, token: "any" });
  const totals = `${requests} requests: ${counts.conforms} conform, ${counts.violates} violate, ${counts.notStated} not stated.`;
  const found = [totals, "", ...table(rows)].join("\n");
  const text = readFileSync(page, "utf8");
  const updated = text.replace(
    /(<!-- prism -->\n)[\s\S]*?(\n<!-- \/prism -->)/,
    (_, start, end) => `${start}${found}${end}`,
  );
  if (process.argv.includes("--write")) {
    writeFileSync(page, updated);
  } else if (updated !== text) {
    process.stderr.write(`docs/conformance.md says something else of Prism than was found:\n${found}\n`);
    process.exitCode = 1;
  }
  process.stdout.write(`Prism: ${totals}\n`);
} finally {
  prism.kill();
}

/** What differs, as a table, with one line for all that is answered alike. */
function table(rows: readonly ConformanceRow[]): string[] {
  const groups = new Map<string, ConformanceRow[]>();
  for (const verdict of ["violates", "not stated"]) {
    for (const row of rows.filter((each) => each.verdict === verdict)) {
      const key = `${row.clause} ${verdict} ${row.received}`;
      groups.set(key, [...(groups.get(key) ?? []), row]);
    }
  }
  const lines = [...groups.values()].flatMap((alike) => {
    const { clause, verdict, received } = alike[0] as ConformanceRow;
    const titles = alike.map(({ title }) => title).join("; ");
    return `| ${clause} | ${verdict} | ${titles} | ${withoutChance(received)} |`;
  });
  return ["| clause | verdict | cases | what Prism answers |", "|---|---|---|---|", ...lines];
}

/** The text, without what is another in every run, and as a cell of a table can hold it. */
function withoutChance(received: string): string {
  return received.replace(/\/unknown-\w+/g, "/unknown-…").replaceAll("|", "\\|");
}

async function untilListening({ stdout }: ChildProcessByStdio<null, Readable, null>): Promise<void> {
  let text = "";
  for await (const chunk of stdout.iterator({ destroyOnReturn: false })) {
    text += chunk;
    if (text.includes("Prism is listening on")) {
      // It logs each request, and would wait for somebody to read that.
      stdout.resume();
      return;
    }
  }
  throw new Error(`Prism did not start:\n${text}`);
}
