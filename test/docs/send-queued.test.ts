import { createPlantStoreClient, type NewPlant, unwrap } from "plant-store-sdk";
import { createPlantStoreMock, type Fault } from "plant-store-sdk/mocks";
import { describe, expect, it } from "vitest";
import { sendQueued } from "../../docs/snippets/send-queued.ts";

const plants = [1, 2, 3, 4].map((id) => ({ id, name: "Fern" }));

/** Sends four plants, and returns each state that was saved, and how often the service got a request. */
async function send(...faults: Fault[]) {
  const mock = createPlantStoreMock();
  mock.failNext(...faults);
  const { createPlant } = createPlantStoreClient({ baseUrl: "https://a.example", token: "t", fetch: mock.fetch });
  const create = (plant: NewPlant) => createPlant(plant).then(unwrap);
  const saved: string[] = [];
  const reasons: unknown[] = [];
  const sentBefore: number[] = [];
  const save = async ({ id }: NewPlant, state: string, reason?: string) => {
    reasons.push(reason);
    saved.push(`${id} ${state}`);
    sentBefore.push(mock.requests.length);
  };
  const failure = await sendQueued(plants, create, save).catch((error) => error);
  return { saved, reasons, sentBefore, failure };
}

describe("the queue in the recipes", () => {
  it("marks each plant before its request", async () => {
    const { saved, sentBefore } = await send();
    expect(saved.slice(0, 4)).toEqual(["1 sending", "1 created", "2 sending", "2 created"]);
    expect(sentBefore.slice(0, 4)).toEqual([0, 1, 1, 2]);
  });

  it.each<[Fault, string]>([
    ["connection", "parked"],
    ["unreachable", "queued"],
    [429, "queued"],
    [400, "refused"],
  ])("decides what happens to a plant after the fault %j: %s", async (fault, state) => {
    expect((await send(fault)).saved[1]).toBe(`1 ${state}`);
  });

  it("keeps the reason of a failure", async () => {
    expect((await send({ error: 7, message: "No room" })).reasons[1]).toContain("No room");
  });

  it("stops after three failures in a row", async () => {
    const { saved, failure } = await send(400, 400, 400);
    expect(saved).toHaveLength(6);
    expect(failure).toMatchObject({ name: "PlantStoreApiError" });
  });

  it("keeps a plant that a mistake in the code kept from being sent", async () => {
    const saved: string[] = [];
    const create = () => {
      throw new TypeError("Invalid options");
    };
    const save = async ({ id }: NewPlant, state: string) => void saved.push(`${id} ${state}`);
    await expect(sendQueued(plants, create, save)).rejects.toThrow("Invalid options");
    expect(saved).toEqual(["1 sending", "1 queued"]);
  });
});
