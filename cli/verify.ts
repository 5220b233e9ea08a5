import { writeFile } from "node:fs/promises";
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
import type { Check } from "../src/shared/options.ts";
import { createRedactor } from "../src/shared/redact.ts";
import { escapeUnprintable } from "../src/shared/text.ts";
import {
  CommandError,
  DONE,
  FAILED,
  type FlagValues,
  type Io,
  runCommand,
  SWITCH,
  TEXT,
  throwIfProblem,
} from "./command.ts";
import { formatJUnit, type JUnitReport } from "./verify-junit.ts";
import { countCreated, formatIds, formatReport } from "./verify-report.ts";

const HELP = `Usage: plant-store verify --base-url <url> [options]

Checks whether a Plant Store service conforms to the contract. It sends about 50 requests, one after the other, and
creates about 25 plants. The contract has no operation to delete them.

Options:
  --base-url <url>     The base URL of the service. Default: PLANT_STORE_URL.
  --token <token>      A valid access token. Default: PLANT_STORE_TOKEN, which keeps it out of the shell history.
  --timeout <ms>       The timeout of each request, in milliseconds. Default: ${DEFAULT_TIMEOUT_MS}.
  --only violations    Prints violations only.
  --json               Prints the report as JSON, with the ids of the created plants.
  --junit <file>       Also writes a JUnit XML report, for CI.
  --yes                Creates plants on another machine without asking.
  -h, --help           Shows this help.
  -v, --version        Shows the version.

Exit codes: 0 the service conforms, 1 it violates a clause, 2 it could not be checked.
`;

const FLAGS = {
  "base-url": TEXT,
  token: TEXT,
  timeout: TEXT,
  only: TEXT,
  json: SWITCH,
  junit: TEXT,
  yes: SWITCH,
} as const;

export function verify(args: readonly string[], io: Io): Promise<number> {
  return runCommand({ name: "plant-store verify", help: HELP, flags: FLAGS }, args, io, async (flags) => {
    const settings = readSettings(flags, io.env);
    await confirm(settings, io);
    const { baseUrl, token, junit } = settings;
    const startedAt = new Date();
    const writeJUnit = async (report: Omit<JUnitReport, "baseUrl">) => {
      if (junit !== undefined) {
        const run = { baseUrl: createRedactor([token])(baseUrl), ...report };
        await writeFile(junit, formatJUnit(run, startedAt, Date.now() - startedAt.getTime()));
      }
    };
    // Written before any plant is created, to detect a wrong path early. If the process is killed, the file says so.
    await writeJUnit({ stopped: "The run didn't end." }).catch(throwWriteError);
    const report = await check(settings, io).catch(async (error: Error) => {
      // If this fails too, the error of the run matters more: it may list the created plants.
      await writeJUnit({ stopped: error.message }).catch(() => {});
      throw error;
    });
    // Writes both reports, even if one fails.
    const writes = await Promise.allSettled([writeJUnit(report), writeReport(report, settings, io)]);
    for (const write of writes) {
      if (write.status === "rejected") {
        throwWriteError(write.reason);
      }
    }
    return report.conforms ? DONE : FAILED;
  });
}

type Settings = ReturnType<typeof readSettings>;

function readSettings(flags: FlagValues<typeof FLAGS>, env: Io["env"]) {
  const { timeout, only, json: isJson = false, junit, yes: isConfirmed = false } = flags;
  const readText = (flag: "base-url" | "token", variable: string, check: Check): string => {
    const value = flags[flag] ?? (env[variable] || undefined);
    const name = flags[flag] !== undefined ? `--${flag}` : value ? variable : `--${flag} or ${variable}`;
    throwIfProblem(value === "" ? `${name} must not be empty` : check(value, name));
    return value ?? "";
  };
  const baseUrl = readText("base-url", "PLANT_STORE_URL", OPTION_CHECKS.baseUrl);
  const token = readText("token", "PLANT_STORE_TOKEN", OPTION_CHECKS.token);
  const timeoutMs = timeout === undefined ? undefined : Number(timeout);
  throwIfProblem(OPTION_CHECKS.timeoutMs(timeoutMs, "--timeout"));
  throwIfProblem(only === undefined || only === "violations" ? undefined : "--only supports one value: violations");
  return { baseUrl, token, timeoutMs, onlyViolations: only !== undefined, isJson, junit, isConfirmed };
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

function throwWriteError(error: Error): never {
  throw new CommandError(`Could not write the report: ${error.message}.`);
}

async function writeReport(report: ConformanceReport, settings: Settings, { stdout }: Io): Promise<void> {
  const { isJson, onlyViolations } = settings;
  const hasColor = stdout.hasColors?.() ?? false;
  const text = isJson ? toJsonText(report) : formatReport(report, { onlyViolations, hasColor });
  await new Promise<void>((resolve, reject) => {
    stdout.write(text, (error) => (error ? reject(error) : resolve()));
  });
}

/** Formats the report as JSON. Escapes what `JSON.stringify` doesn't, such as DEL. */
const toJsonText = (report: ConformanceReport): string =>
  `${JSON.stringify(report, null, 2).split("\n").map(escapeUnprintable).join("\n")}\n`;

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

async function check({ baseUrl, token, timeoutMs }: Settings, { stderr }: Io): Promise<ConformanceReport> {
  const interrupt = new AbortController();
  const onSignal = () => interrupt.abort();
  for (const signal of SIGNALS) {
    process.once(signal, onSignal);
  }
  const { isTTY, columns = 80 } = stderr;
  let created: readonly CreatedPlant[] = [];
  const onProgress = (progress: ConformanceProgress) => {
    created = progress.created;
    if (isTTY) {
      const { done, total, rows } = progress;
      stderr.write(CLEAR_LINE + `${done}/${total} ${rows[0]?.title}`.slice(0, columns - 1));
    }
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
      process.off(signal, onSignal);
    }
    if (isTTY) {
      stderr.write(CLEAR_LINE);
    }
  }
}

const CLEAR_LINE = "\r\u001b[K";
