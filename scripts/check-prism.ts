/** Checks Stoplight Prism, which shares no code with this project, against docs/conformance.md. `--write` updates the page. */
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type ConformanceReport, checkConformance } from "../conformance/index.ts";
import { install } from "./npm.ts";
import { markdownTable } from "./snippets.ts";

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

function table({ causes }: ConformanceReport) {
  const rows = causes.map(({ clause, cases, reason, example }) => {
    return [clause, cases.join("; "), reason, `\`${example.received}\``];
  });
  return markdownTable(["Clause", "Cases", "Violation", "Response"], rows);
}

async function listeningUrl(): Promise<string> {
  let text = "";
  for await (const chunk of prism.stdout.iterator({ destroyOnReturn: false })) {
    text += chunk;
    const url = /Prism is listening on (http:\S+)/.exec(text)?.[1];
    if (url) {
      // Prism logs each request, and blocks unless the log is read.
      prism.stdout.resume();
      return url;
    }
  }
  throw new Error(`Prism did not start:\n${text}`);
}
