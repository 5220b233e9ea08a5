import { type NewPlant, type PlantStoreClient, sendOnce, unwrap } from "plant-store-sdk";
import { describe, expect, it, type Mock, vi } from "vitest";
import { deferred } from "../support/deferred.ts";
import { fern } from "../support/fern.ts";
import { getRejection } from "../support/get-rejection.ts";
import { created, failed, html, lost, type Outcome, refused, scriptedFetch } from "../support/scripted-fetch.ts";
import { createTestClient, never, type TestOptions } from "../support/test-client.ts";

/** A `createPlant` that sends once, and what it has sent. */
function setUp(script: Parameters<typeof scriptedFetch>, options: TestOptions = {}) {
  const { fetch, sent } = scriptedFetch(...script);
  return { createPlant: sendOnce(createTestClient({ ...options, fetch }).createPlant), sent };
}

/** The result or the rejection of a call. */
const outcomeOf = (call: Promise<unknown>): Promise<unknown> => call.catch((error: unknown) => error);

const neverConnected: Outcome = () => {
  throw new TypeError("fetch failed", { cause: Object.assign(new Error("no"), { syscall: "connect" }) });
};

/** Outcomes that may have created the plant. */
const IN_DOUBT: readonly [name: string, Outcome, TestOptions?][] = [
  ["a lost connection", lost],
  ["an Error with the status 503", failed(503)],
  ["an Error with the status 408", failed(408)],
  ["a page with the status 502", html(502)],
  ["a timeout", () => never, { timeoutMs: 50 }],
  ["a 429 after a lost connection", lost, { retries: 1, shouldRetry: () => true, retryDelayMs: () => 0 }],
];

describe("while a plant is being sent", () => {
  it("a call with its id returns the same outcome", async () => {
    const { promise, resolve } = deferred();
    const { createPlant, sent } = setUp([() => promise.then(created)]);
    const calls = [createPlant(fern), createPlant({ ...fern, name: "Moss" }, { retries: 3 })];
    resolve();
    const [first, second] = await Promise.all(calls);
    expect(first).toMatchObject({ data: { name: "Fern" } });
    expect(second).toBe(first);
    expect(sent).toHaveLength(1);
  });

  it("a plant with another id is sent", async () => {
    const { createPlant, sent } = setUp([created]);
    await Promise.all([createPlant(fern), createPlant({ ...fern, id: 2 })]);
    expect(sent).toHaveLength(2);
  });

  it("its id isn't forgotten, however many others are in doubt", async () => {
    const { promise, resolve } = deferred();
    const { fetch } = scriptedFetch(() => promise.then(created));
    const send = vi.fn(createTestClient({ fetch }).createPlant);
    const createPlant = sendOnce(send);
    const first = createPlant(fern);
    await fillMemory(createPlant, send);
    const second = createPlant(fern);
    resolve();
    expect(await second).toBe(await first);
    expect(send).toHaveBeenCalledTimes(10_001);
  });
});

describe("once a plant may exist", () => {
  it.each(IN_DOUBT)("a call with its id returns the first outcome for good: %s", async (_, outcome, options) => {
    const { createPlant, sent } = setUp([outcome, failed(429), created], options);
    const first = await outcomeOf(createPlant(fern));
    const count = sent.length;
    for (let repeat = 0; repeat < 3; repeat++) {
      expect(await outcomeOf(createPlant({ ...fern, name: "Moss" }))).toBe(first);
    }
    expect(first).toMatchObject({ mayHaveBeenCreated: true });
    expect(sent).toHaveLength(count);
  });

  it("an abort of the first caller is the outcome of all", async () => {
    const { createPlant, sent } = setUp([() => never]);
    const controller = new AbortController();
    const calls = [createPlant(fern, { signal: controller.signal }), createPlant(fern)].map(getRejection);
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    controller.abort();
    const [first, second] = await Promise.all(calls);
    expect(first).toMatchObject({ name: "AbortError", mayHaveBeenCreated: true });
    expect(second).toBe(first);
    expect(await getRejection(createPlant(fern))).toBe(first);
    expect(sent).toHaveLength(1);
  });

  it("unwrap throws its Error for each call", async () => {
    const { createPlant, sent } = setUp([failed(503), created]);
    for (let repeat = 0; repeat < 3; repeat++) {
      const error = await getRejection(createPlant(fern).then(unwrap));
      expect(error).toMatchObject({ name: "PlantStoreApiError", mayHaveBeenCreated: true });
    }
    expect(sent).toHaveLength(1);
  });
});

describe("once a plant was created", () => {
  it("a call with the same fields returns the first result", async () => {
    const { createPlant, sent } = setUp([created]);
    const first = await createPlant(fern);
    expect(await createPlant({ tag: undefined, name: fern.name, id: BigInt(fern.id) })).toBe(first);
    expect(sent).toHaveLength(1);
  });

  it("the latest 1,000 are remembered", async () => {
    const { createPlant, sent } = setUp([created]);
    for (let id = 0; id <= 1_000; id++) {
      await createPlant({ ...fern, id });
    }
    await createPlant({ ...fern, id: 1 });
    expect(sent).toHaveLength(1_001);
    await createPlant({ ...fern, id: 0 });
    expect(sent).toHaveLength(1_002);
  });

  it.each([
    [1_000, 1],
    [1_001, 2],
  ])("one of %i characters as JSON is sent %i times", async (length, times) => {
    const { createPlant, sent } = setUp([created]);
    const plant = { id: 1, name: "F".repeat(length - '{"id":1,"name":""}'.length) };
    await createPlant(plant);
    await createPlant(plant);
    expect(sent).toHaveLength(times);
  });
});

