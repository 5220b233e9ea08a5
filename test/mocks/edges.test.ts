import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { describe, expect, it } from "vitest";
import { createPlantStore, createSeed } from "../../mocks/store.ts";

const URL = "https://plants.example.com/plants";
const BODY = '{"id":1,"name":"Fern"}';

function send(
  mock: ReturnType<typeof createPlantStoreMock>,
  fields: Record<string, string> = {},
  url = URL,
): Promise<Response> {
  const headers = { authorization: "Bearer any-token", "content-type": "application/json", ...fields };
  return mock.fetch(url, { method: "POST", headers, body: BODY });
}

describe("PlantStore.latest", () => {
  it("returns the latest plants in order of creation", () => {
    const store = createPlantStore({
      duplicateIds: "accept",
      seed: createSeed([]),
      initial: createSeed([]),
      onChange() {},
    });
    store.plants.add({ id: 1, name: "a" }, { id: 2, name: "b" }, { id: 3, name: "c" });
    expect(store.latest(2)).toEqual([
      { id: 2n, name: "b" },
      { id: 3n, name: "c" },
    ]);
    store.plants.add({ id: 4, name: "d" });
    expect(store.latest(2)).toEqual([
      { id: 3n, name: "c" },
      { id: 4n, name: "d" },
    ]);
    expect(store.latest(9)).toHaveLength(4);
  });
});

describe("a recorded request", () => {
  it.each([
    ["a token of 7 characters, which may be a word, in its URL", "abcdefg", `${URL}?q=abcdefg`],
    ["no token of 8 characters in its URL", "abcdefgh", `${URL}?q=[redacted]`],
  ])("has %s", async (_, token, url) => {
    const mock = createPlantStoreMock();
    await send(mock, { authorization: `Bearer ${token}` }, `${URL}?q=${token}`);
    expect(mock.requests[0]?.url).toBe(url);
  });

  it("has its URL unchanged without an Authorization header", async () => {
    const mock = createPlantStoreMock();
    await mock.fetch(`${URL}?q=Stryker`, { method: "POST", body: BODY });
    expect(mock.requests[0]?.url).toBe(`${URL}?q=Stryker`);
  });
});

describe("the operation (I1, I2)", () => {
  it("is named in the 404 of another path", async () => {
    const response = await createPlantStoreMock().fetch("https://plants.example.com/ferns");
    expect(await response.json()).toEqual({
      error: 404,
      message: "Not found. The only operation is POST */plants.",
    });
  });

  it("may have an http base URL with trailing slashes", async () => {
    const mock = createPlantStoreMock({ baseUrl: "http://plants.example.com/v1//" });
    expect((await send(mock, {}, "http://plants.example.com/v1/plants")).status).toBe(200);
    expect(await (await mock.fetch("http://plants.example.com/plants")).json()).toMatchObject({
      message: expect.stringContaining("POST http://plants.example.com/v1/plants"),
    });
  });

  it.each([
    ["shttps://plants.example.com", "baseUrl must start with http:// or https://"],
    ["ftp://plants.example.com", "baseUrl must start with http:// or https://"],
    ["/v1", "baseUrl must be an absolute URL"],
    ["https://user:password@plants.example.com", "baseUrl must not contain a user name or password"],
    ["https://plants.example.com/plants", "baseUrl must not end in /plants, which is added to it"],
  ])("can't have the base URL %s", (baseUrl, problem) => {
    expect(() => createPlantStoreMock({ baseUrl })).toThrow(`Invalid options: ${problem}`);
  });

  it("matches only POST", () => {
    const mock = createPlantStoreMock();
    expect(mock.matches({ method: "POST", url: URL })).toBe(true);
    expect(mock.matches({ method: "GET", url: URL })).toBe(false);
  });
});

it("says that the mock closed the connection", async () => {
  const mock = createPlantStoreMock();
  mock.failNext("connection");
  await expect(send(mock)).rejects.toMatchObject({
    message: "fetch failed",
    cause: { message: "the mock closed the connection: a fault or a reset" },
  });
});

it("names the invalid plant of its options", () => {
  const plants = [
    { id: 1, name: "Fern" },
    { id: 0.5, name: "Moss" },
  ];
  expect(() => createPlantStoreMock({ plants })).toThrow(
    "Invalid options: plants[1]: id must be an integer from -9223372036854775808 to 9223372036854775807",
  );
});

