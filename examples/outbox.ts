/**
 * Creates plants from a queue in a file. After a crash, Ctrl-C or a lost response, no plant is lost, and none is created twice.
 * Needs: plant-store-sdk
 *   npx tsx outbox.ts --help
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { createPlantStoreClient } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { type Outbox, openOutbox, randomPlantId } from "./outbox/queue.ts";
import { readPlants } from "./outbox/read-plants.ts";
import { sendQueued } from "./outbox/send-queued.ts";

const HELP = `Usage: npx tsx outbox.ts [command] [options]

Commands:
  send                          Sends the queued plants. The default
  add <name> [tag]              Queues a plant, with a random id
  add --from <file>             Queues plants from lines of JSON, such as {"id":42,"name":"Boston fern","tag":"indoor"}
  settle <id>... created        Records that parked plants exist
  settle <id>... missing        Records that parked plants don't exist, and queues them again. Queues refused plants again

Options:
  --concurrency <number>        How many plants to send at once [default: 1]
  --file <path>                 The queue [default: outbox.jsonl, or outbox-offline.jsonl]
  -h, --help                    Shows this help

Sends plants to the service at PLANT_STORE_URL, with PLANT_STORE_TOKEN. Without PLANT_STORE_URL, it runs offline.`;

const MAX_PROGRESS_LINES = 20;

process.once("uncaughtException", ({ message }) => {
  console.error(message);
  process.exit(1);
});
const {
  positionals: [command = "send", ...args],
  values: { concurrency, file, from, help },
} = parseArgs({
  allowPositionals: true,
  options: {
    concurrency: { type: "string", default: "1" },
    file: { type: "string" },
    from: { type: "string" },
    help: { type: "boolean", short: "h" },
  },
});
const { PLANT_STORE_URL, PLANT_STORE_TOKEN = "" } = process.env;
const open = () => openOutbox(file ?? (PLANT_STORE_URL ? "outbox.jsonl" : "outbox-offline.jsonl"));

if (help) {
  console.log(HELP);
} else if (command === "add" && from !== undefined && args.length === 0) {
  addFrom(open(), from);
} else if (command === "add" && from === undefined && args[0] !== undefined && args.length <= 2) {
  open().add([{ id: randomPlantId(), name: args[0], tag: args[1] }]);
} else if (command === "settle" && args.length >= 2) {
  settle(open(), args.slice(0, -1), args.at(-1));
} else if (command === "send" && from === undefined && args.length === 0) {
  await send(open(), Number(concurrency));
} else {
  console.error(HELP);
  process.exitCode = 1;
}

function addFrom(outbox: Outbox, path: string): void {
  const queuedIds = outbox.list().map(({ id }) => id);
  const plants = readPlants(readFileSync(path, "utf8"), queuedIds);
  outbox.add(plants);
  console.log(`Added ${plants.length} plants`);
}

function settle(outbox: Outbox, ids: readonly string[], finding: string | undefined): void {
  if (finding !== "created" && finding !== "missing") {
    throw new Error('The last argument must be "created" or "missing"');
  }
  for (const id of ids) {
    outbox.settle(id, finding);
  }
}

async function send(outbox: Outbox, concurrency: number): Promise<void> {
  if (!Number.isInteger(concurrency) || concurrency < 1) {
    throw new Error("--concurrency must be a whole number, and at least 1");
  }
  const service = PLANT_STORE_URL
    ? { baseUrl: PLANT_STORE_URL, token: PLANT_STORE_TOKEN }
    : { baseUrl: "https://mock.example.com", token: "any-token", fetch: createOfflineFetch(outbox) };
  const client = createPlantStoreClient({ ...service, timeoutMs: 10_000, retries: 3 });
  const stop = new AbortController();
  process.once("SIGINT", () => console.error("\nStopping after the calls in progress, in 10 seconds at most"));
  process.on("SIGINT", () => stop.abort(new Error("Ctrl-C"))); // not once: under npx tsx, Ctrl-C arrives twice

  const total = outbox.list("queued").length;
  const step = Math.ceil(total / MAX_PROGRESS_LINES);
  let sent = 0;
  const onSent = () => {
    sent++;
    if (sent % step === 0 || sent === total) {
      console.error(`Sent ${sent} of ${total} plants`);
    }
  };
  const pause = await sendQueued(outbox, client, { concurrency, stop, onSent }).catch((reason: Error) => reason);

  const unsettled = [...outbox.list("parked"), ...outbox.list("refused")];
  for (const { id, name, state, reason } of unsettled) {
    console.log(`${state} ${id} ${name}: ${reason}`);
  }
  const states = ["created", "queued", "parked", "refused"] as const;
  console.log(states.map((state) => `${outbox.list(state).length} ${state}`).join(", "));
  if (pause) {
    console.log(`Paused: ${pause.message}`);
  }
  process.exitCode = unsettled.length > 0 || pause ? 1 : 0;
}

/** The mock. An empty queue gets three plants: the response to the second is lost, and the third is refused. */
function createOfflineFetch(outbox: Outbox) {
  const mock = createPlantStoreMock();
  if (outbox.list().length === 0) {
    outbox.add(["Boston fern", "Aloe vera", "Ficus lyrata"].map((name) => ({ id: randomPlantId(), name })));
    const refusal = { error: 7, message: "No room for another plant." };
    mock.failNext({ delayMs: 200 }, { fault: "connection", creates: true }, refusal);
  }
  return mock.fetch;
}
