import { serve } from "../mocks/server/serve.ts";
import { BAD_USAGE, DONE, FAILED } from "./exit-code.ts";
import type { Io } from "./io.ts";
import { createMockLog } from "./mock-log.ts";
import { readMockSettings } from "./mock-settings.ts";
import { untilSignal } from "./signals.ts";
import { UsageError } from "./usage-error.ts";
import { readVersion } from "./version.ts";

const HELP = `Usage: plant-store mock [options]

Serves a mock of the Plant Store over HTTP: POST {url}/plants. Look at it at {url}/, and control it at {url}/__mock/.

Options, each with a variable that the flag overrides:
  --port <number>                  The port; 0 is any free one. Default: 4010.      PLANT_STORE_MOCK_PORT
  --host <address>                 Where to listen. Default: 127.0.0.1.             PLANT_STORE_MOCK_HOST
  --token <token>                  A valid access token; may be repeated.           PLANT_STORE_MOCK_TOKEN
                                   Default: any. In the variable, spaces separate them.
  --seed <file>                    A JSON array of plants that are there at first.  PLANT_STORE_MOCK_SEED
  --delay <milliseconds>           How long each answer takes. Default: 0.          PLANT_STORE_MOCK_DELAY
  --duplicate-ids <accept|reject>  A second plant with an id. Default: accept.      PLANT_STORE_MOCK_DUPLICATE_IDS
  --log <silent|text|json>         A line on stderr for each request.               PLANT_STORE_MOCK_LOG
                                   Default: text. Tokens never stand in it.
  --help                           Show this help.
  --version                        Show the version.

Ready, it writes one line to stdout, with its URL. SIGINT and SIGTERM let it finish what is under way; a second one
ends it at once. It exits with 0 when it was ended, 1 when it can't listen there, 2 when an option or the seed is wrong.
`;

/** Serves the mock until a signal ends it. */
export async function mock(args: readonly string[], io: Io): Promise<number> {
  try {
    const settings = await readMockSettings(args, io.env);
    if (typeof settings === "string") {
      io.stdout.write(settings === "help" ? HELP : `${readVersion()}\n`);
      return DONE;
    }
    const onServed = createMockLog(settings, io.stderr);
    const server = await serve(settings.options, onServed && { onServed });
    const ended = untilSignal();
    io.stdout.write(`The Plant Store mock is ready at ${server.url}\n`);
    await ended;
    await server.close();
    return DONE;
  } catch (error) {
    const isUsage = error instanceof UsageError || error instanceof TypeError;
    io.stderr.write(`plant-store mock: ${(error as Error).message.replace(/[\s\p{Cc}]+/gu, " ")}\n`);
    return isUsage ? BAD_USAGE : FAILED;
  }
}
