import { runCases } from "../conformance/check-conformance.ts";
import { ConformanceError } from "../conformance/obstacles.ts";
import { DEFAULT_TIMEOUT_MS, OPTION_CHECKS, type Target, toTarget } from "../conformance/options.ts";
import { type ConformanceReport, createReport } from "../conformance/report.ts";
import { Results } from "../conformance/results.ts";
import { isLoopback } from "../shared/loopback.ts";
import type { OperationName } from "../shared/operations.ts";
import {
  COULD_NOT_RUN,
  CommandError,
  checkOptions,
  type FlagValues,
  type Io,
  runCommand,
  SWITCH,
  TEXT,
  UNAVAILABLE,
} from "./command.ts";
import { conclude, describePlants, formatReport } from "./verify-report.ts";

/** What a run does with each operation. */
const REQUESTS: Readonly<Record<OperationName, string>> = {
  createPlant: "about 50 requests, one after the other, which create about 25 plants",
};

const HELP = `Usage: plant-store verify --base-url <url> [options]

Checks whether a Plant Store service conforms to the contract, which has no operation to delete the plants of a run.

Requests:
${Object.entries(REQUESTS)
  .map(([operation, requests]) => `  ${operation.padEnd(21)}${requests}`)
  .join("\n")}

Options:
  --base-url <url>     The base URL of the service. Default: PLANT_STORE_URL.
  --token <token>      A valid access token. Default: PLANT_STORE_TOKEN, which keeps it out of the shell history.
  --timeout <ms>       The timeout of each request, in milliseconds. Default: ${DEFAULT_TIMEOUT_MS}.
  --strict             Also fails if the service accepts invalid requests, such as a wrong token, or returns another Plant
                       than was sent.
  --json               Prints one JSON document to stdout: the report, or why there is none. The text goes to stderr.
  --yes                Allows to create plants on another machine.
  -h, --help           Shows this help.

Exit codes: 0 the service conforms, 1 it violates a clause, or fails --strict, 2 an option is wrong, or the report could not
be written, 3 the service or the host of the base URL is unavailable, or the run ended early.
`;

const FLAGS = {
  "base-url": TEXT,
  token: TEXT,
  timeout: TEXT,
  strict: SWITCH,
  json: SWITCH,
  yes: SWITCH,
} as const;

export function verify(args: readonly string[], io: Io): Promise<number> {
  let results: Results | undefined;
  const onFailure = (error: string) => {
    // Looked up here, since other flags may be invalid.
    if (args.includes("--json")) {
      io.stdout.write(toJsonText({ error, created: results?.created ?? [] }));
    }
  };
  const command = { name: "plant-store verify", help: HELP, flags: FLAGS, onFailure };
  return runCommand(command, args, io, async (flags) => {
    const target = readTarget(flags, io.env);
    requireConsent(target, flags);
    results = new Results(target);
    const report = await check(target, results, io);
    const text = formatReport(report, flags);
    if (flags.json) {
      io.stderr.write(text);
    }
    const output = flags.json ? toJsonText(report) : text;
    const error = await new Promise<Error | null | undefined>((resolve) => io.stdout.write(output, resolve));
    if (error) {
      // Not thrown, since `onFailure` would add a document to what was written of the report.
      io.stderr.write(`${command.name}: Could not write the report: ${error.message}. ${describePlants(report)}\n`);
      return COULD_NOT_RUN;
    }
    return conclude(report, flags).exitCode;
  });
}

type Flags = FlagValues<typeof FLAGS>;

function readTarget(flags: Flags, env: Io["env"]): Target {
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
  return toTarget(options);
}

/** Plants on another machine are created only with `--yes`. */
function requireConsent({ baseUrl }: Target, { yes }: Flags): void {
  const { hostname, origin } = new URL(baseUrl);
  if (!yes && !isLoopback(hostname)) {
    const warning = `This creates plants at ${origin}. The contract has no operation to delete them.`;
    throw new CommandError(`${warning} Pass --yes to create them. Nothing was sent.`);
  }
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Runs the cases, counts them on a terminal, and stops at a signal. */
async function check(target: Target, results: Results, io: Io): Promise<ConformanceReport> {
  const interrupt = new AbortController();
  const onSignal = () => interrupt.abort();
  for (const signal of SIGNALS) {
    io.once(signal, onSignal);
  }
  const fetch: Target["fetch"] = (url, init) => {
    showProgress(`Case ${results.sent.length + 1}`, io);
    return target.fetch(url, init);
  };
  try {
    return await runCases({ ...target, fetch, signal: interrupt.signal }, results);
  } catch (error) {
    if (interrupt.signal.aborted) {
      return createReport(results, "interrupted");
    }
    throw error instanceof ConformanceError
      ? new CommandError(
          `${error.message} ${describePlants(results)}`,
          error.isUnavailable ? UNAVAILABLE : COULD_NOT_RUN,
        )
      : error;
  } finally {
    for (const signal of SIGNALS) {
      io.off(signal, onSignal);
    }
    showProgress("", io);
  }
}

/** Overwrites a line of the terminal. Uses no escape codes, which some terminals show as text. */
function showProgress(text: string, { stderr }: Io): void {
  if (stderr.isTTY) {
    stderr.write(`\r${text.padEnd(10)}\r`);
  }
}

/** The texts of a document are printable already. */
const toJsonText = (document: object): string => `${JSON.stringify(document, null, 2)}\n`;
