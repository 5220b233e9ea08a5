import { createPlantStoreClient, PlantStoreConnectionError } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

const mock = createPlantStoreMock();
const baseUrl = "https://plants.example.com/v1";
const token = "my-access-token";

const useFakeTimers = () => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date", "performance"] });

beforeEach(() => mock.reset());
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("asks for a token for each attempt", async () => {
  const session = vi.fn<typeof globalThis.fetch>(async () => new Response("my-access-token"));
  vi.stubGlobal("fetch", (url: string, init?: RequestInit) =>
    url === "/session/token" ? session(url, init) : mock.fetch(url, init),
  );
  const fiveSeconds = new AbortController().signal;
  vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => (ms === 5_000 ? fiveSeconds : expect.fail()));
  mock.failNext("unreachable");

  // #region token
  const client = createPlantStoreClient({
    baseUrl: "https://plants.example.com/v1",
    token: async () => {
      const signal = AbortSignal.timeout(5_000); // a token that comes late leaves no time for the plant
      const response = await fetch("/session/token", { signal }); // for each attempt, so that it can renew a token
      if (!response.ok) {
        throw new Error(`The session has no token: status ${response.status}`);
      }
      return response.text();
    },
  });
  // #endregion

  await client.createPlant({ id: 1042, name: "Fern" }, { retries: 1, retryDelayMs: () => 0 });
  expect(session.mock.calls).toEqual(Array(2).fill(["/session/token", { signal: fiveSeconds }]));
});

it.each<{ when: string; end: (leaving: AbortController) => unknown; name: string }>([
  { when: "after timeoutMs", end: () => vi.advanceTimersByTimeAsync(5_000), name: "PlantStoreTimeoutError" },
  { when: "when its signal aborts", end: (leaving) => leaving.abort(), name: "AbortError" },
])("stops a call $when", async ({ end, name }) => {
  useFakeTimers();
  const client = createPlantStoreClient({ baseUrl, token, fetch: mock.fetch });
  mock.failNext("timeout");

  // #region timeout
  const leaving = new AbortController(); // call leaving.abort() when the user leaves the page
  const call = client.createPlant(
    { id: 1042, name: "Fern" },
    {
      timeoutMs: 5_000, // then rejects with PlantStoreTimeoutError. The default is 30 seconds
      signal: leaving.signal, // rejects with PlantStoreAbortError when it aborts
    },
  );
  // #endregion

  const rejects = expect(call).rejects.toMatchObject({ name });
  await end(leaving);
  await rejects;
});

it("retries only what can't have created the plant", async () => {
  const client = createPlantStoreClient({ baseUrl, token, fetch: mock.fetch, retries: 3 });
  useFakeTimers();
  mock.failNext({ error: 1, message: "Slow down", status: 429 }, "connection");
  const call = expect(client.createPlant({ id: 1042, name: "Fern" })).rejects.toMatchObject({
    attempts: 2,
    mayHaveBeenCreated: true,
  });
  await vi.runAllTimersAsync();
  await call;
});

it("calls the hooks of each attempt", async () => {
  const log = vi.spyOn(console, "log").mockReturnValue();

  vi.stubGlobal("fetch", mock.fetch);

  // #region hooks
  const client = createPlantStoreClient({
    baseUrl: "https://plants.example.com/v1",
    token: "your-access-token",
    hooks: [
      {
        onRequest: ({ headers, id }) => headers.set("x-request-id", id),
        onEnd: ({ id, response, error, durationMs }) => console.log(id, error ?? response?.status, durationMs),
      },
    ],
  });
  // #endregion

  mock.failNext("unreachable");
  await client.createPlant({ id: 1042, name: "Fern" }, { retries: 1, retryDelayMs: () => 0 });
  const [failed, created] = mock.requests.map(({ headers }) => headers["x-request-id"]);
  expect(log.mock.calls).toEqual([
    [failed, expect.any(PlantStoreConnectionError), expect.any(Number)],
    [created, 200, expect.any(Number)],
  ]);
});

it("creates a plant with the code that shows the decisions", async () => {
  vi.stubGlobal("fetch", mock.fetch);
  const log = vi.spyOn(console, "log").mockReturnValue();
  await import("./create-fern.js");
  expect(log.mock.calls).toEqual([["Created: Fern"]]);
});
