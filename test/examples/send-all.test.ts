import { createPlantStoreClient, type PlantStoreClientOptions } from "plant-store-sdk";
import { createPlantStoreMock, type Fault } from "plant-store-sdk/mocks";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { cacheToken, renewal } from "../../examples/renew-token.ts";
import { sendAll } from "../../examples/send-all.ts";
import { deferred } from "../support/deferred.ts";
import { getRejection } from "../support/get-rejection.ts";

const mock = createPlantStoreMock();
beforeEach(() => mock.reset());

const plants = Array.from({ length: 6 }, (_, id) => ({ id, name: "Fern" }));
const defaults = { baseUrl: "https://a.example", token: "t", fetch: mock.fetch };

/** Sends six plants, and returns what became of each. */
async function send(concurrency = 1, options: Partial<PlantStoreClientOptions> = {}) {
  const { createPlant } = createPlantStoreClient({ ...defaults, ...options });
  const sent = await sendAll(plants, createPlant, concurrency);
  expect(sent.map(({ newPlant }) => newPlant)).toEqual(plants);
  return { states: sent.map(({ state }) => state).join(" "), reasons: sent.map(({ reason }) => reason) };
}

it.each([1, 2, 4])("sends all plants once, %i at once", async (concurrency) => {
  let running = 0;
  let most = 0;
  const onRequest = () => {
    running += 1;
    most = Math.max(most, running);
  };
  const onEnd = () => {
    running -= 1;
  };
  const { states, reasons } = await send(concurrency, { hooks: [{ onRequest, onEnd }] });
  expect(states).toBe("created created created created created created");
  expect(reasons.join("")).toBe("");
  expect(most).toBe(concurrency);
  expect(mock.plants.size).toBe(6);
});

it("sends no plants if there are none", async () => {
  const { createPlant } = createPlantStoreClient(defaults);
  expect(await sendAll([], createPlant, 50)).toEqual([]);
});

it.each([0, -1, Number.NaN])("sends nothing, and rejects, if at most %d may be sent at once", async (concurrency) => {
  const { createPlant } = createPlantStoreClient(defaults);
  expect(await getRejection(sendAll(plants, createPlant, concurrency))).toBeInstanceOf(RangeError);
  expect(mock.requests).toEqual([]);
});

it.each<[Fault, string, string]>([
  ["connection", "parked", "PlantStoreConnectionError: "],
  [{ status: 503, message: "Busy" }, "parked", "PlantStoreApiError: Busy"],
  ["unreachable", "queued", "PlantStoreConnectionError: "],
  [429, "queued", "PlantStoreApiError: "],
  [{ error: 7, message: "No room" }, "refused", "PlantStoreApiError: No room"],
])("says what became of a plant after the fault %j, and why", async (fault, state, start) => {
  mock.failWhen({ id: 2 }, fault);
  const { states, reasons } = await send(2);
  expect(states).toBe(`created created ${state} created created created`);
  expect(reasons[2]).toEqual(expect.stringMatching(`^${start}`));
});

describe("starts no more", () => {
  it.each<[string, Partial<PlantStoreClientOptions>, string]>([
    ["the token function fails", { token: () => Promise.reject(new Error("no session")) }, "Error: no session"],
    ["a callback fails", { hooks: [{ onRequest: () => Promise.reject(new Error("a bug")) }] }, "Error: a bug"],
  ])("when %s, and names the cause", async (_, options, cause) => {
    const { states, reasons } = await send(1, options);
    expect(states).toBe("queued queued queued queued queued queued");
    expect(reasons[0]).toMatch(`, caused by ${cause}`);
    expect(reasons[1]).toBe(`Not sent, since another failed: ${reasons[0]}`);
  });

  it.each<[string, Fault]>([
    ["a 401", 401],
    ["a 400 about it", { status: 400, message: "The access token has expired" }],
  ])("when the service refuses the token with %s", async (_, fault) => {
    mock.failWhen({ id: 1 }, fault);
    expect((await send()).states).toBe("created queued queued queued queued queued");
    expect(mock.requests).toHaveLength(2);
  });

  it("when your code fails, whose plant may exist", async () => {
    const createPlant = vi.fn().mockRejectedValue(new TypeError("a bug"));
    const sent = await sendAll(plants, createPlant, 1);
    expect(sent.map(({ state }) => state).join(" ")).toBe("parked queued queued queued queued queued");
    expect(createPlant).toHaveBeenCalledOnce();
  });

  it.each<[Fault, string]>([
    [503, "parked"],
    [429, "queued"],
  ])("after three failures in a row with %i", async (status, state) => {
    mock.failNext({ delayMs: 0 }, status, status, status);
    expect((await send()).states).toBe(`created ${state} ${state} ${state} queued queued`);
    expect(mock.requests).toHaveLength(4);
  });

  it("but keeps the outcomes of the plants on their way", async () => {
    const { promise, resolve } = deferred();
    const createPlant = vi
      .fn()
      .mockRejectedValueOnce(new TypeError("a bug"))
      .mockReturnValueOnce(promise.then(() => ({ data: { name: "Fern" } })));
    const sending = sendAll(plants, createPlant, 2);
    await new Promise(setImmediate);
    resolve();
    const states = (await sending).map(({ state }) => state).join(" ");
    expect(states).toBe("parked created queued queued queued queued");
  });
});

it("goes on after failures with a success in between", async () => {
  const ok = { delayMs: 0 };
  mock.failNext(429, 429, ok, 429, 429);
  expect((await send()).states).toBe("queued queued created queued queued created");
});

it("goes on after refused plants", async () => {
  mock.failNext(400, 400, 400, 400);
  expect((await send()).states).toBe("refused refused refused refused created created");
});

it("creates 500 plants once, 50 at once, when the token is revoked on the way", async () => {
  let issued = 0;
  let valid = "";
  const service = createPlantStoreMock({ token: (token) => token === valid });
  const requestToken = async () => {
    valid = `token-${++issued}`;
    return { token: valid, lifetimeMs: 60_000 };
  };
  let calls = 0;
  const client = createPlantStoreClient({
    baseUrl: "https://a.example",
    token: cacheToken(requestToken),
    fetch: service.fetch,
    ...renewal,
  });
  const createPlant: typeof client.createPlant = (newPlant) => {
    if (++calls === 230) {
      valid = "";
    }
    return client.createPlant(newPlant);
  };
  const newPlants = Array.from({ length: 500 }, (_, id) => ({ id, name: "Fern" }));
  const sent = await sendAll(newPlants, createPlant, 50);
  expect(sent.filter(({ state }) => state === "created")).toHaveLength(500);
  expect([service.plants.size, issued]).toEqual([500, 2]);
  expect(service.requests.filter(({ outcome }) => outcome === "refused")).not.toEqual([]);
});
