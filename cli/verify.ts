import { createInterface } from "node:readline/promises";
import {
  ConformanceError,
  type ConformanceProgress,
  checkConformance,
  DEFAULT_TIMEOUT_MS,
  OPTION_CHECKS,
} from "../conformance/check-conformance.ts";
import type { ConformanceReport, CreatedPlant } from "../conformance/report.ts";
import { isLoopback } from "../src/shared/loopback.ts";
import type { Check } from "../src/shared/option-checks.ts";
import { escapeUnprintable } from "../src/shared/text.ts";
import { CommandError, type FlagValues, type Io, runCommand, SWITCH, TEXT, throwIfProblem } from "./command.ts";
import { conclude, countCreated, formatIds, formatReport } from "./verify-report.ts";

const HELP = `Usage: plant-store verify --base-url <url> [options]

Checks whether a Plant Store service conforms to the contract. It sends about 50 requests, one after the other, and
creates about 25 plants. The contract has no operation to delete them.

Options:
  --base-url <url>     The base URL of the service. Default: PLANT_STORE_URL.
  --token <token>      A valid access token. Default: PLANT_STORE_TOKEN, which keeps it out of the shell history.
  --timeout <ms>       The timeout of each request, in milliseconds. Default: ${DEFAULT_TIMEOUT_MS}.
  --strict             Also fails if the service accepts invalid requests, such as a wrong token.
  --quiet              Omits the list of all cases.
  --json               Prints the report as JSON.
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
  return runCommand({ name: "plant-store verify", help: HELP, flags: FLAGS }, args, io, async (flags) => {
    const settings = readSettings(flags, io.env);
    await confirm(settings, io);
    const report = await check(settings, io);
    await writeReport(report, settings, io);
    return conclude(report, settings.isStrict).exitCode;
  });
}

type Settings = ReturnType<typeof readSettings>;

function readSettings(flags: FlagValues<typeof FLAGS>, env: Io["env"]) {
  const { timeout, strict: isStrict = false, quiet: isQuiet = false, json: isJson = false } = flags;
  const readText = (flag: "base-url" | "token", variable: string, checkText: Check): string => {
    const value = flags[flag] ?? (env[variable] || undefined);
    const name = flags[flag] !== undefined ? `--${flag}` : value ? variable : `--${flag} or ${variable}`;
    throwIfProblem(checkText(value, name));
    return value ?? "";
  };
  const baseUrl = readText("base-url", "PLANT_STORE_URL", OPTION_CHECKS.baseUrl);
  const token = readText("token", "PLANT_STORE_TOKEN", OPTION_CHECKS.token);
  const timeoutMs = timeout === undefined ? undefined : Number(timeout);
  throwIfProblem(OPTION_CHECKS.timeoutMs(timeoutMs, "--timeout"));
  return { baseUrl, token, timeoutMs, isStrict, isQuiet, isJson, isConfirmed: flags.yes ?? false };
}

async function confirm({ baseUrl, isConfirmed }: Settings, { stdin, stderr }: Io): Promise<void> {
  const { hostname, origin } = new URL(baseUrl);
  if (isConfirmed || isLoopback(hostname)) {
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

async function writeReport(report: ConformanceReport, settings: Settings, { stdout }: Io): Promise<void> {
  const hasColor = stdout.hasColors?.() ?? false;
  const text = settings.isJson ? toJsonText(report) : formatReport(report, { ...settings, hasColor });
  await new Promise<void>((resolve, reject) => {
    stdout.write(text, (error) => (error ? reject(error) : resolve()));
  }).catch((error: Error) => {
    throw new CommandError(`Could not write the report: ${error.message}.`);
  });
}

/** Formats the report as JSON. Escapes what `JSON.stringify` doesn't, such as DEL. */
const toJsonText = (report: ConformanceReport): string =>
  `${JSON.stringify(report, null, 2).split("\n").map(escapeUnprintable).join("\n")}\n`;

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

async function check({ baseUrl, token, timeoutMs }: Settings, io: Io): Promise<ConformanceReport> {
  const interrupt = new AbortController();
  const onSignal = () => interrupt.abort();
  for (const signal of SIGNALS) {
    io.once(signal, onSignal);
  }
  const { isTTY, columns } = io.stderr;
  const showProgress = (text: string) => isTTY && io.stderr.write(CLEAR_LINE + text.slice(0, (columns || 80) - 1));
  let created: readonly CreatedPlant[] = [];
  const onProgress = (progress: ConformanceProgress) => {
    const { done, total, rows } = progress;
    created = progress.created;
    showProgress(`${done}/${total} ${rows[0]?.title}`);
  };
  try {
    return await checkConformance({ baseUrl, token, timeoutMs, signal: interrupt.signal, onProgress });
  } catch (error) {
    if (interrupt.signal.aborted) {
      const counts = `${countCreated(created)} The last request may have created another.`;
      throw new CommandError(`Interrupted. ${counts} ${formatIds(created)}`);
    }
    throw error instanceof ConformanceError ? new CommandError(error.message) : error;
  } finally {
    for (const signal of SIGNALS) {
      io.off(signal, onSignal);
    }
    showProgress("");
  }
}

const CLEAR_LINE = "\r\u001b[K";
