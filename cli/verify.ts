import { createInterface } from "node:readline/promises";
import { DEFAULT_TIMEOUT_MS, OPTION_CHECKS, toRunSettings } from "../conformance/check-conformance.ts";
import type { ConformanceReport, CreatedPlants } from "../conformance/report.ts";
import { Results } from "../conformance/results.ts";
import { ConformanceError, type ConformanceProgress, type RunSettings, runCases } from "../conformance/run-cases.ts";
import { isLoopback } from "../mocks/app/control-access.ts";
import { escapeUnprintable } from "../shared/text.ts";
import { CommandError, checkOptions, type FlagValues, type Io, runCommand, SWITCH, TEXT } from "./command.ts";
import { conclude, describePlants, formatReport } from "./verify-report.ts";

const HELP = `Usage: plant-store verify --base-url <url> [options]

Checks whether a Plant Store service conforms to the contract. It sends about 50 requests, one after the other, and
creates about 25 plants. The contract has no operation to delete them.

Options:
  --base-url <url>     The base URL of the service. Default: PLANT_STORE_URL.
  --token <token>      A valid access token. Default: PLANT_STORE_TOKEN, which keeps it out of the shell history.
  --timeout <ms>       The timeout of each request, in milliseconds. Default: ${DEFAULT_TIMEOUT_MS}.
  --strict             Also fails if the service accepts invalid requests, such as a wrong token.
  --quiet              Omits the list of all cases.
  --json               Prints one JSON document: the report, or why there is none.
  --yes                Creates plants on another machine without asking.
  -h, --help           Shows this help.

Exit codes: 0 the service conforms, 1 it violates a clause, or accepts invalid requests with --strict, 2 it could not be
checked, or the report could not be written.
`;

const FLAGS = {
  "base-url": TEXT,
  token: TEXT,
  timeout: TEXT,
  strict: SWITCH,
  quiet: SWITCH,
  json: SWITCH,
  yes: SWITCH,
} as const;

export function verify(args: readonly string[], io: Io): Promise<number> {
  let plants: CreatedPlants = { created: [], mayHaveBeenCreated: [] };
  // Found here, since other flags may be invalid.
  let writesJson = args.includes("--json");
  const onFailure = (error: string) => {
    const { created, mayHaveBeenCreated } = plants;
    if (writesJson) {
      io.stdout.write(toJsonText({ error, created, mayHaveBeenCreated }));
    }
  };
  const command = { name: "plant-store verify", help: HELP, flags: FLAGS, onFailure };
  return runCommand(command, args, io, async (flags) => {
    const settings = readSettings(flags, io.env);
    await confirm(settings, flags, io);
    const results = new Results(settings);
    plants = results;
    const report = await check(settings, results, io);
    // If the report can't be written, a part of it may have been.
    writesJson = false;
    await writeReport(report, flags, io);
    return conclude(report, flags).exitCode;
  });
}

type Flags = FlagValues<typeof FLAGS>;

function readSettings(flags: Flags, env: Io["env"]): RunSettings {
  const read = (flag: "base-url" | "token", variable: string) => {
    const fromEnv = env[variable] || undefined;
    const name = fromEnv === undefined ? `--${flag} or ${variable}` : variable;
    return flags[flag] === undefined ? { value: fromEnv, name } : { value: flags[flag], name: `--${flag}` };
  };
  const baseUrl = read("base-url", "PLANT_STORE_URL");
  const token = read("token", "PLANT_STORE_TOKEN");
  const timeoutMs = flags.timeout === undefined ? undefined : Number(flags.timeout);
  const options = { baseUrl: baseUrl.value, token: token.value, timeoutMs };
  checkOptions(OPTION_CHECKS, options, { baseUrl: baseUrl.name, token: token.name, timeoutMs: "--timeout" });
  return toRunSettings(options);
}

async function confirm({ baseUrl }: RunSettings, { yes }: Flags, { stdin, stderr }: Io): Promise<void> {
  const { hostname, origin } = new URL(baseUrl);
  if (yes || isLoopback(hostname)) {
    return;
  }
  const warning = `This creates plants at ${origin}. The contract has no operation to delete them.`;
  if (!stdin?.isTTY) {
    throw new CommandError(`${warning} Pass --yes to create them. Nothing was sent.`);
  }
  const terminal = createInterface({ input: stdin });
  stderr.write(`${warning} Continue? [y/N] `);
  const { value = "" } = await terminal[Symbol.asyncIterator]().next();
  terminal.close();
  if (!/^y(?:es)?$/i.test(value.trim())) {
    throw new CommandError("Nothing was sent.");
  }
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Runs the cases, shows the progress on a terminal, and stops at a signal. */
async function check(settings: RunSettings, results: Results, io: Io): Promise<ConformanceReport> {
  const interrupt = new AbortController();
  const onSignal = () => interrupt.abort();
  for (const signal of SIGNALS) {
    io.once(signal, onSignal);
  }
  const { isTTY, columns } = io.stderr;
  const showProgress = (text: string) => isTTY && io.stderr.write(CLEAR_LINE + text.slice(0, (columns || 80) - 1));
  const onProgress = ({ done, total, rows }: ConformanceProgress) => showProgress(`${done}/${total} ${rows[0]?.title}`);
  try {
    return await runCases({ ...settings, signal: interrupt.signal, onProgress }, results);
  } catch (error) {
    if (interrupt.signal.aborted) {
      throw new CommandError(`Interrupted. ${describePlants(results)}`);
    }
    throw error instanceof ConformanceError ? new CommandError(`${error.message} ${describePlants(results)}`) : error;
  } finally {
    for (const signal of SIGNALS) {
      io.off(signal, onSignal);
    }
    showProgress("");
  }
}

const CLEAR_LINE = "\r\u001b[K";

async function writeReport(report: ConformanceReport, flags: Flags, { stdout }: Io): Promise<void> {
  const text = flags.json ? toJsonText(report) : formatReport(report, flags, stdout.hasColors?.() ?? false);
  await new Promise<void>((resolve, reject) => {
    stdout.write(text, (error) => (error ? reject(error) : resolve()));
  }).catch((error: Error) => {
    throw new CommandError(`Could not write the report: ${error.message}. ${describePlants(report)}`);
  });
}

/** Formats a document as JSON. Escapes what `JSON.stringify` doesn't, such as DEL. */
const toJsonText = (document: object): string =>
  `${JSON.stringify(document, null, 2).split("\n").map(escapeUnprintable).join("\n")}\n`;