describe("failNext", () => {
  it.each<[string, unknown]>([
    ["an unknown name", "conection"],
    ["undefined", undefined],
    ["an Error without a message", { error: 7 }],
    ["an Error whose value is a string", { error: "7", message: "no" }],
    ["an Error with a status beyond 599", { error: 7, message: "no", status: 600 }],
    ["an Error with a status below 200", { error: 7, message: "no", status: 199 }],
    ["an Error with a status that allows no body", { error: 7, message: "no", status: 204 }],
    ["an Error with a fraction as status", { error: 7, message: "no", status: 400.5 }],
    ["a delay that is a string", { delayMs: "5" }],
    ["a negative delay", { delayMs: -1 }],
  ])("refuses %s, and queues nothing", async (_, fault) => {
    const mock = createPlantStoreMock();
    expect(() => mock.failNext("html", fault as "html")).toThrow(TypeError);
    expect((await send(mock)).status).toBe(200);
  });

  it.each([200, 599])("accepts the status %i", async (status) => {
    const mock = createPlantStoreMock();
    mock.failNext({ error: 7, message: "no", status });
    expect((await send(mock)).status).toBe(status);
  });
});

it.each<[string, object, string]>([
  ["a number as token", { token: 5 }, "token must be a string, an array of strings or a function"],
  ["null as token", { token: null }, "token must be a string, an array of strings or a function"],
  ["an object as token", { token: {} }, "token must be a string, an array of strings or a function"],
  ["an empty token", { token: "" }, "token is required"],
  ["an empty token among several", { token: ["a", ""] }, "token is required"],
  ["a token with its scheme", { token: "Bearer abc" }, 'token must not include "Bearer ": pass the token alone'],
  ["a delay that is a string", { delayMs: "5" }, "delayMs must be a number of milliseconds from 0 to 2147483647"],
  ["a misspelled option", { delay: 5 }, "unknown option delay, did you mean delayMs?"],
  [
    "a storage without methods",
    { storage: {} },
    "storage must have the methods getItem and setItem, such as sessionStorage",
  ],
  [
    "a storage without setItem",
    { storage: { getItem: () => null } },
    "storage must have the methods getItem and setItem, such as sessionStorage",
  ],
  [
    "a storage without getItem",
    { storage: { setItem: () => {} } },
    "storage must have the methods getItem and setItem, such as sessionStorage",
  ],
  ["a storage key that isn't a string", { storageKey: 5 }, "storageKey must be a string"],
  [
    "several problems",
    { delay: 5, token: "", storageKey: 5 },
    "unknown option delay, did you mean delayMs?; token is required; storageKey must be a string",
  ],
  ["null", null as never, "they must be an object"],
])("throws for %s", (_, options, problem) => {
  expect(() => createPlantStoreMock(options)).toThrow(new TypeError(`Invalid options: ${problem}`));
});

it("accepts the default of each option", async () => {
  const mock = createPlantStoreMock({ baseUrl: "*", token: undefined, plants: [], duplicateIds: "accept", delayMs: 0 });
  mock.plants.add({ id: 1, name: "Fern" }, { id: 1, name: "Moss" });
  expect((await send(mock)).status).toBe(200);
});

it("ignores options of a polluted prototype", async () => {
  Object.assign(Object.prototype, { token: "polluted", delayMs: -1 });
  try {
    const mock = createPlantStoreMock();
    mock.failNext("html");
    expect((await send(mock)).status).toBe(502);
    expect((await send(mock)).status).toBe(200);
  } finally {
    Reflect.deleteProperty(Object.prototype, "token");
    Reflect.deleteProperty(Object.prototype, "delayMs");
  }
});

it("accepts every Latin-1 token", async () => {
  const token = "tök§n";
  expect((await send(createPlantStoreMock({ token }), { authorization: `Bearer ${token}` })).status).toBe(200);
});

describe("a body that never ends", () => {
  const stalled = (signal?: AbortSignal) =>
    ({
      method: "POST",
      body: new ReadableStream(),
      duplex: "half",
      ...(signal && { signal }),
    }) satisfies RequestInit & { duplex: "half" };

  it("ends with an abort", async () => {
    const mock = createPlantStoreMock();
    const controller = new AbortController();
    const response = mock.fetch(URL, stalled(controller.signal));
    controller.abort(new Error("enough"));
    await expect(response).rejects.toThrow("enough");
    expect(mock.requests[0]?.outcome).toBe("aborted");
  });

  it("ends with a reset", async () => {
    const mock = createPlantStoreMock();
    const response = mock.fetch(URL, stalled());
    mock.reset();
    await expect(response).rejects.toThrow("fetch failed");
  });
});