describe("a plant is sent again", () => {
  it.each<[string, Outcome, TestOptions?]>([
    ["the service refused it", refused],
    ["the service was busy", failed(429)],
    ["no connection was made", neverConnected],
    ["the token function failed", created, { token: vi.fn(() => "a-token").mockImplementationOnce(() => "") }],
    ["a hook failed", created, { hooks: [{ onRequest: vi.fn().mockRejectedValueOnce(new Error("a bug")) }] }],
  ])("if %s", async (_, outcome, options) => {
    const { createPlant } = setUp([outcome, created], options);
    expect(await outcomeOf(createPlant(fern))).toMatchObject({ mayHaveBeenCreated: false });
    expect(await createPlant(fern)).toMatchObject({ data: { name: "Fern" } });
  });

  it.each([{ name: "Moss" }, { tag: "indoor" }, { id: 2 }])(
    "if it differs from one that was created: %o",
    async (other) => {
      const { createPlant, sent } = setUp([created]);
      await createPlant(fern);
      await createPlant({ ...fern, ...other });
      expect(sent).toHaveLength(2);
    },
  );

  it("if an option was invalid", async () => {
    const { createPlant } = setUp([created]);
    await expect(createPlant(fern, { retries: -1 })).rejects.toThrow(TypeError);
    expect(await createPlant(fern)).toMatchObject({ data: { name: "Fern" } });
  });

  it("by the client itself", async () => {
    const { fetch, sent } = scriptedFetch(lost, created);
    const client = createTestClient({ fetch });
    await getRejection(sendOnce(client.createPlant)(fern));
    expect(await client.createPlant(fern)).toMatchObject({ data: { name: "Fern" } });
    expect(sent).toHaveLength(2);
  });

  it("by another function that sends once", async () => {
    const { fetch, sent } = scriptedFetch(lost, created);
    const client = createTestClient({ fetch });
    await getRejection(sendOnce(client.createPlant)(fern));
    await sendOnce(client.createPlant)(fern);
    expect(sent).toHaveLength(2);
  });
});

it.each([
  [7, 7n],
  [0, -0],
  [-(2n ** 63n), -(2n ** 63n)],
])("compares ids by value: %s and %s", async (first, second) => {
  const { createPlant, sent } = setUp([lost]);
  await getRejection(createPlant({ ...fern, id: first }));
  await getRejection(createPlant({ ...fern, id: second }));
  expect(sent).toHaveLength(1);
});

it.each([
  [2n ** 53n, 2n ** 53n + 1n],
  [7, -7],
])("tells ids apart: %s and %s", async (first, second) => {
  const { createPlant, sent } = setUp([lost]);
  await getRejection(createPlant({ ...fern, id: first }));
  await getRejection(createPlant({ ...fern, id: second }));
  expect(sent).toHaveLength(2);
});

describe("a NewPlant that isn't sent", () => {
  it.each<[string, unknown]>([
    ["no object", null],
    ["no name", { id: 1 }],
    ["an id as text", { ...fern, id: "1" }],
    ["an id beyond int64", { ...fern, id: 2n ** 63n }],
  ])("rejects with PlantStoreInputError, also beside a plant in doubt: %s", async (_, newPlant) => {
    const { createPlant, sent } = setUp([lost]);
    await getRejection(createPlant(fern));
    const error = await getRejection(createPlant(newPlant as NewPlant));
    expect(error).toMatchObject({ name: "PlantStoreInputError", mayHaveBeenCreated: false });
    expect(sent).toHaveLength(1);
  });

  it("rejects for its own reason, also beside another one", async () => {
    const { createPlant } = setUp([created]);
    const reject = (newPlant: object) => getRejection(createPlant(newPlant as NewPlant));
    expect(await Promise.all([{ id: 1 }, { name: "Fern" }].map(reject))).toMatchObject([
      { message: "Invalid newPlant: name is required" },
      { message: "Invalid newPlant: id is required" },
    ]);
  });

  it("rejects with what its getter throws", async () => {
    const { createPlant } = setUp([created]);
    const bug = new Error("a bug");
    const newPlant = {
      name: "Fern",
      get id(): number {
        throw bug;
      },
    };
    expect(await getRejection(createPlant(newPlant))).toBe(bug);
  });
});

it("passes the plant and the options on", async () => {
  const createPlant = vi.fn<PlantStoreClient["createPlant"]>(createTestClient({ fetch: created }).createPlant);
  const options = { timeoutMs: 5_000 };
  await sendOnce(createPlant)(fern, options);
  expect(createPlant.mock.calls).toEqual([[fern, options]]);
});

it("keeps the caller's frame in the stack of an error", async () => {
  const { createPlant } = setUp([lost]);
  async function addFern() {
    await createPlant(fern);
  }
  expect(await getRejection(addFern())).toHaveProperty("stack", expect.stringContaining("addFern"));
});

type CreatePlant = PlantStoreClient["createPlant"];

/** Puts 10,000 ids in doubt, from 2 to 10,001. `send` is what `createPlant` sends with. */
async function fillMemory(createPlant: CreatePlant, send: Mock<CreatePlant>) {
  const inDoubt = await createTestClient({ fetch: failed(503) }).createPlant(fern);
  send.mockResolvedValue(inDoubt);
  for (let id = 2; id <= 10_001; id++) {
    await createPlant({ ...fern, id });
  }
}

it("remembers the latest 10,000 ids in doubt", async () => {
  const send = vi.fn(createTestClient({ fetch: failed(503) }).createPlant);
  const createPlant = sendOnce(send);
  await createPlant(fern);
  await fillMemory(createPlant, send);
  await createPlant({ ...fern, id: 2 });
  await createPlant({ ...fern, id: 10_001 });
  expect(send).toHaveBeenCalledTimes(10_001);
  await createPlant(fern);
  expect(send).toHaveBeenCalledTimes(10_002);
});
