#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { nearestName } from "../shared/nearest.ts";
import { COULD_NOT_RUN, DONE, type Io } from "./command.ts";

const HELP = `Usage: plant-store <command> [options]

Commands:
  mock     Serves a mock of the Plant Store over HTTP.
  verify   Checks whether a Plant Store service conforms to the contract.

Options:
  -h, --help       Shows this help. "plant-store <command> --help" shows the help of a command.
  -v, --version    Shows the version.
`;

/** Describes an unknown command without quoting it, since it may be a token. */
function describeUnknown(command: string): string {
  const nearest = nearestName(command, ["mock", "verify"]);
  return `Unknown command. ${nearest ? `Did you mean ${nearest}?` : "Use mock or verify."}`;
}

/** The package's version. `package.json` is one folder up from both `cli/` and `dist/`. */
function readVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  return version;
}

async function run([command, ...args]: readonly string[], io: Io): Promise<number> {
  switch (command) {
    case "mock":
      return (await import("./mock.ts")).mock(args, io);
    case "verify":
      return (await import("./verify.ts")).verify(args, io);
    case "--version":
    case "-v":
      io.stdout.write(`${readVersion()}\n`);
      return DONE;
    case "--help":
    case "-h":
      io.stdout.write(HELP);
      return DONE;
    case undefined:
      io.stderr.write(HELP);
      return COULD_NOT_RUN;
    default:
      io.stderr.write(`plant-store: ${describeUnknown(command)}\n`);
      return COULD_NOT_RUN;
  }
}

// Without a listener, a closed pipe or a full disk would be an unhandled error. Commands check the writes that matter.
for (const output of [process.stdout, process.stderr]) {
  output.on("error", () => {});
}
try {
  process.exitCode = await run(process.argv.slice(2), process);
} catch (error) {
  process.exitCode = COULD_NOT_RUN;
  process.stderr.write(`plant-store: unexpected error: ${error instanceof Error ? error.stack : error}\n`);
}
// Waits for stdout only, since a log that isn't read would keep the process alive.
process.stdout.write("", () => process.exit());
