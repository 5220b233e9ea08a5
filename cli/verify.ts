import { type FileHandle, open } from "node:fs/promises";
import { createInterface } from "node:readline/promises";
import { ConformanceError, checkConformance } from "../conformance/check-conformance.ts";
import type { ConformanceReport, CreatedPlant } from "../conformance/report.ts";
import { parseBaseUrl } from "../src/shared/base-url.ts";
import { MAX_TIMER_MS } from "../src/shared/limits.ts";
import { toSafeLine } from "../src/shared/text.ts";
import { tokenProblem } from "../src/shared/token.ts";
import { COULD_NOT_RUN, DONE, FAILED, type Io, readVersion, UsageError } from "./command.ts";
import { readFlags } from "./flags.ts";
import { formatJUnit } from "./verify-junit.ts";
import { formatIds, formatReport } from "./verify-report.ts";

const HELP = `Usage: plant-store verify --base-url <url> [options]

Checks whether a Plant Store service conforms to the contract. It sends some fifty requests, one after the other, and
creates about 25 plants. The contract has no operation to delete them.

Options:
  --base-url <url>     The base URL of the service. Default: PLANT_STORE_URL.
  --token <token>      A valid access token. Default: PLANT_STORE_TOKEN, which keeps it out of the shell history.
  --timeout <ms>       The timeout of each request, in milliseconds. Default: 10000.
  --only violations    Prints violations only.
  --json               Prints the report as JSON, with the ids of the created plants.
  --junit <file>       Also writes a JUnit XML report, for CI.
  --yes                Creates plants on another machine without asking.
  -h, --help           Shows this help.
  -v, --version        Shows the version.

Exit codes: 0 the service conforms, 1 it violates a clause, 2 it could not be checked.
`;

export async function verify(args: readonly string[], io: Io): Promise<number> {
  let junit: FileHandle | undefined;
  try {
    const settings = readSettings(args, io.env);
    if (typeof settings === "string") {
      io.stdout.write(settings === "help" ? HELP : `${readVersion()}\n`);
      return DONE;
    }
    await confirm(settings, io);
    // Before any plant is created, so that a wrong path costs nothing.
    junit = settings.junit === undefined ? undefined : await openForWriting(settings.junit);
    const report = await check(settings, io).catch(async (error: Error) => {
      await junit?.writeFile(formatJUnit({ stopped: error.message, rows: [] }));
      throw error;
    });
    await junit?.writeFile(formatJUnit(report));
    await writeText(io, settings.isJson ? `${JSON.stringify(report, null, 2)}\n` : format(report, settings, io));
    return report.conforms ? DONE : FAILED;
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof ConformanceError || isSystemError(error))) {
      throw error;
    }
    const message = isSystemError(error) ? `Could not write the report: ${error.message}.` : error.message;
    io.stderr.write(`plant-store verify: ${toSafeLine(message, 2_000)}\n`);
    return COULD_NOT_RUN;
  } finally {
    await junit?.close();
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
  const url = flags["base-url"] || env.PLANT_STORE_URL;
  const token = flags.token || env.PLANT_STORE_TOKEN;
  if (!url) {
    throw new UsageError("The base URL is missing. Pass --base-url, or set PLANT_STORE_URL.");
  }
  if (!token) {
    throw new UsageError("The access token is missing. Set PLANT_STORE_TOKEN, or pass --token.");
  }
  const { baseUrl = "", problem = tokenProblem(token) } = parseBaseUrl(url);
  if (problem) {
    const named = problem
      .replace(/^baseUrl/, flags["base-url"] ? "--base-url" : "PLANT_STORE_URL")
      .replace(/^token/, flags.token ? "--token" : "PLANT_STORE_TOKEN")
      .replace(' or location.origin + "/api"', "");
    throw new UsageError(`${named}.`);
  }
  const { timeout = "10000", json = false, yes = false } = flags;
  const timeoutMs = /^\d+$/.test(timeout) ? Number(timeout) : Number.NaN;
  if (!(timeoutMs >= 1 && timeoutMs <= MAX_TIMER_MS)) {
    throw new UsageError(`--timeout must be an integer from 1 to ${MAX_TIMER_MS}, in milliseconds.`);
  }
  if (flags.only !== undefined && flags.only !== "violations") {
    throw new UsageError("--only supports one value: violations.");
  }
  const onlyViolations = flags.only === "violations";
  return { baseUrl, token, timeoutMs, onlyViolations, isJson: json, junit: flags.junit, isConfirmed: yes };
}

async function confirm({ baseUrl, isConfirmed }: Settings, { stdin, stderr }: Io): Promise<void> {
  const { hostname, origin } = new URL(baseUrl);
  if (isConfirmed || /^(?:localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)) {
    return;
  }
  const warning = `This creates about 25 plants at ${origin}. The contract has no operation to delete them.`;
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

async function openForWriting(path: string): Promise<FileHandle> {
  return open(path, "w").catch((error: Error) => {
    throw new UsageError(`Could not write the JUnit report: ${error.message}.`);
  });
}

async function check({ baseUrl, token, timeoutMs }: Settings, { stderr }: Io): Promise<ConformanceReport> {
  const interrupt = new AbortController();
  const onSignal = () => interrupt.abort();
  process.once("SIGINT", onSignal);
  process.once("SIGTERM", onSignal);
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
    process.off("SIGINT", onSignal);
    process.off("SIGTERM", onSignal);
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
