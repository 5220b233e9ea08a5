import { once } from "node:events";
import { constants } from "node:os";
import { listAddresses } from "../mocks/core/address.ts";
import { serve } from "../mocks/server/serve.ts";
import { isLoopback } from "../shared/loopback.ts";
import { CommandError, DONE, FAILED, type Io, runCommand } from "./command.ts";
import { createMockLog } from "./mock-log.ts";
import { MOCK_FLAGS, readMockSettings } from "./mock-settings.ts";

const HELP = `Usage: plant-store mock [options]

Serves a mock of the Plant Store over HTTP: ${listAddresses("{url}")}.
Open {url}/ in a browser to watch and control it, or use the control API at {url}/__mock/.

Options:
  -p, --port <number>              The port. 0 is any free port. Default: 4010.
  --host <address>                 The address to listen on. Default: 127.0.0.1.
  --token <token>                  A valid access token. Repeatable. Default: any.
  --seed <file>                    A JSON array of initial plants.
  --delay <milliseconds>           Delays every response. Default: 0.
  --duplicate-ids <accept|reject>  What to do with a plant whose id is in use. Default: accept.
  --control-host <name>            A host name under which any machine may use the page and the control API. Repeatable.
                                   Default: only this machine may.
  --no-control                     Turns off the page and the control API.
  --no-cors                        Refuses requests from pages of other origins.
  --log <silent|text|json>         Logs each request to stderr, without its headers. Default: text.
  -h, --help                       Shows this help.

When the mock is ready, it writes its URL to stdout. Ctrl-C (SIGINT) or SIGTERM stops it after the requests in progress. A
second signal stops it at once.

Exit codes: 0 stopped after the requests in progress, 1 can't listen there, 2 invalid option or seed, 130 stopped at once by
Ctrl-C, 143 by SIGTERM.
`;

export function mock(args: readonly string[], io: Io): Promise<number> {
  const command = { name: "plant-store mock", help: HELP, flags: MOCK_FLAGS };
  return runCommand(command, args, io, async (flags) => {
    const settings = await readMockSettings(flags);
    const { options } = settings;
    const server = await serve(options, { onServed: createMockLog(settings.log, io.stderr) }).catch((error: Error) => {
      throw new CommandError(error.message, FAILED);
    });
    const stopped = untilSignal(io);
    io.stdout.write(`The Plant Store mock is ready at ${server.url}\n`);
    if (!isLoopback(options.host ?? "127.0.0.1")) {
      io.stdout.write("Other machines on the network can reach the mock.\n");
    }
    await stopped;
    const notice = setTimeout(() => io.stderr.write(WAITING), NOTICE_AFTER_MS);
    await server.close();
    clearTimeout(notice);
    return DONE;
  });
}

const WAITING = "Waiting for open requests. Press Ctrl-C again to stop at once.\n";

/** Without open requests, the mock stops sooner. */
const NOTICE_AFTER_MS = 200;

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** Fulfills at the first signal. The second one exits. */
async function untilSignal(io: Io): Promise<void> {
  await Promise.race(SIGNALS.map((signal) => once(io, signal)));
  for (const signal of SIGNALS) {
    io.on(signal, () => process.exit(128 + constants.signals[signal]));
  }
}
