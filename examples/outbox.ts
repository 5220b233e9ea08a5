/**
 * Creates plants from a queue in a file. After a crash, Ctrl-C or a lost response, no plant is lost, and none is created twice.
 * Needs: plant-store-sdk
 *   npx tsx outbox.ts --help
 */
import { parseArgs } from "node:util";
import { createPlantStoreClient } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { type Outbox, openOutbox, sendQueued } from "./outbox/queue.ts";

const HELP = `Usage: npx tsx outbox.ts [command] [--file <path>]

Commands:
  send                          Sends the queued plants. The default
  add <name> [tag]              Queues a plant
  settle <id>... created        Records that parked plants exist
  settle <id>... missing        Records that parked plants don't exist, and queues them again. Queues refused plants again

Options:
  --file <path>                 The queue [default: outbox.jsonl, or outbox-offline.jsonl]
  -h, --help                    Shows this help

Sends plants to the service at PLANT_STORE_URL, with PLANT_STORE_TOKEN. Without PLANT_STORE_URL, it runs offline.`;

process.once("uncaughtException", ({ message }) => {
  console.error(message);
  process.exit(1);
});
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { file: { type: "string" }, help: { type: "boolean", short: "h" } },
});
const [command = "send", ...args] = positionals;
const { PLANT_STORE_URL, PLANT_STORE_TOKEN = "" } = process.env;
const open = () => openOutbox(values.file ?? (PLANT_STORE_URL ? "outbox.jsonl" : "outbox-offline.jsonl"));

if (values.help) {
  console.log(HELP);
} else if (command === "send" && args.length === 0) {
  await send(open());
} else if (command === "add" && args[0] !== undefined && args.length <= 2) {
  open().add(args[0], args[1]);
} else if (command === "settle" && args.length >= 2) {
  settle(open(), args.slice(0, -1), args.at(-1));
} else {
  console.error(HELP);
  process.exitCode = 1;
}

function settle(outbox: Outbox, ids: readonly string[], finding: string | undefined): void {
  if (finding !== "created" && finding !== "missing") {
    throw new Error('The last argument must be "created" or "missing"');
  }
  for (const id of ids) {
    outbox.settle(id, finding);
  }
}

async function send(outbox: Outbox): Promise<void> {
  const service = PLANT_STORE_URL
    ? { baseUrl: PLANT_STORE_URL, token: PLANT_STORE_TOKEN }
    : { baseUrl: "https://mock.example.com", token: "any-token", fetch: createOfflineFetch(outbox) };
  const client = createPlantStoreClient({ ...service, timeoutMs: 10_000, retries: 3 });
  const stop = new AbortController();
  stop.signal.addEventListener("abort", () => console.error("\nStopping after this plant, in 10 seconds at most"));
  process.on("SIGINT", () => stop.abort()); // not once: under npx tsx, Ctrl-C arrives twice

  const total = outbox.list("queued").length;
  let sent = 0;
  const onSent = () => console.error(`Sent ${++sent} of ${total} plants`);
  const pause = await sendQueued(outbox, client, { stop: stop.signal, onSent });

  const unsettled = [...outbox.list("parked"), ...outbox.list("refused")];
  for (const { id, name, state, reason } of unsettled) {
    console.log(`${state} ${id} ${name}: ${reason}`);
  }
  const states = ["created", "queued", "parked", "refused"] as const;
  console.log(states.map((state) => `${outbox.list(state).length} ${state}`).join(", "));
  if (pause !== undefined) {
    console.log(pause);
  }
  process.exitCode = unsettled.length > 0 || pause !== undefined ? 1 : 0;
}

/** The mock. An empty queue gets three plants: the response to the second is lost, and the third is refused. */
function createOfflineFetch(outbox: Outbox) {
  const mock = createPlantStoreMock();
  if (outbox.list().length === 0) {
    for (const name of ["Boston fern", "Aloe vera", "Ficus lyrata"]) {
      outbox.add(name);
    }
    const refusal = { error: 7, message: "No room for another plant." };
    mock.failNext({ delayMs: 200 }, { fault: "connection", creates: true }, refusal);
  }
  return mock.fetch;
}
