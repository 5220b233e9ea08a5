import {
  createPlantStoreClient,
  newPlantFormSchema,
  PlantStoreApiError,
  PlantStoreResponseError,
  PlantStoreTimeoutError,
  parsePlantId,
  unwrap,
} from "plant-store-sdk";
import { createPlantStoreMock, type Fault } from "plant-store-sdk/mocks";
import { afterEach, describe, expect, it, vi } from "vitest";

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("calls the token function before every attempt", async () => {
  const mock = createPlantStoreMock({ token: "token-2" });
  let count = 0;
  const signIn = { freshToken: async () => `token-${++count}` };
  vi.stubGlobal("fetch", mock.fetch);

  // #region client
  const client = createPlantStoreClient({
    baseUrl: "https://plants.example.com/v1",
    token: () => signIn.freshToken(), // called before every attempt
    timeoutMs: 5_000, // default: 30 seconds
    headers: { "x-request-source": "greenhouse" },
  });
  // #endregion

  expect((await client.createPlant({ id: 1, name: "Fern" })).error?.message).toBe("The access token is not valid.");
  expect((await client.createPlant({ id: 1, name: "Fern" })).data).toEqual({ name: "Fern" });
  expect(mock.requests.map(({ headers }) => headers["x-request-source"])).toEqual(["greenhouse", "greenhouse"]);
});

it("throws PlantStoreApiError from unwrap", async () => {
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
      console.log(`Error ${error.error}: ${error.message} (status ${error.status})`);
    }
  }
  // #endregion

  expect(log.mock.calls).toEqual([["Error 17: No room (status 400)"]]);
});

it("sends ids exactly", async () => {
  const mock = createPlantStoreMock();
  const client = createPlantStoreClient({ baseUrl: "https://a.example", token: "any", fetch: mock.fetch });

  // #region ids
  await client.createPlant({ id: 1042, name: "Fern" }); // a number, up to 2^53 − 1
  await client.createPlant({ id: 9007199254740993n, name: "Moss" }); // a bigint, for any int64
  await client.createPlant({ id: parsePlantId("9223372036854775807"), name: "Ivy" }); // text, from a form or a database
  // #endregion

  expect(mock.plants.all().map(({ id }) => id)).toEqual([1042n, 9007199254740993n, 9223372036854775807n]);
});

describe("a call", () => {
  const newPlant = { id: 1042, name: "Fern" };

  function startCall(...faults: Fault[]) {
    const mock = createPlantStoreMock();
    mock.failNext(...faults);
    const client = createPlantStoreClient({ baseUrl: "https://a.example", token: "any", fetch: mock.fetch });
    const page = new AbortController();
    const call = async () => {
      // #region call
      await client.createPlant(newPlant, {
        signal: page.signal, // cancels the call when the user leaves the page
        timeoutMs: 2_000, // overrides the client's timeout for this call
        retries: 2,
      });
      // #endregion
    };
    return { mock, page, outcome: call().catch((error: unknown) => error) };
  }

  it("rejects with the reason of its signal", async () => {
    const { mock, page, outcome } = startCall("timeout");
    await vi.waitUntil(() => mock.requests.length === 1);
    page.abort(new Error("The page was left."));
    expect(await outcome).toEqual(new Error("The page was left."));
  });

  it("rejects with PlantStoreTimeoutError after timeoutMs", async () => {
    vi.useFakeTimers();
    const { mock, outcome } = startCall("timeout");
    await vi.advanceTimersByTimeAsync(1_999);
    expect(await Promise.race([outcome, "pending"])).toBe("pending");
    await vi.advanceTimersByTimeAsync(1);
    expect(await outcome).toBeInstanceOf(PlantStoreTimeoutError);
    expect(mock.requests).toHaveLength(1);
  });

  it("retries twice", async () => {
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

it("turns the text of a form into a NewPlant", async () => {
  const mock = createPlantStoreMock();
  const client = createPlantStoreClient({ baseUrl: "https://a.example", token: "any", fetch: mock.fetch });
  const messages: Record<string, string> = {};
  const showMessage = (field: string, message: string) => {
    messages[field] = message;
  };
  const submit = async (formData: FormData) => {
    // #region form
    const result = await newPlantFormSchema["~standard"].validate(Object.fromEntries(formData));
    if (result.issues) {
      for (const { path, message } of result.issues) {
        showMessage(String(path?.[0]), message); // such as "name", "Enter a name"
      }
    } else {
      await client.createPlant(result.value);
    }
    // #endregion
  };
  const form = new FormData();
  form.set("id", " 9007199254740993 ");
  form.set("name", "");
  form.set("tag", "");
  await submit(form);
  expect(messages).toEqual({ name: "Enter a name" });

  form.set("name", "Fern");
  await submit(form);
  expect(mock.plants.all()).toEqual([{ id: 9007199254740993n, name: "Fern" }]);
});

it("waits as long as retryDelayMs returns", async () => {
  vi.useFakeTimers();
  const mock = createPlantStoreMock();
  const { baseUrl, token, fetch } = { baseUrl: "https://a.example", token: "any", fetch: mock.fetch };

  // #region retries
  const client = createPlantStoreClient({
    baseUrl,
    token,
    fetch,
    retries: 3,
    retryDelayMs: (retry) => retry * 200, // 200 ms, 400 ms, 600 ms
  });
  // #endregion

  mock.failNext("connection", "connection", "connection");
  const started = Date.now();
  const call = client.createPlant({ id: 1, name: "Fern" });
  await vi.runAllTimersAsync();
  expect((await call).data).toEqual({ name: "Fern" });
  expect(Date.now() - started).toBe(200 + 400 + 600);
});

it("calls hooks for every attempt", async () => {
  const mock = createPlantStoreMock();
  const log = vi.spyOn(console, "log").mockReturnValue();
  const { baseUrl, token, fetch } = { baseUrl: "https://a.example", token: "any", fetch: mock.fetch };

  // #region hooks
  const client = createPlantStoreClient({
    baseUrl,
    token,
    fetch,
    hooks: [
      {
        onRequest({ method, url, headers, attempt, id }) {
          headers.set("x-request-id", id);
          console.log(`Attempt ${attempt}: ${method} ${url}`);
        },
        onResponse({ response, attempt }) {
          console.log(`Attempt ${attempt}: ${response.status}`);
        },
      },
    ],
  });
  // #endregion

  await client.createPlant({ id: 1, name: "Fern" });
  expect(log.mock.calls).toEqual([["Attempt 1: POST https://a.example/plants"], ["Attempt 1: 200"]]);
  expect(mock.requests[0]?.headers["x-request-id"]).toMatch(/^[\da-z]+-\d+$/);
});
