import { createInterface } from "node:readline/promises";
import {
  ConformanceError,
  DEFAULT_TIMEOUT_MS,
  OPTION_CHECKS,
  runCases,
  toTarget,
} from "../conformance/check-conformance.ts";
import { type ConformanceReport, Results } from "../conformance/report.ts";
import type { Target } from "../conformance/send.ts";
import { isLoopback } from "../shared/loopback.ts";
import { escapeUnprintable } from "../shared/text.ts";
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

Exit codes: 0 the service conforms, 1 it violates a clause, or accepts invalid requests with --strict, 2 an option is wrong,
or the report could not be written, 3 the service is unavailable, or the run ended early.
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
  let results: Results | undefined;
  // Found here, since other flags may be invalid.
  let writesJson = args.includes("--json");
  const onFailure = (error: string) => {
    const { created = [], mayHaveBeenCreated = [] } = results ?? {};
    if (writesJson) {
      io.stdout.write(toJsonText({ error, created, mayHaveBeenCreated }));
    }
  };
  const command = { name: "plant-store verify", help: HELP, flags: FLAGS, onFailure };
  return runCommand(command, args, io, async (flags) => {
    const target = readTarget(flags, io.env);
    await confirm(target, flags, io);
    results = new Results(target);
    const report = await check(target, results, io);
    // If the report can't be written, a part of it may have been.
    writesJson = false;
    await writeReport(report, flags, io);
    const { exitCode, summary } = conclude(report, flags);
    if (flags.json) {
      io.stderr.write(`${command.name}: ${summary}\n`);
    }
    return exitCode;
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

async function confirm({ baseUrl }: Target, { yes }: Flags, { stdin, stderr }: Io): Promise<void> {
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

/** Runs the cases, counts the requests on a terminal, and stops at a signal. */
async function check(target: Target, results: Results, io: Io): Promise<ConformanceReport> {
  const interrupt = new AbortController();
  const onSignal = () => interrupt.abort();
  for (const signal of SIGNALS) {
    io.once(signal, onSignal);
  }
  const showProgress = (text: string) => io.stderr.isTTY && io.stderr.write(CLEAR_LINE + text);
  let requests = 0;
  const fetch: Target["fetch"] = (url, init) => {
    requests += 1;
    showProgress(`Request ${requests}`);
    return target.fetch(url, init);
  };
  try {
    return await runCases({ ...target, fetch, signal: interrupt.signal }, results);
  } catch (error) {
    if (interrupt.signal.aborted) {
      return results.toReport("interrupted");
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