it("ends a fault function that resets the mock", async () => {
  const mock = createPlantStoreMock();
  mock.failNext(() => {
    mock.reset();
    return new Promise(() => {});
  });
  await expect(send(mock)).rejects.toThrow("fetch failed");
});

it.each(["http://[", "https://user:password@plants.example.com/plants", "data:text/plain,plants"])(
  "handles the URL %s like a Request with that URL",
  async (url) => {
    const mock = createPlantStoreMock({ baseUrl: "https://plants.example.com" });
    const outcome = (response: Promise<Response>) =>
      response.then(
        ({ status }) => status,
        ({ name }) => name,
      );
    const viaRequest = outcome(Promise.resolve().then(() => mock.fetch(new Request(url, { method: "POST" }))));
    expect(await outcome(mock.fetch(url, { method: "POST" }))).toBe(await viaRequest);
    expect(mock.plants.size).toBe(0);
  },
);

it("refuses initial plants that share an id when duplicateIds is reject, and names the id", () => {
  const plants = [
    { id: 1, name: "Fern" },
    { id: 2, name: "Moss" },
    { id: 2n, name: "Ivy" },
  ];
  expect(() => createPlantStoreMock({ plants, duplicateIds: "reject" })).toThrow(
    'Invalid options: plants: the id 2 is in use, and duplicateIds is "reject"',
  );
  expect(createPlantStoreMock({ plants }).plants.size).toBe(3);
});

it("keeps a fault that is queued while a body arrives for the next request", async () => {
  const mock = createPlantStoreMock();
  const headers = { authorization: "Bearer any-token", "content-type": "application/json" };
  const response = mock.fetch(new Request(URL, { method: "POST", headers, body: '{"id":1,"name":"Fern"}' }));
  mock.failNext("html");
  expect((await response).status).toBe(200);
  expect((await send(mock)).status).toBe(502);
});

it.each([
  ["a status", { headers: new Headers(), arrayBuffer: async () => new ArrayBuffer(0) }],
  ["headers", { status: 200, arrayBuffer: async () => new ArrayBuffer(0) }],
  ["arrayBuffer", { status: 200, headers: new Headers() }],
])("refuses what a fault function returns without %s", async (_, returned) => {
  const mock = createPlantStoreMock();
  mock.failNext((() => returned) as never);
  expect((await (await send(mock)).json()).message).toBe(
    "The fault function returned an invalid Response: it is another object",
  );
});

it.each<[string, (response: Response) => unknown]>([
  [
    "is locked",
    (response) => {
      response.body?.getReader();
      return response;
    },
  ],
  [
    "was read",
    ({ status, headers }) => ({ status, headers, bodyUsed: true, arrayBuffer: async () => new ArrayBuffer(0) }),
  ],
])("returns an Error when the body of a fault function's Response %s", async (_, prepare) => {
  const mock = createPlantStoreMock();
  mock.failNext((() => prepare(new Response("x"))) as never);
  expect((await (await send(mock)).json()).message).toBe(
    "The fault function returned an invalid Response: its body was already read",
  );
});

it("accepts a Response from another realm that has no body", async () => {
  const mock = createPlantStoreMock();
  const returned = { status: 204, headers: new Headers(), arrayBuffer: async () => new ArrayBuffer(0) };
  mock.failNext((() => returned) as never);
  expect((await send(mock)).status).toBe(204);
});

it("closes the connection for an error Response of another realm", async () => {
  const mock = createPlantStoreMock();
  const returned = { type: "error", status: 0, headers: new Headers(), arrayBuffer: async () => new ArrayBuffer(0) };
  mock.failNext((() => returned) as never);
  await expect(send(mock)).rejects.toThrow("fetch failed");
});

it("says that a fault function returned null", async () => {
  const mock = createPlantStoreMock();
  mock.failNext((() => null) as never);
  const response = await send(mock);
  expect(response.status).toBe(500);
  expect((await response.json()).message).toBe("The fault function returned an invalid Response: it is null");
});

it("responds with 400 to a stream that is too large, although it can't be canceled", async () => {
  const mock = createPlantStoreMock();
  const body = new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(2 ** 20 + 1)),
    cancel: () => Promise.reject(new Error("can't be canceled")),
  });
  const headers = { authorization: "Bearer any-token", "content-type": "application/json" };
  const request = new Request(URL, { method: "POST", headers, body, duplex: "half" } as RequestInit);
  const response = await mock.fetch(request);
  expect(await response.json()).toEqual({ error: 400, message: "Invalid NewPlant: larger than 1 MiB." });
});
