import {
  createPlantStoreClient,
  type Hooks,
  PlantStoreConnectionError,
  PlantStoreError,
  unwrap,
} from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

const mock = createPlantStoreMock();
const { fetch } = mock;
const baseUrl = "https://plants.example.com/v1";
const token = "my-access-token";
const newPlant = { id: 1042, name: "Fern" };

const useFakeTimers = () => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date", "performance"] });

beforeEach(() => mock.reset());
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("calls the token function for each attempt", async () => {
  vi.stubGlobal("fetch", fetch);
  const signIn = { getToken: vi.fn(async () => token) };

  // #region token
  const client = createPlantStoreClient({
    baseUrl: "https://plants.example.com/v1",
    token: () => signIn.getToken(), // called for each attempt, so that it can renew a token
  });
  // #endregion

  mock.failNext("unreachable");
  await client.createPlant(newPlant, { retries: 1, retryDelayMs: () => 0 });
  expect(signIn.getToken).toHaveBeenCalledTimes(2);
});

it("stops a call after timeoutMs, or when its signal aborts", async () => {
  useFakeTimers();
  const client = createPlantStoreClient({ baseUrl, token, fetch });
  const page = new AbortController();
  const call = async () => {
    // #region timeout
    await client.createPlant(newPlant, {
      timeoutMs: 5_000, // then throws PlantStoreTimeoutError. The default is 30 seconds
      signal: page.signal, // throws PlantStoreAbortError when it aborts, such as when the user leaves the page
    });
    // #endregion
  };

  mock.failNext("timeout", "timeout");
  const timedOut = expect(call()).rejects.toThrow("timed out after 5000 ms");
  await vi.advanceTimersByTimeAsync(5_000);
  await timedOut;
  const aborted = expect(call()).rejects.toMatchObject({ name: "AbortError", cause: "left" });
  page.abort("left");
  await aborted;
});

it("retries only what can't have created the plant", async () => {
  const client = createPlantStoreClient({ baseUrl, token, fetch, retries: 3 });
  useFakeTimers();
  mock.failNext({ error: 1, message: "Slow down", status: 429 }, "connection");
  const call = expect(client.createPlant(newPlant)).rejects.toMatchObject({ attempts: 2, mayHaveBeenCreated: true });
  await vi.runAllTimersAsync();
  await call;
});

it("calls the hooks of each attempt", async () => {
  const log = vi.spyOn(console, "log").mockReturnValue();

  vi.stubGlobal("fetch", fetch);

  // #region hooks
  const hooks: Hooks = {
    onRequest: ({ headers, id }) => headers.set("x-request-id", id),
    onResponse: ({ id, response, durationMs }) => console.log(id, response.status, durationMs),
    onError: ({ id, error, durationMs }) => console.log(id, error, durationMs),
  };
  const client = createPlantStoreClient({ baseUrl, token, hooks: [hooks] });
  // #endregion

  mock.failNext("unreachable");
  await client.createPlant(newPlant, { retries: 1, retryDelayMs: () => 0 });
  const [failed, created] = mock.requests.map(({ headers }) => headers["x-request-id"]);
  expect(log.mock.calls).toEqual([
    [failed, expect.any(PlantStoreConnectionError), expect.any(Number)],
    [created, 200, expect.any(Number)],
  ]);
});

it("tells from an error whether the plant may exist", async () => {
  const log = vi.spyOn(console, "log").mockReturnValue();
  const client = createPlantStoreClient({ baseUrl, token, fetch });

  // #region errors
  try {
    const plant = await client.createPlant(newPlant).then(unwrap);
    console.log(`Created: ${plant.name}`);
  } catch (error) {
    if (!(error instanceof PlantStoreError)) {
      throw error; // a bug
    } else if (error.mayHaveBeenCreated) {
      console.error("The plant may exist. Don't send it again before somebody has looked:", error.message);
    } else if (error.isTransient) {
      console.error("Nothing was created. Send it again later:", error.message);
    } else {
      console.error("It can't succeed as it is:", error.message);
    }
  }
  // #endregion

  expect(log.mock.calls).toEqual([["Created: Fern"]]);
});
