import {
  createPlantStoreClient,
  PlantStoreApiError,
  PlantStoreResponseError,
  PlantStoreTimeoutError,
  parsePlantId,
  unwrap,
} from "plant-store-sdk";
import { createPlantStoreMock, type Fault } from "plant-store-sdk/mocks";
import { afterEach, describe, expect, it, vi } from "vitest";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it("asks for a token for every attempt, within the time limit", async () => {
  const mock = createPlantStoreMock({ token: "token-2" });
  let count = 0;
  const signIn = { freshToken: async () => `token-${++count}` };
  vi.stubGlobal("fetch", mock.fetch);

  // #region client
  const client = createPlantStoreClient({
    baseUrl: "https://plants.example.com/v1",
    token: () => signIn.freshToken(), // asked before every attempt
    timeoutMs: 5_000, // 30 seconds unless told otherwise
    headers: { "x-request-source": "greenhouse" },
  });
  // #endregion

  expect((await client.createPlant({ id: 1, name: "Fern" })).error?.message).toBe("The access token is not valid.");
  expect((await client.createPlant({ id: 1, name: "Fern" })).data).toEqual({ name: "Fern" });
  expect(mock.requests.map(({ headers }) => headers["x-request-source"])).toEqual(["greenhouse", "greenhouse"]);
});

it("throws what the service says where that is wanted", async () => {
  const mock = createPlantStoreMock();
  const client = createPlantStoreClient({ baseUrl: "https://a.example", token: "any", fetch: mock.fetch });
  const log = vi.spyOn(console, "log").mockReturnValue();
  mock.failNext({ error: 17, message: "No room" });

  // #region unwrap
  try {
    const plant = await client.createPlant({ id: 1042, name: "Monstera deliciosa" }).then(unwrap);
    console.log(`Created ${plant.name}`);
  } catch (error) {
    if (error instanceof PlantStoreApiError) {
      console.log(`Refused with ${error.status}: ${error.message} (error ${error.error})`);
    }
  }
  // #endregion

  expect(log.mock.calls).toEqual([["Refused with 400: No room (error 17)"]]);
});

it("sends ids exactly", async () => {
  const mock = createPlantStoreMock();
  const client = createPlantStoreClient({ baseUrl: "https://a.example", token: "any", fetch: mock.fetch });

  // #region ids
  await client.createPlant({ id: 1042, name: "Fern" }); // a number, up to 2^53 − 1
  await client.createPlant({ id: 9007199254740993n, name: "Moss" }); // a bigint, for all of int64
  await client.createPlant({ id: parsePlantId("9223372036854775807"), name: "Ivy" }); // digits, from a form or a database
  // #endregion

  expect(mock.plants.all().map(({ id }) => id)).toEqual([1042n, 9007199254740993n, 9223372036854775807n]);
});

describe("one call", () => {
  const newPlant = { id: 1042, name: "Fern" };

  /** A call as the page shows it, with the mock that it goes to. */
  function startCall(...faults: Fault[]) {
    const mock = createPlantStoreMock();
    mock.failNext(...faults);
    const client = createPlantStoreClient({ baseUrl: "https://a.example", token: "any", fetch: mock.fetch });
    const page = new AbortController();
    const call = async () => {
      // #region call
      await client.createPlant(newPlant, {
        signal: page.signal, // ends the call when the page is left
        timeoutMs: 2_000, // for this call, its retries included
        retries: 2, // for this call; the client's own are 0 unless told otherwise
      });
      // #endregion
    };
    return { mock, page, outcome: call().catch((error: unknown) => error) };
  }

  it("is ended by its signal", async () => {
    const { mock, page, outcome } = startCall("timeout");
    await vi.waitUntil(() => mock.requests.length === 1);
    page.abort(new Error("The page was left."));
    expect(await outcome).toEqual(new Error("The page was left."));
  });

  it("is ended by its time limit", async () => {
    vi.useFakeTimers();
    const { mock, outcome } = startCall("timeout");
    await vi.advanceTimersByTimeAsync(1_999);
    expect(await Promise.race([outcome, "under way"])).toBe("under way");
    await vi.advanceTimersByTimeAsync(1);
    expect(await outcome).toBeInstanceOf(PlantStoreTimeoutError);
    expect(mock.requests).toHaveLength(1);
  });

  it("is repeated twice, and no more", async () => {
    const busy: Fault = () => new Response(null, { status: 503, headers: { "retry-after": "0" } });
    const { mock, outcome } = startCall(busy, busy);
    expect(await outcome).toBeUndefined();
    expect(mock.requests.map(({ status }) => status)).toEqual([503, 503, 200]);
    expect(mock.plants.all()).toEqual([{ id: 1042n, name: "Fern" }]);

    const { mock: busier, outcome: failure } = startCall(busy, busy, busy);
    expect(await failure).toBeInstanceOf(PlantStoreResponseError);
    expect(busier.requests.map(({ status }) => status)).toEqual([503, 503, 503]);
  });
});
