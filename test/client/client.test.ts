import { createPlantStoreClient, type NewPlant, type PlantStoreClientOptions } from "plant-store-sdk";
import { afterEach, describe, expect, it, vi } from "vitest";
import { getRejection } from "../support/get-rejection.ts";
import { created, lost, refused, scriptedFetch } from "../support/scripted-fetch.ts";
import { baseUrl, createPlant, createTestClient, fern, TOKEN, url } from "../support/test-client.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("createPlant", () => {
  it("sends the NewPlant and resolves with the Plant and the response", async () => {
    const { fetch, sent } = scriptedFetch(created);
    const newPlant = { id: 9007199254740993n, name: "Fern", tag: "indoor" };
    const result = await createTestClient({ fetch }).createPlant(newPlant);
    expect(result).toEqual({ data: { name: "Fern" }, response: expect.any(Response) });
    const body = '{"id":9007199254740993,"name":"Fern","tag":"indoor"}';
    expect(sent).toMatchObject([{ url, method: "POST", body }]);
    expect(Object.fromEntries(sent[0]?.headers ?? [])).toEqual({
      authorization: `Bearer ${TOKEN}`,
      "content-type": "application/json",
    });
  });

  it("resolves with the service's Error, mayHaveBeenCreated and attempts", async () => {
    const result = await createPlant({ fetch: refused });
    expect(result).toEqual({
      error: { error: 7, message: "no" },
      response: expect.any(Response),
      mayHaveBeenCreated: false,
      attempts: 1,
    });
    expect(result.response.status).toBe(400);
  });

  it("can be destructured, and ignores later changes to the options of its frozen client", async () => {
    const { fetch, sent } = scriptedFetch(created);
    const address = new URL(baseUrl);
    const headers: Record<string, string> = { "x-tenant": "north" };
    const hooks = [{ onRequest: vi.fn() }];
    const options: PlantStoreClientOptions = { baseUrl: address, token: TOKEN, fetch, headers, hooks };
    const client = createPlantStoreClient(options);
    const { createPlant } = client;
    address.host = "elsewhere.example.com";
    headers["x-tenant"] = "south";
    const [{ onRequest }] = hooks.splice(0) as [(typeof hooks)[0]];
    Object.assign(options, { baseUrl: "https://elsewhere.example.com", token: "other" });
    await createPlant(fern);
    expect(Object.isFrozen(client)).toBe(true);
    expect(sent).toMatchObject([{ url }]);
    expect(Object.fromEntries(sent[0]?.headers ?? [])).toMatchObject({
      authorization: `Bearer ${TOKEN}`,
      "x-tenant": "north",
    });
    expect(onRequest).toHaveBeenCalledTimes(1);
  });

  it("reads the NewPlant at once, reads getters once, and sends no unknown field", async () => {
    const { fetch, sent } = scriptedFetch(created);
    let reads = 0;
    class Seedling {
      name = "Fern";
      color = "green";
      get id() {
        return ++reads;
      }
    }
    const seedling = new Seedling();
    const result = createTestClient({ token: async () => TOKEN, fetch }).createPlant(seedling);
    seedling.name = "Moss";
    await result;
    expect(sent[0]?.body).toBe('{"id":1,"name":"Fern"}');
  });

  it("rejects an invalid NewPlant before it calls the token function", async () => {
    const { fetch, sent } = scriptedFetch(created);
    const token = vi.fn(() => TOKEN);
    const client = createTestClient({ token, fetch });
    expect(await getRejection(client.createPlant({ id: 1.5 } as NewPlant))).toMatchObject({
      name: "PlantStoreInputError",
      message: expect.stringMatching(/^Invalid newPlant: id must be an integer .*; name is required$/),
      issues: [{ path: ["id"] }, { path: ["name"] }],
      mayHaveBeenCreated: false,
      attempts: 0,
    });
    expect(sent).toEqual([]);
    expect(token).not.toHaveBeenCalled();
  });
});

describe("fetch", () => {
  it("is called with the URL and an init, without this, and without following redirects", async () => {
    const fetch = vi.fn(created);
    await createPlant({ fetch });
    const [headers, signal] = [expect.any(Headers), expect.any(AbortSignal)];
    const init = { method: "POST", redirect: "manual", headers, body: '{"id":1,"name":"Fern"}', signal };
    expect(fetch.mock.calls).toEqual([[url, init]]);
    expect(fetch.mock.contexts).toEqual([undefined]);
  });

  it("defaults to the global fetch, looked up for each request", async () => {
    const client = createTestClient();
    for (const name of ["first", "second"]) {
      vi.stubGlobal("fetch", async () => Response.json({ name }));
      expect((await client.createPlant(fern)).data).toEqual({ name });
    }
  });
});

