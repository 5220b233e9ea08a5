#!/usr/bin/env node
import { BAD_USAGE, DONE } from "./exit-code.ts";
import type { Io } from "./io.ts";
import { readVersion } from "./version.ts";

const HELP = `Usage: plant-store <command> [options]

Commands:
  mock     Serve a mock of the Plant Store over HTTP.
  verify   Check a Plant Store against the interface, clause by clause.

Options:
  --help       Show this help. "plant-store <command> --help" shows a command's own.
  --version    Show the version.
`;

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
    case "help":
      io.stdout.write(HELP);
      return DONE;
    case undefined:
      io.stderr.write(HELP);
      return BAD_USAGE;
    default:
      io.stderr.write(`plant-store: there is no command ${JSON.stringify(command)}: use mock or verify.\n`);
      return BAD_USAGE;
  }
}

process.exitCode = await run(process.argv.slice(2), process);
