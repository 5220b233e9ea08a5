import { once } from "node:events";
import { constants, networkInterfaces } from "node:os";
import { serve } from "../mocks/server/serve.ts";
import { isLoopback } from "../src/shared/loopback.ts";
import { COULD_NOT_RUN, CommandError, DONE, FAILED, type Io, runCommand } from "./command.ts";
import { createMockLog } from "./mock-log.ts";
import { MOCK_FLAGS, readMockSettings } from "./mock-settings.ts";

const HELP = `Usage: plant-store mock [options]

Serves a mock of the Plant Store over HTTP at POST {url}/plants. Open {url}/ in a browser to watch and control it, or use
the control API at {url}/__mock/.

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
  --log <silent|text|json>         Logs each request to stderr, without its token. Default: text.
  -h, --help                       Shows this help.
  -v, --version                    Shows the version.

When the mock is ready, it writes its URL to stdout. SIGINT or SIGTERM stops it after the requests in progress; a second
signal stops it at once. Exit codes: 0 stopped by a signal, 1 can't listen there, 2 invalid option or seed.
`;

export function mock(
  args: readonly string[],
  io: Io,
  untilStopped: () => Promise<void> = untilSignal,
): Promise<number> {
  const command = { name: "plant-store mock", help: HELP, flags: MOCK_FLAGS };
  return runCommand(command, args, io, async (flags) => {
    const settings = await readMockSettings(flags);
    const { options } = settings;
    const server = await serve(options, { onServed: createMockLog(settings.log, io.stderr) }).catch((error: Error) => {
      throw new CommandError(error.message, error instanceof TypeError ? COULD_NOT_RUN : FAILED);
    });
    const stopped = untilStopped();
    const notice = networkNotice(options.host, new URL(server.url).port);
    io.stdout.write(`The Plant Store mock is ready at ${server.url}\n${notice}`);
    await stopped;
    await server.close();
    return DONE;
  });
}

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** Fulfills at the first signal. The second one exits. */
async function untilSignal(): Promise<void> {
  await Promise.race(SIGNALS.map((signal) => once(process, signal)));
  for (const signal of SIGNALS) {
    process.on(signal, () => process.exit(128 + constants.signals[signal]));
  }
}

function networkNotice(host = "127.0.0.1", port: string): string {
  if (isLoopback(host)) {
    return "";
  }
  const isListeningOnAll = host === "0.0.0.0" || host === "::";
  const urls = Object.values(isListeningOnAll ? networkInterfaces() : {})
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, family, scopeid }) => !internal && (family === "IPv4" || host === "::") && !scopeid)
    .map(({ address, family }) => `  http://${family === "IPv6" ? `[${address}]` : address}:${port}\n`);
  return `${urls.join("")}Other machines on the network can reach the mock.\n`;
}