describe("the response of a custom fetch", () => {
  async function* chunks(...values: unknown[]) {
    yield* values;
  }
  const like = (body: unknown) => ({ ok: true, status: 200, statusText: "OK", headers: new Headers(), body });
  const bytes = new TextEncoder().encode('xx{"name":"Fern"}');
  const readResponse = async () => {
    const response = new Response("{}");
    await response.text();
    return response;
  };

  it.each<[string, unknown]>([
    ["an async iterable, as node-fetch does", like(chunks(bytes.subarray(2, 9), bytes.subarray(9)))],
    ["a DataView", like(chunks(new DataView(bytes.buffer, 2)))],
    ["an empty chunk before others", like(chunks(new Uint8Array(), bytes.subarray(2)))],
  ])("may have a body that is %s", async (_, response) => {
    expect((await createPlant({ fetch: () => response })).data).toEqual({ name: "Fern" });
  });

  it.each<[string, () => unknown, string]>([
    ["undefined", () => undefined, "it must be a Response"],
    ["an object without headers", () => ({ status: 200 }), "it must be a Response"],
    ["a Request", () => new Request(url), "it must be a Response"],
    ["a body of text", () => like('{"name":"Fern"}'), "its body must be a stream"],
    ["chunks of text", () => like(chunks('{"name":"Fern"}')), "its body must consist of bytes"],
    ["one that has been read", readResponse, "its body has already been read"],
  ])("rejects with PlantStoreInputError, without a retry, when it is %s", async (_, returned, problem) => {
    const fetch = vi.fn(returned);
    const onError = vi.fn();
    const error = await getRejection(createPlant({ fetch, retries: 3, hooks: [{ onError }] }));
    expect(error).toMatchObject({
      name: "PlantStoreInputError",
      message: `Invalid response from fetch: ${problem}`,
      issues: [{ message: problem }],
      mayHaveBeenCreated: true,
      attempts: 1,
    });
    expect(onError.mock.calls).toEqual([[expect.objectContaining({ error })]]);
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it("has its async iterable closed after 1 MiB", async () => {
    const next = vi.fn(async () => ({ value: new Uint8Array(2 ** 16), done: false }));
    const iterator = { next, return: vi.fn() };
    const error = await getRejection(createPlant({ fetch: () => like({ [Symbol.asyncIterator]: () => iterator }) }));
    expect(error).toMatchObject({ message: expect.stringContaining("of more than 1 MiB") });
    expect(next).toHaveBeenCalledTimes(17);
    expect(iterator.return).toHaveBeenCalledTimes(1);
  });
});

describe("the token", () => {
  it("comes from a function, which isn't called before createPlant, and then for each attempt", async () => {
    const { fetch, sent } = scriptedFetch(lost, created);
    let calls = 0;
    const token = async () => `token-${++calls}`;
    const client = createTestClient({ token, fetch, retries: 1, retryDelayMs: () => 0 });
    expect(calls).toBe(0);
    await client.createPlant(fern);
    await client.createPlant(fern);
    const tokens = sent.map(({ headers }) => headers.get("authorization"));
    expect(tokens).toEqual(["Bearer token-1", "Bearer token-2", "Bearer token-3"]);
  });

  const problem = "The token function returned an invalid token: token";

  it.each<[does: string, token: () => unknown, message: string, cause?: string]>([
    ["throws", () => Promise.reject("out"), "The token function failed. See the cause", "out"],
    ["returns two words", () => "two secrets", `${problem} must be printable Latin-1 characters without spaces`],
    ["returns nothing", () => undefined, `${problem} is required`],
  ])("rejects with PlantStoreTokenError when the function %s, and sends nothing", async (_, token, message, cause) => {
    const { fetch, sent } = scriptedFetch(created);
    const spy = vi.fn(token as () => string);
    const error = (await getRejection(createPlant({ token: spy, fetch, retries: 3 }))) as Error;
    const expected = { name: "PlantStoreTokenError", message, mayHaveBeenCreated: false, attempts: 0 };
    expect(error).toMatchObject(expected);
    expect(error.cause).toBe(cause);
    expect(error.stack).not.toContain("secrets");
    expect(sent).toEqual([]);
    expect(spy).toHaveBeenCalledTimes(1);
  });

  it("reports what earlier attempts may have created when a later token function fails", async () => {
    const token = vi.fn().mockReturnValueOnce(TOKEN).mockRejectedValue("signed out");
    const error = await getRejection(createPlant({ token, fetch: lost, retries: 1, retryDelayMs: () => 0 }));
    const expected = { name: "PlantStoreTokenError", cause: "signed out", mayHaveBeenCreated: true, attempts: 1 };
    expect(error).toMatchObject(expected);
  });
});
