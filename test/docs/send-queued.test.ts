import { createPlantStoreClient, type NewPlant, type Plant, unwrap } from "plant-store-sdk";
import { createPlantStoreMock, type Fault } from "plant-store-sdk/mocks";
import { beforeEach, describe, expect, it } from "vitest";
import { sendQueued } from "../../examples/queue/send-queued.ts";

const plants = [1, 2, 3, 4].map((id) => ({ id, name: "Fern" }));
const mock = createPlantStoreMock();
beforeEach(() => mock.reset());

const options = { baseUrl: "https://a.example", token: "t", fetch: mock.fetch };

/** Creates plants with a mock that has these faults. */
function createWith(...faults: Fault[]) {
  mock.failNext(...faults);
  const { createPlant } = createPlantStoreClient(options);
  return (plant: NewPlant) => createPlant(plant).then(unwrap);
}

/** Sends four plants, and returns what was saved, with the number of requests until then. */
async function send(create: (plant: NewPlant) => Promise<Plant>) {
  const saved: string[] = [];
  const save = async ({ id }: NewPlant, state: string, reason = "") => {
    saved.push(`${id} ${state} ${mock.requests.length} ${reason}`.trim());
  };
  const failure = await sendQueued(plants, create, save).then(
    () => "none",
    (error) => error,
  );
  return { saved, failure };
}

describe("the queue in the recipes", () => {
  it("marks each plant before its request", async () => {
    const { saved } = await send(createWith());
    expect(saved.slice(0, 4)).toEqual(["1 sending 0", "1 created 1", "2 sending 1", "2 created 2"]);
  });

  it.each<[Fault, string]>([
    ["connection", "parked 1 PlantStoreConnectionError: "],
    ["unreachable", "queued 1 PlantStoreConnectionError: "],
    [429, "queued 1 PlantStoreApiError: "],
    [{ error: 7, message: "No room" }, "refused 1 PlantStoreApiError: No room"],
  ])("decides what happens to a plant after the fault %j, and saves why", async (fault, start) => {
    const { saved } = await send(createWith(fault));
    expect(saved[1]).toEqual(expect.stringMatching(`^1 ${start}`));
  });

  it("stops after three failures in a row", async () => {
    const { saved, failure } = await send(createWith(400, 400, 400));
    expect(saved).toHaveLength(6);
    expect(failure).toMatchObject({ name: "PlantStoreApiError" });
  });

  it("doesn't stop at failures with a success in between", async () => {
    const ok = { delayMs: 0 };
    const { saved, failure } = await send(createWith(400, ok, 400, 400));
    expect(saved).toHaveLength(8);
    expect(failure).toBe("none");
  });

  it("doesn't stop at invalid plants", async () => {
    const create = createWith();
    const { saved } = await send((plant) => create({ ...plant, id: 0.5 }));
    expect(saved.filter((line) => line.includes("refused 0 PlantStoreInputError: "))).toHaveLength(4);
  });

  it("keeps a plant that an invalid token kept from being sent, and stops", async () => {
    const { createPlant } = createPlantStoreClient({ ...options, token: () => "" });
    const { saved, failure } = await send((plant) => createPlant(plant).then(unwrap));
    expect(saved).toEqual(["1 sending 0", expect.stringMatching("^1 queued 0 PlantStoreTokenError: ")]);
    expect(failure.name).toBe("PlantStoreTokenError");
  });

  it("saves the cause when the token function fails", async () => {
    const refused = new TypeError("fetch failed", { cause: new AggregateError([new Error("ECONNREFUSED")]) });
    const { createPlant } = createPlantStoreClient({ ...options, token: () => Promise.reject(refused) });
    const { saved } = await send((plant) => createPlant(plant).then(unwrap));
    expect(saved[1]).toMatch(
      /^1 queued 0 PlantStoreTokenError: .*, caused by TypeError: fetch failed, .*, caused by Error: ECONNREFUSED$/,
    );
  });

  it.each<[string, Fault, string]>([
    ["a 401", 401, "PlantStoreApiError"],
    ["a 401 without an Error", () => new Response("<h1>Unauthorized</h1>", { status: 401 }), "PlantStoreResponseError"],
    ["a 400 about it", { status: 400, message: "The access token has expired" }, "PlantStoreApiError"],
  ])("keeps a plant whose token the service refuses with %s, and stops", async (_, fault, name) => {
    const { saved, failure } = await send(createWith(fault));
    expect(saved).toEqual(["1 sending 0", expect.stringMatching(`^1 queued 1 ${name}: `)]);
    expect(failure.name).toBe(name);
  });

  it("parks a plant that an attempt before the refused token may have created", async () => {
    mock.failNext("connection", 401);
    const { createPlant } = createPlantStoreClient({
      ...options,
      retries: 1,
      retryDelayMs: () => 0,
      shouldRetry: () => true,
    });
    const { saved } = await send((plant) => createPlant(plant).then(unwrap));
    expect(saved).toEqual(["1 sending 0", expect.stringMatching("^1 parked 2 PlantStoreApiError: ")]);
  });

  it.each([new TypeError("a bug"), "a text", null, undefined])(
    "parks a plant whose create fails with %o, which may be after it exists, and stops",
    async (bug) => {
      const create = createWith();
      const { saved, failure } = await send(async (plant) => {
        await create(plant);
        throw bug;
      });
      expect(saved).toEqual(["1 sending 0", `1 parked 1 ${bug}`]);
      expect(failure).toBe(bug);
    },
  );
});
