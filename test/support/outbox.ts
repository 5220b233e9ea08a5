import { createPlantStoreClient, type PlantStoreClientOptions } from "plant-store-sdk";
import { createPlantStoreMock, type PlantStoreMock } from "plant-store-sdk/mocks";
import { type Outbox, openOutbox, randomPlantId } from "../../examples/outbox/queue.ts";
import { sendQueued } from "../../examples/outbox/send-queued.ts";
import { temporaryFile } from "./temporary-file.ts";

/** A queue of plants in a file, and the mock that they are sent to. `send` resolves to the reason if it stops early. */
export function createQueue(names: readonly string[], options: Partial<PlantStoreClientOptions> = {}) {
  const file = temporaryFile("outbox.jsonl");
  const outbox = openOutbox(file);
  outbox.add(names.map((name) => ({ id: randomPlantId(), name })));
  const mock = createPlantStoreMock();
  const baseUrl = "https://plants.example.com";
  const client = createPlantStoreClient({ baseUrl, token: "any-token", fetch: mock.fetch, ...options });
  const send = () => sendQueued(outbox, client).catch((reason: Error) => reason);
  return { file, mock, client, outbox, send };
}

/** What a person does: looks for each plant that was parked or refused, and says whether it exists. */
export function settleAll(outbox: Outbox, { plants }: PlantStoreMock): void {
  for (const { id } of [...outbox.list("parked"), ...outbox.list("refused")]) {
    outbox.settle(id, plants.get(BigInt(id)) ? "created" : "missing");
  }
}

export const states = (outbox: Outbox) => outbox.list().map(({ state }) => state);

export const createdNames = ({ plants }: PlantStoreMock) => plants.all().map(({ name }) => name);
