/** Writes the API reference, and the code blocks, figures and tables in the documents. With `--check`, fails if any is stale. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Application, TSConfigReader, TypeDocReader } from "typedoc";
import { readResults } from "../bench/results.ts";
import { withFigures } from "../bench/tables.ts";
import { REQUIREMENTS } from "../conformance/report.ts";
import { FAULT_KINDS, type NamedFault } from "../mocks/faults/kinds.ts";
import { createPlantStoreMock } from "../mocks/index.ts";
import { createPlantStoreClient, type PlantStoreError } from "../src/index.ts";
import { fillSnippets, listPages, markdownTable, readPage } from "./snippets.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const results = readResults();
const tables: Readonly<Record<string, string>> = { clauses: createClauseTable(), faults: await createFaultTable() };

const fresh = new Map([
  ...(await apiReference()),
  ...listPages().map((path) => [path, withTables(withFigures(fillSnippets(readPage(path)), results))] as const),
]);
const removed = readdirSync(join(root, "docs/api"))
  .map((name) => `docs/api/${name}`)
  .filter((path) => !fresh.has(path));
const changed = [...fresh].filter(([path, text]) => !existsSync(join(root, path)) || readPage(path) !== text);

if (process.argv.includes("--check")) {
  for (const path of [...removed, ...changed.map(([path]) => path)]) {
    console.error(`${path} is stale. Run "npm run docs" and commit the result.`);
    process.exitCode = 1;
  }
} else {
  for (const path of removed) {
    rmSync(join(root, path));
  }
  for (const [path, text] of changed) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    console.log(`Updated ${path}`);
  }
}

async function apiReference(): Promise<readonly (readonly [path: string, text: string])[]> {
  const app = await Application.bootstrapWithPlugins({}, [new TypeDocReader(), new TSConfigReader()]);
  const project = await app.convert();
  if (project === undefined) {
    throw new Error("TypeDoc could not read the sources.");
  }
  app.validate(project);
  const folder = mkdtempSync(join(tmpdir(), "plant-store-api-"));
  try {
    app.options.setValue("out", folder);
    await app.generateOutputs(project);
    if (app.logger.hasErrors() || app.logger.hasWarnings()) {
      process.exitCode = 1;
    }
    return readdirSync(folder).map((name) => {
      const text = readFileSync(join(folder, name), "utf8").replaceAll(/^#+ Description\n\n/gm, "");
      return [`docs/api/${name}`, text] as const;
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Code in a clause, such as `<ACCESS_TOKEN>`, isn't HTML. */
function createClauseTable(): string {
  const toCode = (text: string) =>
    text.replace(/POST \{\w+\}\/plants|\{\w+\}|application\/json|\w+: Bearer <\w+>/g, (code) => `\`${code}\``);
  const rows = Object.entries(REQUIREMENTS).map(([clause, text]) => [clause, toCode(text)]);
  return `${markdownTable(["Clause", "What it states"], rows).join("\n")}\n`;
}

/** What each named fault does, and what the client throws then. */
async function createFaultTable(): Promise<string> {
  const mock = createPlantStoreMock();
  const options = { baseUrl: "https://plants.example.com", token: "any-token", fetch: mock.fetch, timeoutMs: 100 };
  const { createPlant } = createPlantStoreClient(options);
  const rows: string[][] = [];
  for (const [fault, { label }] of Object.entries(FAULT_KINDS)) {
    mock.failNext(fault as NamedFault);
    const { name, mayHaveBeenCreated } = await createPlant({ id: 1, name: "Fern" }).then(
      () => {
        throw new Error(`The fault ${fault} makes no call fail.`);
      },
      (error: PlantStoreError) => error,
    );
    rows.push([`\`"${fault}"\``, label, `\`${name}\``, `\`${mayHaveBeenCreated}\``]);
  }
  const headings = ["Fault", "The mock", "The client throws", "`mayHaveBeenCreated`"];
  return `${markdownTable(headings, rows).join("\n")}\n`;
}

function withTables(page: string): string {
  return page.replace(
    /(?<=^<!-- (\w+) -->\n\n)[\s\S]*?(?=\n<!-- \/\1 -->$)/gm,
    (text, name: string) => tables[name] ?? text,
  );
}
