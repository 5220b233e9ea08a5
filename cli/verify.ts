import { parseArgs } from "node:util";
import { checkConformance } from "../conformance/check-conformance.ts";
import { ConformanceError } from "../conformance/conformance-error.ts";
import type { ConformanceReport, CreatedPlant } from "../conformance/report.ts";
import { DONE, FAILED } from "./exit-code.ts";
import type { Io } from "./io.ts";
import { formatCreated, formatReport } from "./verify-report.ts";

/** It could not run to its end, or was not told rightly what to do. */
const COULD_NOT_RUN = 2;

const ABOUT_TO_CREATE = "about 25 plants";

const HELP = `Usage: plant-store verify --base-url <url> [options]

Sends some fifty requests to a Plant Store, one after the other, and says of each clause of the interface whether the
service conforms. That creates ${ABOUT_TO_CREATE}, which can't be deleted through the interface: the report lists them.

Options:
  --base-url <url>   Where the service is deployed. Default: PLANT_STORE_URL.
  --token <token>    A valid access token. Default: PLANT_STORE_TOKEN, which keeps it out of the shell's history.
  --timeout <ms>     How long a request may take, in milliseconds. Default: 10000.
  --yes              Create the plants without asking, wherever the service is.
  --json             Print the report as JSON.
  --help             Show this help.

Exit code: 0 all conforms, 1 a clause is violated, 2 it could not run.
`;

/** Checks a Plant Store against the interface. */
export async function verify(args: readonly string[], io: Io): Promise<number> {
  let settings: Settings | undefined;
  try {
    settings = readSettings(args, io.env);
  } catch (error) {
    return giveUp(io, describeUsage(error));
  }
  if (settings === undefined) {
    io.stdout.write(HELP);
    return DONE;
  }
  const { baseUrl, token, timeoutMs, isJson, isConfirmed } = settings;
  if (!isConfirmed && !isLoopback(baseUrl)) {
    const refusal = await askFirst(io, baseUrl);
    if (refusal !== undefined) {
      return giveUp(io, refusal);
    }
  }

  const interrupt = new AbortController();
  const onSignal = () => interrupt.abort();
  process.once("SIGINT", onSignal);
  process.once("SIGTERM", onSignal);
  const progress = showProgress(io, baseUrl);
  let created: readonly CreatedPlant[] = [];
  let report: ConformanceReport;
  try {
    report = await checkConformance({
      baseUrl,
      token,
      timeoutMs,
      signal: interrupt.signal,
      onProgress({ done, total, rows, created: soFar }) {
        created = soFar;
        progress.show(done, total, rows[0]?.title ?? "");
      },
    });
  } catch (error) {
    progress.clear();
    if (interrupt.signal.aborted) {
      return giveUp(io, `It was interrupted.\n${formatCreated(created)}`);
    }
    if (error instanceof ConformanceError || error instanceof TypeError) {
      return giveUp(io, error.message);
    }
    throw error;
  } finally {
    process.off("SIGINT", onSignal);
    process.off("SIGTERM", onSignal);
  }
  progress.clear();
  io.stdout.write(isJson ? `${JSON.stringify(report, null, 2)}\n` : formatReport(report, hasColour(io)));
  return report.conforms ? DONE : FAILED;
}

interface Settings {
  readonly baseUrl: string;
  readonly token: string;
  readonly timeoutMs: number;
  readonly isJson: boolean;
  readonly isConfirmed: boolean;
}

/**
 * `undefined` where help is asked for.
 *
 * @throws {Error} that says what is missing or wrong, and never quotes the token.
 */
function readSettings(args: readonly string[], env: Io["env"]): Settings | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      "base-url": { type: "string" },
      token: { type: "string" },
      timeout: { type: "string", default: "10000" },
      yes: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  if (values.help) {
    return undefined;
  }
  const { PLANT_STORE_URL, PLANT_STORE_TOKEN } = env;
  const baseUrl = values["base-url"] || PLANT_STORE_URL;
  const token = values.token || PLANT_STORE_TOKEN;
  if (!baseUrl) {
    throw new Error("The base URL is missing: give --base-url, or set PLANT_STORE_URL.");
  }
  if (!token) {
    throw new Error("The access token is missing: set PLANT_STORE_TOKEN, or give --token.");
  }
  if (!URL.canParse(baseUrl)) {
    throw new Error("The base URL is no URL: give one such as https://staging.example.com/v1.");
  }
  const timeoutMs = /^\d+$/.test(values.timeout) ? Number(values.timeout) : Number.NaN;
  if (!(timeoutMs >= 1 && timeoutMs < 2 ** 31)) {
    throw new Error("--timeout takes whole milliseconds from 1 to 2147483647.");
  }
  return { baseUrl, token, timeoutMs, isJson: values.json, isConfirmed: values.yes };
}

/** An argument that belongs to no option is not quoted: it may be the token. */
function describeUsage(error: unknown): string {
  const { code, message } = error as Error & { code?: string };
  return code === "ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL"
    ? "An argument belongs to no option: see plant-store verify --help."
    : message;
}

/** Whether whatever is there is this machine's own. The URL has made one form of 127.1, 0x7f000001 and the like. */
function isLoopback(baseUrl: string): boolean {
  const { hostname } = new URL(baseUrl);
  return /^(?:localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

/** Gives why not to go on, if not. */
async function askFirst({ stdin, stderr }: Io, baseUrl: string): Promise<string | undefined> {
  const { origin } = new URL(baseUrl);
  if (!stdin?.isTTY) {
    return (
      `It would create ${ABOUT_TO_CREATE} at ${origin}, which is not on this machine, and they can't be deleted through ` +
      "the interface. Nobody is there to ask: give --yes to create them. Nothing was sent."
    );
  }
  stderr.write(
    `This creates ${ABOUT_TO_CREATE} at ${origin}, and they can't be deleted through the interface. Go on? [y/N] `,
  );
  return /^y(?:es)?$/i.test((await readLine(stdin)).trim()) ? undefined : "Nothing was sent.";
}

async function readLine(stdin: NonNullable<Io["stdin"]>): Promise<string> {
  let text = "";
  for await (const chunk of stdin) {
    text += String(chunk);
    if (text.includes("\n")) {
      break;
    }
  }
  return text.split("\n", 1)[0] ?? "";
}

/** One line that is written over on a terminal; in a log, a line now and then, so that nobody takes it for dead. */
function showProgress({ stderr }: Io, baseUrl: string) {
  const { origin } = new URL(baseUrl);
  if (stderr.isTTY) {
    return {
      show: (done: number, total: number, title: string) =>
        void stderr.write(`\r\u001b[K${done}/${total} ${title}`.slice(0, 80)),
      clear: () => void stderr.write("\r\u001b[K"),
    };
  }
  stderr.write(`Checking ${origin}\n`);
  return {
    show: (done: number, total: number) => {
      if (done % 10 === 0 || done === total) {
        stderr.write(`${done}/${total}\n`);
      }
    },
    clear: () => {},
  };
}

function hasColour({ stdout, env }: Io): boolean {
  const { NO_COLOR, TERM } = env;
  return stdout.isTTY === true && !NO_COLOR && TERM !== "dumb";
}

function giveUp({ stderr }: Io, message: string): number {
  stderr.write(`plant-store verify: ${message.trimEnd()}\n`);
  return COULD_NOT_RUN;
}
