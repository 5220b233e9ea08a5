import { createPlantStoreClient, PlantStoreConnectionError, PlantStoreTimeoutError } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { afterEach, expect, it, vi } from "vitest";

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const baseUrl = "https://plants.example.com/v1";
const token = "my-access-token";
const newPlant = { id: 1042, name: "Fern" };

it("calls the token function for each attempt", async () => {
  const mock = createPlantStoreMock({ token: "token-2" });
  vi.stubGlobal("fetch", mock.fetch);
  let count = 0;
  const signIn = { getToken: async () => `token-${++count}` };

  // #region token
  const client = createPlantStoreClient({
    baseUrl: "https://plants.example.com/v1",
    token: () => signIn.getToken(), // called for each attempt, so that it can renew a token
  });
  // #endregion

  expect((await client.createPlant(newPlant)).error?.message).toBe("The access token is not valid.");
  expect((await client.createPlant(newPlant)).data).toEqual({ name: "Fern" });
});

it("stops a call after timeoutMs, or when its signal aborts", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date", "performance"] });
  const mock = createPlantStoreMock();
  const client = createPlantStoreClient({ baseUrl, token, fetch: mock.fetch });
  const start = () => {
    const page = new AbortController();
    const call = async () => {
      // #region timeout
      await client.createPlant(newPlant, {
        timeoutMs: 5_000, // then throws PlantStoreTimeoutError. The default is 30 seconds
        signal: page.signal, // rejects with the signal's reason, such as when the user leaves the page
      });
      // #endregion
    };
    return { page, outcome: call().catch((error: unknown) => error) };
  };

  mock.failNext("timeout", "timeout");
  const { outcome } = start();
  await vi.advanceTimersByTimeAsync(4_999);
  expect(await Promise.race([outcome, "pending"])).toBe("pending");
  await vi.advanceTimersByTimeAsync(1);
  expect(await outcome).toBeInstanceOf(PlantStoreTimeoutError);

  const left = start();
  left.page.abort("left");
  expect(await left.outcome).toBe("left");
});

it("retries only what can't have created the plant", async () => {
  const { fetch, ...mock } = createPlantStoreMock();

  // #region retries
  const client = createPlantStoreClient({
    baseUrl,
    token,
    fetch,
    retries: 3,
    shouldRetry: ({ isTransient, mayHaveBeenCreated }) => isTransient && !mayHaveBeenCreated,
  });
  // #endregion

  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date", "performance"] });
  mock.failNext({ error: 1, message: "Slow down", status: 429 });
  const call = client.createPlant(newPlant);
  await vi.runAllTimersAsync();
  expect((await call).data).toEqual({ name: "Fern" });

  mock.failNext("connection");
  await expect(client.createPlant(newPlant)).rejects.toThrow(PlantStoreConnectionError);
  expect(mock.plants.size).toBe(1);
});

it("calls the hooks of each attempt", async () => {
  const mock = createPlantStoreMock();
  const { fetch } = mock;
  const log = vi.spyOn(console, "log").mockReturnValue();

  // #region hooks
  const client = createPlantStoreClient({
    baseUrl,
    token,
    fetch,
    hooks: [
      {
        onRequest: ({ headers, id }) => headers.set("x-request-id", id),
        onResponse: ({ id, response, durationMs }) => console.log(id, response.status, durationMs),
        onError: ({ id, error, durationMs }) => console.log(id, error, durationMs),
      },
    ],
  });
  // #endregion

  mock.failNext("connection");
  await expect(client.createPlant(newPlant)).rejects.toThrow(PlantStoreConnectionError);
  await client.createPlant(newPlant);
  const [failed, created] = mock.requests.map(({ headers }) => headers["x-request-id"]);
  expect(log.mock.calls).toEqual([
    [failed, expect.any(PlantStoreConnectionError), expect.any(Number)],
    [created, 200, expect.any(Number)],
  ]);
});
