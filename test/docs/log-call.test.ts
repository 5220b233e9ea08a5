import { createPlantStoreClient, type EndContext } from "plant-store-sdk";
import { createPlantStoreMock, type Fault } from "plant-store-sdk/mocks";
import { expect, it, onTestFinished, vi } from "vitest";
import { createAndLog } from "../../docs/snippets/log-call.ts";

it.each<[outcome: object, ...faults: Fault[]]>([
  [{ outcome: "created", status: 200, mayHaveBeenCreatedTwice: false }],
  [{ outcome: "error", status: 503, mayHaveBeenCreated: true }, 503],
  [{ outcome: "PlantStoreConnectionError", mayHaveBeenCreated: true }, "connection"],
])("logs one line for a call with the id of its attempts: %j", async (outcome, ...faults) => {
  const print = vi.spyOn(console, "log").mockReturnValue();
  onTestFinished(() => print.mockRestore());
  const mock = createPlantStoreMock();
  mock.failNext(...faults);
  const callIds: string[] = [];
  const hooks = [{ onEnd: ({ callId }: EndContext) => void callIds.push(callId) }];
  const client = createPlantStoreClient({
    baseUrl: "https://plants.example.com",
    token: "t",
    fetch: mock.fetch,
    hooks,
  });
  await createAndLog(client, { id: 9007199254740993n, name: "Fern" }).catch(() => {});
  expect(print).toHaveBeenCalledOnce();
  expect(JSON.parse(String(print.mock.calls[0]?.[0]))).toEqual({
    ...outcome,
    id: "9007199254740993",
    callId: callIds[0],
    attempts: 1,
    durationMs: expect.any(Number),
  });
});
