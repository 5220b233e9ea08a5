import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { describe, expect, it } from "vitest";
import { createPlantStore } from "../../mocks/store.ts";

const URL = "https://plants.example.com/plants";
const BODY = '{"id":1,"name":"Fern"}';

function ask(
  mock: ReturnType<typeof createPlantStoreMock>,
  fields: Record<string, string> = {},
  url = URL,
): Promise<Response> {
  const headers = { authorization: "Bearer any-token", "content-type": "application/json", ...fields };
  return mock.fetch(url, { method: "POST", headers, body: BODY });
}

describe("the latest plants", () => {
  it("are so many, in order of creation", () => {
    const store = createPlantStore("accept");
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

describe("an Authorization header (I13)", () => {
  it("has Bearer at its beginning", async () => {
    const response = await ask(createPlantStoreMock(), { authorization: "Not bearer any-token" });
    expect(await response.text()).toBe(
      '{"error":400,"message":"The Authorization header is malformed: send Authorization: Bearer <ACCESS_TOKEN>."}',
    );
  });

  it("has the whole token, not a piece of the one that is valid", async () => {
    expect((await ask(createPlantStoreMock({ token: "any-token-at-all" }))).status).toBe(400);
  });

  it("is recorded without anything of another scheme", async () => {
    const mock = createPlantStoreMock();
    await ask(mock, { authorization: "Basic bearer c2VjcmV0" });
    expect(mock.requests[0]?.headers.authorization).toBe("[redacted]");
  });
});

describe("a content type (I7)", () => {
  it("is application/json from its beginning", async () => {
    const response = await ask(createPlantStoreMock(), { "content-type": "x-application/json" });
    expect(await response.json()).toEqual({
      error: 400,
      message: "The Content-Type is wrong: send application/json.",
    });
  });
});

describe("a recorded request", () => {
  it.each([
    ["eight characters, a common word", "abcdefgh", `${URL}?q=abcdefgh`],
    ["nine, a secret", "abcdefghi", `${URL}?q=[redacted]`],
  ])("with a token of %s, has the URL %s", async (_, token, url) => {
    const mock = createPlantStoreMock();
    await ask(mock, { authorization: `Bearer ${token}` }, `${URL}?q=${token}`);
    expect(mock.requests[0]?.url).toBe(url);
  });

  it("without an Authorization header is as it came", async () => {
    const mock = createPlantStoreMock();
    await mock.fetch(`${URL}?q=Stryker`, { method: "POST", body: BODY });
    expect(mock.requests[0]?.url).toBe(`${URL}?q=Stryker`);
  });
});

describe("the operation (I1, I2)", () => {
  it("is named where something else is asked for", async () => {
    const response = await createPlantStoreMock().fetch("https://plants.example.com/ferns");
    expect(await response.json()).toEqual({
      error: 404,
      message: "Nothing is here. The one operation is POST */plants.",
    });
  });

  it("is at an address of http too, without its trailing slashes", async () => {
    const mock = createPlantStoreMock({ baseUrl: "http://plants.example.com/v1//" });
    expect((await ask(mock, {}, "http://plants.example.com/v1/plants")).status).toBe(200);
    expect(await (await mock.fetch("http://plants.example.com/plants")).json()).toMatchObject({
      message: expect.stringContaining("POST http://plants.example.com/v1/plants"),
    });
  });

  it.each(["shttps://plants.example.com", "ftp://plants.example.com", "/v1"])("is not at %s", (baseUrl) => {
    expect(() => createPlantStoreMock({ baseUrl })).toThrow(
      'baseUrl must be "*" or an absolute http or https URL, such as "https://plants.example.com/v1".',
    );
  });

  it("matches a POST alone", () => {
    const mock = createPlantStoreMock();
    expect(mock.matches({ method: "POST", url: URL })).toBe(true);
    expect(mock.matches({ method: "GET", url: URL })).toBe(false);
  });
});

it("tells that it was the mock that lost a connection", async () => {
  const mock = createPlantStoreMock();
  mock.failNext("connection");
  await expect(ask(mock)).rejects.toMatchObject({
    message: "fetch failed",
    cause: { message: "the mock lost the connection, as it was told to" },
  });
});

it("says which plant to add is invalid", () => {
  expect(() => createPlantStoreMock({ plants: [{ id: 0.5, name: "Fern" }] })).toThrow(
    "The plant to add is invalid: id must be an integer from -9223372036854775808 to 9223372036854775807",
  );
});

describe("failNext", () => {
  it.each<[string, unknown]>([
    ["a word that it does not know", "conection"],
    ["undefined", undefined],
    ["an Error without a message", { error: 7 }],
    ["an Error whose value is text", { error: "7", message: "no" }],
    ["an Error with a status beyond 599", { error: 7, message: "no", status: 600 }],
    ["an Error with a status below 200", { error: 7, message: "no", status: 199 }],
    ["an Error with a status that allows no body", { error: 7, message: "no", status: 204 }],
    ["an Error with a status that is no integer", { error: 7, message: "no", status: 400.5 }],
    ["a delay of text", { delayMs: "5" }],
    ["a negative delay", { delayMs: -1 }],
  ])("refuses %s, and queues nothing", async (_, fault) => {
    const mock = createPlantStoreMock();
    expect(() => mock.failNext("html", fault as "html")).toThrow(TypeError);
    expect((await ask(mock)).status).toBe(200);
  });

  it.each([200, 599])("takes the status %i", async (status) => {
    const mock = createPlantStoreMock();
    mock.failNext({ error: 7, message: "no", status });
    expect((await ask(mock)).status).toBe(status);
  });
});

it.each<[string, object, string]>([
  ["a token", { token: 5 }, "token must be a string, an array of strings, or a function."],
  ["a delay of text", { delayMs: "5" }, "delayMs must be a number of milliseconds, 0 or more."],
])("refuses %s that is none", (_, options, message) => {
  expect(() => createPlantStoreMock(options)).toThrow(new TypeError(message));
});

describe("a body that never ends", () => {
  const stalled = (signal?: AbortSignal) =>
    ({
      method: "POST",
      body: new ReadableStream(),
      duplex: "half",
      ...(signal && { signal }),
    }) satisfies RequestInit & { duplex: "half" };

  it("ends at an abort", async () => {
    const mock = createPlantStoreMock();
    const controller = new AbortController();
    const answer = mock.fetch(URL, stalled(controller.signal));
    controller.abort(new Error("enough"));
    await expect(answer).rejects.toThrow("enough");
    expect(mock.requests[0]?.outcome).toBe("aborted");
  });

  it("ends at a reset", async () => {
    const mock = createPlantStoreMock();
    const answer = mock.fetch(URL, stalled());
    mock.reset();
    await expect(answer).rejects.toThrow("fetch failed");
  });
});

it("an answer that never comes ends at a reset that the fault itself makes", async () => {
  const mock = createPlantStoreMock();
  mock.failNext(() => {
    mock.reset();
    return new Promise(() => {});
  });
  await expect(ask(mock)).rejects.toThrow("fetch failed");
});
