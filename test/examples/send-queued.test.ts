import {
  createPlantStoreClient,
  type NewPlant,
  type PlantStoreClient,
  type PlantStoreClientOptions,
} from "plant-store-sdk";
import { createPlantStoreMock, type Fault } from "plant-store-sdk/mocks";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { cacheToken, renewal } from "../../examples/queue/renew-token.ts";
import { type Store, sendQueued } from "../../examples/queue/send-queued.ts";
import { deferred } from "../support/deferred.ts";
import { getRejection } from "../support/get-rejection.ts";

const mock = createPlantStoreMock();
beforeEach(() => mock.reset());

const plants: readonly NewPlant[] = [0, 1, 2, 3, 4, 5].map((id) => ({ id, name: "Fern" }));

const createClient = (options: Partial<PlantStoreClientOptions> = {}) =>
  createPlantStoreClient({ baseUrl: "https://a.example", token: "t", fetch: mock.fetch, ...options }).createPlant;

/** A store in memory, in which all plants are queued. */
function createStore(newPlants = plants) {
  const states = newPlants.map(() => "queued");
  const log: string[] = [];
  const set = (plant: NewPlant, state: string, reason = "") => {
    states[newPlants.indexOf(plant)] = state;
    log.push(`${plant.id} ${state} ${mock.requests.length} ${reason}`.trim());
  };
  const store: Store<NewPlant> = {
    async claim(plant) {
      const isQueued = states[newPlants.indexOf(plant)] === "queued";
      if (isQueued) {
        set(plant, "sending");
      }
      return isQueued;
    },
    save: async (...outcome) => set(...outcome),
  };
  return { store, log, readStates: () => states.join(" ") };
}

/** Sends six plants, and returns their states, what was saved with the number of requests until then, and what stopped it. */
async function send(createPlant = createClient(), concurrency = 1) {
  const { store, log, readStates } = createStore();
  const failure = await sendQueued(plants, createPlant, store, concurrency).then(
    () => "none",
    (error) => error,
  );
  return { states: readStates(), log, failure };
}

it("claims each plant before its request, and then saves what became of it", async () => {
  const { log } = await send();
  expect(log.slice(0, 4)).toEqual(["0 sending 0", "0 created 1", "1 sending 1", "1 created 2"]);
});

it.each([1, 2, 4, 100])("sends all plants once, %i at once", async (concurrency) => {
  let running = 0;
  let most = 0;
  const onRequest = () => {
    running += 1;
    most = Math.max(most, running);
  };
  const onEnd = () => {
    running -= 1;
  };
  const { states, failure } = await send(createClient({ hooks: [{ onRequest, onEnd }] }), concurrency);
  expect(states).toBe("created created created created created created");
  expect(failure).toBe("none");
  expect(most).toBe(Math.min(concurrency, plants.length));
  expect(mock.plants.size).toBe(6);
});

it.each([1, 50])("sends each plant once beside two other senders, %i at once", async (concurrency) => {
  const { store, readStates } = createStore();
  const createPlant = createClient();
  await Promise.all([1, 2, 3].map(() => sendQueued(plants, createPlant, store, concurrency)));
  expect(readStates()).toBe("created created created created created created");
  expect(mock.requests).toHaveLength(6);
});

it("neither sends nor saves a plant that it can't claim", async () => {
  const { store, log } = createStore();
  await sendQueued(plants, createClient(), { ...store, claim: async ({ id }) => id === 3 });
  expect(log).toEqual(["3 created 1"]);
  expect(mock.plants.all()).toEqual([plants[3]]);
});

it.each([0, -1, Number.NaN])("sends nothing, and rejects, if at most %d may be sent at once", async (concurrency) => {
  const { failure, log } = await send(createClient(), concurrency);
  expect(failure).toBeInstanceOf(RangeError);
  expect(log).toEqual([]);
});

const page = (status: number) => () => new Response("<h1>Not here</h1>", { status });

it.each<[string, Fault, string, string]>([
  ["a lost connection", "connection", "parked", "PlantStoreConnectionError: "],
  ["a lost response", { fault: "connection", creates: true }, "parked", "PlantStoreConnectionError: "],
  ["a 503", { status: 503, message: "Busy" }, "parked", "PlantStoreApiError: Busy (it may have been created)"],
  ["a refused connection", "unreachable", "queued", "PlantStoreConnectionError: "],
  ["a 429", 429, "queued", "PlantStoreApiError: "],
  ["a 404 page", page(404), "queued", "PlantStoreResponseError: "],
  ["a 400 page", page(400), "queued", "PlantStoreResponseError: "],
  ["a 404 with an Error", { status: 404, message: "Not found" }, "queued", "PlantStoreApiError: Not found"],
  ["a 403 with an Error", { status: 403, message: "Forbidden" }, "queued", "PlantStoreApiError: Forbidden"],
  ["a 400", { error: 7, message: "No room" }, "refused", "PlantStoreApiError: No room"],
  ["a 409", { status: 409, message: "It exists" }, "refused", "PlantStoreApiError: It exists"],
  ["a 422", { status: 422, message: "No room" }, "refused", "PlantStoreApiError: No room"],
])("goes on after %s, and saves what became of the plant, and why", async (_, fault, state, reason) => {
  mock.failWhen({ id: 2 }, fault);
  const { states, log } = await send();
  expect(states).toBe(`created created ${state} created created created`);
  expect(log.find((line) => line.startsWith(`2 ${state}`))).toContain(` 3 ${reason}`);
});

it("keeps plants queued when the port of the base URL is blocked", async () => {
  const createPlant = createPlantStoreClient({ baseUrl: "http://127.0.0.1:6000", token: "t" }).createPlant;
  const { states } = await send(createPlant);
  expect(states).toBe("queued queued queued queued queued queued");
});

