import { writeFile } from "node:fs/promises";
import { createInterface } from "node:readline/promises";
import {
  ConformanceError,
  checkConformance,
  DEFAULT_TIMEOUT_MS,
  OPTION_CHECKS,
} from "../conformance/check-conformance.ts";
import type { ConformanceReport, CreatedPlant } from "../conformance/report.ts";
import { isLoopback } from "../src/shared/loopback.ts";
import type { Check } from "../src/shared/options.ts";
import { escapeUnprintable, toSafeLine } from "../src/shared/text.ts";
import { COULD_NOT_RUN, DONE, FAILED, type Io, readVersion, UsageError } from "./command.ts";
import { readFlags } from "./flags.ts";
import { formatJUnit, type JUnitReport } from "./verify-junit.ts";
import { formatIds, formatReport } from "./verify-report.ts";

const HELP = `Usage: plant-store verify --base-url <url> [options]

Checks whether a Plant Store service conforms to the contract. It sends some fifty requests, one after the other, and
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

export async function verify(args: readonly string[], io: Io): Promise<number> {
  try {
    const settings = readSettings(args, io.env);
    if (typeof settings === "string") {
      io.stdout.write(settings === "help" ? HELP : `${readVersion()}\n`);
      return DONE;
    }
    await confirm(settings, io);
    const { junit } = settings;
    const writeJUnit = async (report: JUnitReport) => junit !== undefined && writeFile(junit, formatJUnit(report));
    // Before any plant is created, so that a wrong path costs nothing, and no signal leaves an empty file.
    await writeJUnit({ stopped: "The run didn't end." });
    const report = await check(settings, io).catch(async (error: Error) => {
      await writeJUnit({ stopped: error.message });
      throw error;
    });
    await writeJUnit(report);
    await writeText(io, settings.isJson ? toJsonText(report) : format(report, settings, io));
    return report.conforms ? DONE : FAILED;
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof ConformanceError || isSystemError(error))) {
      throw error;
    }
    const message = isSystemError(error) ? `Could not write the report: ${error.message}.` : error.message;
    io.stderr.write(`plant-store verify: ${toSafeLine(message, 2_000)}\n`);
    return COULD_NOT_RUN;
  }
}

const TEXT = { type: "string" } as const;
const SWITCH = { type: "boolean" } as const;
const FLAGS = {
  "base-url": TEXT,
  token: TEXT,
  timeout: TEXT,
  only: TEXT,
  json: SWITCH,
  junit: TEXT,
  yes: SWITCH,
  help: { ...SWITCH, short: "h" },
  version: { ...SWITCH, short: "v" },
} as const;

type Settings = Exclude<ReturnType<typeof readSettings>, "help" | "version">;

function readSettings(args: readonly string[], env: Io["env"]) {
  const flags = readFlags(args, FLAGS, "plant-store verify", "--timeout 5000");
  if (flags.help || flags.version) {
    return flags.help ? "help" : "version";
  }
  const { timeout, only, json = false, junit, yes = false } = flags;
  const text = (flag: "base-url" | "token", variable: string, check: Check): string => {
    const given = flags[flag];
    const value = given ?? (env[variable] || undefined);
    const name = given !== undefined ? `--${flag}` : value ? variable : `--${flag} or ${variable}`;
    throwIfAny(value === "" ? `${name} must not be empty` : check(value, name));
    return value ?? "";
  };
  const baseUrl = text("base-url", "PLANT_STORE_URL", OPTION_CHECKS.baseUrl);
  const token = text("token", "PLANT_STORE_TOKEN", OPTION_CHECKS.token);
  const timeoutMs = timeout === undefined ? undefined : Number(timeout || Number.NaN);
  throwIfAny(OPTION_CHECKS.timeoutMs(timeoutMs, "--timeout"));
  throwIfAny(only === undefined || only === "violations" ? undefined : "--only supports one value: violations");
  return { baseUrl, token, timeoutMs, onlyViolations: only !== undefined, isJson: json, junit, isConfirmed: yes };
}

function throwIfAny(problem: string | undefined): void {
  if (problem !== undefined) {
    throw new UsageError(`${problem}.`);
  }
}

async function confirm({ baseUrl, isConfirmed }: Settings, { stdin, stderr }: Io): Promise<void> {
  const { hostname, origin } = new URL(baseUrl);
  if (isConfirmed || isLoopback(hostname)) {
    return;
  }
  const warning = `This creates plants at ${origin}. The contract has no operation to delete them.`;
  if (!stdin?.isTTY) {
    throw new UsageError(`${warning} Pass --yes to create them. Nothing was sent.`);
  }
  const terminal = createInterface({ input: stdin });
  stderr.write(`${warning} Continue? [y/N] `);
  const { value = "" } = await terminal[Symbol.asyncIterator]().next();
  terminal.close();
  if (!/^y(?:es)?$/i.test(value.trim())) {
    throw new ConformanceError("Nothing was sent.");
  }
}

function writeText({ stdout }: Io, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stdout.write(text, (error) => (error ? reject(error) : resolve()));
  });
}

/** Escapes DEL too, which JSON.stringify leaves as it is. */
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
  try {
    return await checkConformance({
      baseUrl,
      token,
      timeoutMs,
      signal: interrupt.signal,
      onProgress(progress) {
        created = progress.created;
        const { done, total, rows } = progress;
        if (isTTY) {
          stderr.write(`\r\u001b[K${`${done}/${total} ${rows[0]?.title ?? ""}`.slice(0, columns - 1)}`);
        } else if (done % 10 === 0 || done === total) {
          stderr.write(`${done}/${total}\n`);
        }
      },
    });
  } catch (error) {
    throw interrupt.signal.aborted
      ? new ConformanceError(`Interrupted after creating ${created.length} plants. ${formatIds(created)}`)
      : error;
  } finally {
    for (const signal of SIGNALS) {
      process.off(signal, onSignal);
    }
    if (isTTY) {
      stderr.write("\r\u001b[K");
    }
  }
}

function format(report: ConformanceReport, { onlyViolations }: Settings, { stdout, env }: Io): string {
  const isTerminal = stdout.isTTY === true;
  return formatReport(report, {
    onlyViolations,
    hasColor: isTerminal && !env.NO_COLOR && env.TERM !== "dumb",
    width: isTerminal ? (stdout.columns ?? 80) : Number.POSITIVE_INFINITY,
  });
}

const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && "syscall" in error && "code" in error;
