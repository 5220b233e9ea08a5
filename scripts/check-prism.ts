/** Checks Stoplight Prism, which shares no code with this project, against docs/conformance.md. `--write` updates the page. */
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type ConformanceReport, type ConformanceRow, checkConformance } from "../conformance/index.ts";
import { install } from "./npm.ts";

const path = (relative: string) => fileURLToPath(new URL(`../${relative}`, import.meta.url));
const page = path("docs/conformance.md");

install(path("test/prism"), "--ignore-scripts");
const program = path("test/prism/node_modules/@stoplight/prism-cli/dist/index.js");
const prism = spawn(process.execPath, [program, "mock", "-h", "127.0.0.1", "-p", "0", path("openapi.yaml")], {
  stdio: ["ignore", "pipe", "inherit"],
});
try {
  const report = await checkConformance({ baseUrl: await listeningUrl(), token: "any" });
  const { conforms, violates, "not stated": undecided } = report.counts;
  const totals = `${conforms} conform, ${violates} violate, ${undecided} not stated. ${report.requests} requests.`;
  const found = [totals, "", ...table(report)].join("\n");
  const text = readFileSync(page, "utf8");
  const updated = text.replace(/(?<=<!-- prism -->\n)[\s\S]*?(?=\n<!-- \/prism -->)/, () => found);
  if (process.argv.includes("--write")) {
    writeFileSync(page, updated);
  } else if (updated !== text) {
    process.stderr.write(`docs/conformance.md differs from the findings:\n${found}\n`);
    process.exitCode = 1;
  }
  process.stdout.write(`Prism: ${totals}\n`);
} finally {
  prism.kill();
}

function table({ causes, rows }: ConformanceReport): string[] {
  const alikeRows = new Map<string, ConformanceRow[]>();
  for (const row of rows.filter(({ verdict }) => verdict === "not stated")) {
    const key = `${row.clause} ${row.status} ${row.reason}`;
    alikeRows.set(key, [...(alikeRows.get(key) ?? []), row]);
  }
  return [
    "| Clause | Verdict | Cases | Reason | Response |",
    "|---|---|---|---|---|",
    ...causes.map(({ cases, example }) => tableRow(example, cases)),
    ...[...alikeRows.values()].map((alike) => {
      const titles = alike.map(({ title }) => title);
      return tableRow(alike[0] as ConformanceRow, titles);
    }),
  ];
}

function tableRow({ clause, verdict, reason, received }: ConformanceRow, cases: readonly string[]): string {
  const response = received.replace(/\/unknown-\w+/g, "/unknown-…");
  const cells = [clause, verdict, cases.join("; "), reason, `\`${response}\``];
  return `| ${cells.map((cell) => String(cell).replaceAll("|", "\\|")).join(" | ")} |`;
}

async function listeningUrl(): Promise<string> {
  let text = "";
  for await (const chunk of prism.stdout.iterator({ destroyOnReturn: false })) {
    text += chunk;
    const url = /Prism is listening on (http:\S+)/.exec(text)?.[1];
    if (url) {
      // Prism logs each request, and blocks if nobody reads the log.
      prism.stdout.resume();
      return url;
    }
  }
  throw new Error(`Prism did not start:\n${text}`);
}