it("refuses a plant that is invalid", async () => {
  const invalid = [
    { id: 0.5, name: "Fern" },
    { id: 1, name: "Moss" },
  ];
  const { store, log } = createStore(invalid);
  await sendQueued(invalid, createClient(), store);
  expect(log[1]).toMatch("0.5 refused 0 PlantStoreInputError: ");
  expect(log[3]).toBe("1 created 1");
});

it("parks a plant that an attempt before the refused token may have created", async () => {
  mock.failNext("connection", 401);
  const createPlant = createClient({ retries: 1, retryDelayMs: () => 0, shouldRetry: () => true });
  const { log } = await send(createPlant);
  expect(log).toEqual(["0 sending 0", expect.stringMatching("^0 parked 2 PlantStoreApiError: ")]);
});

describe("stops", () => {
  it.each<[string, Partial<PlantStoreClientOptions>, string]>([
    ["the token function fails", { token: () => Promise.reject(new Error("no session")) }, "PlantStoreTokenError"],
    ["the token is invalid", { token: () => "" }, "PlantStoreTokenError"],
    ["a hook fails", { hooks: [{ onRequest: () => Promise.reject(new Error("a bug")) }] }, "PlantStoreCallbackError"],
  ])("when %s, and keeps the plant", async (_, options, name) => {
    const { log, failure } = await send(createClient(options));
    expect(log).toEqual(["0 sending 0", expect.stringMatching(`^0 queued 0 ${name}: `)]);
    expect(failure).toMatchObject({ name });
  });

  it.each<[string, Fault, string]>([
    ["a 401", 401, "PlantStoreApiError"],
    ["a 401 without an Error", page(401), "PlantStoreResponseError"],
    ["a 400 about it", { status: 400, message: "The access token has expired" }, "PlantStoreApiError"],
  ])("when the service refuses the token with %s, and keeps the plant", async (_, fault, name) => {
    mock.failNext(fault);
    const { log, failure } = await send();
    expect(log).toEqual(["0 sending 0", expect.stringMatching(`^0 queued 1 ${name}: `)]);
    expect(failure).toMatchObject({ name });
  });

  const circle = new Error("a bug");
  circle.cause = circle;

  it.each([new TypeError("a bug"), circle, "a text", null, undefined])(
    "when your code fails with %o, and parks its plant, which may exist",
    async (bug) => {
      const createPlant = createClient();
      const { log, failure } = await send(async (plant) => {
        await createPlant(plant);
        throw bug;
      });
      expect(log).toEqual(["0 sending 0", `0 parked 1 ${bug}`]);
      expect(failure).toBe(bug);
    },
  );

  it("when your code fails with a value without text, whose plant stays in doubt", async () => {
    const bug = Object.create(null);
    const { states, failure } = await send(vi.fn().mockRejectedValue(bug));
    expect(states).toBe("sending queued queued queued queued queued");
    expect(failure).toBe(bug);
  });

  it.each<[Fault, string]>([
    [503, "parked"],
    [429, "queued"],
    [400, "refused"],
  ])("after three failures in a row with %i", async (status, state) => {
    mock.failNext({ delayMs: 0 }, status, status, status);
    const { states, failure } = await send();
    expect(states).toBe(`created ${state} ${state} ${state} queued queued`);
    expect(failure).toMatchObject({ status });
    expect(mock.requests).toHaveLength(4);
  });

  it("when claiming a plant fails, and doesn't send it", async () => {
    const { store } = createStore();
    const broken = new Error("The connection to the store is lost");
    const failing = { ...store, claim: () => Promise.reject(broken) };
    expect(await getRejection(sendQueued(plants, createClient(), failing))).toBe(broken);
    expect(mock.requests).toEqual([]);
  });

  it("when an outcome can't be saved, and leaves its plant in doubt", async () => {
    const { store, readStates } = createStore();
    const broken = new Error("The connection to the store is lost");
    const failing = { ...store, save: () => Promise.reject(broken) };
    expect(await getRejection(sendQueued(plants, createClient(), failing))).toBe(broken);
    expect(readStates()).toBe("sending queued queued queued queued queued");
    expect(mock.requests).toHaveLength(1);
  });

  it("and first saves the outcomes of the plants on their way", async () => {
    const { promise, resolve } = deferred();
    const createPlant = vi
      .fn()
      .mockRejectedValueOnce(new TypeError("a bug"))
      .mockReturnValueOnce(promise.then(() => ({ data: { name: "Fern" } })));
    const sending = send(createPlant, 2);
    await new Promise(setImmediate);
    resolve();
    expect((await sending).states).toBe("parked created queued queued queued queued");
  });
});

it("doesn't stop at failures with a success in between", async () => {
  const ok = { delayMs: 0 };
  mock.failNext(429, 429, ok, 429, 429);
  expect(await send()).toMatchObject({ states: "queued queued created queued queued created", failure: "none" });
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
  const client = createClient({ token: cacheToken(requestToken), fetch: service.fetch, ...renewal });
  const createPlant: PlantStoreClient["createPlant"] = (newPlant) => {
    if (++calls === 230) {
      valid = "";
    }
    return client(newPlant);
  };
  const newPlants = Array.from({ length: 500 }, (_, id) => ({ id, name: "Fern" }));
  const { store, readStates } = createStore(newPlants);
  await sendQueued(newPlants, createPlant, store, 50);
  expect(new Set(readStates().split(" "))).toEqual(new Set(["created"]));
  expect([service.plants.size, issued]).toEqual([500, 2]);
  expect(service.requests.filter(({ outcome }) => outcome === "refused")).not.toEqual([]);
});
