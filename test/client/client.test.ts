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
    const result = await createTestClient({ fetch }).createPlant({
      id: 9007199254740993n,
      name: "Fern",
      tag: "indoor",
    });
    expect(result).toEqual({ data: { name: "Fern" }, response: expect.any(Response) });
    expect(sent).toEqual([
      {
        url,
        method: "POST",
        headers: expect.any(Headers),
        body: '{"id":9007199254740993,"name":"Fern","tag":"indoor"}',
        signal: expect.any(AbortSignal),
      },
    ]);
    expect(Object.fromEntries(sent[0]?.headers ?? [])).toEqual({
      authorization: `Bearer ${TOKEN}`,
      "content-type": "application/json",
    });
  });

  it("resolves with the service's Error, and says whether and how often the plant may have been created", async () => {
    const result = await createPlant({ fetch: refused });
    expect(result).toEqual({
      error: { error: 7, message: "no" },
      response: expect.any(Response),
      mayHaveBeenCreated: false,
      attempts: 1,
    });
    expect(result.response.status).toBe(400);
  });

  it("rejects with PlantStoreConnectionError when the connection fails", async () => {
    expect(await getRejection(createPlant({ fetch: lost }))).toMatchObject({
      name: "PlantStoreConnectionError",
      message: `POST ${url} failed: socket hang up`,
      cause: { message: "fetch failed" },
      mayHaveBeenCreated: true,
      attempts: 1,
    });
  });

  it("can be destructured, and the client is frozen and ignores later changes to its options", async () => {
    const { fetch, sent } = scriptedFetch(created);
    const address = new URL(baseUrl);
    const headers: Record<string, string> = { "x-tenant": "north" };
    const onRequest = vi.fn();
    const options: PlantStoreClientOptions = { baseUrl: address, token: TOKEN, fetch, headers, hooks: [{ onRequest }] };
    const client = createPlantStoreClient(options);
    address.host = "elsewhere.example.com";
    headers["x-tenant"] = "south";
    (options.hooks as object[]).length = 0;
    Object.assign(options, { baseUrl: "https://elsewhere.example.com", token: "other" });
    const { createPlant } = client;
    await createPlant(fern);
    expect(Object.isFrozen(client)).toBe(true);
    expect(sent[0]?.url).toBe(url);
    expect(sent[0]?.headers.get("authorization")).toBe(`Bearer ${TOKEN}`);
    expect(sent[0]?.headers.get("x-tenant")).toBe("north");
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

  it("leaves frozen arguments as they are", async () => {
    const newPlant: NewPlant = Object.freeze({ id: 1n, name: "Fern", tag: "indoor" });
    const options = Object.freeze({ headers: Object.freeze({ a: "1" }), retries: 1 });
    await createTestClient({ fetch: created }).createPlant(newPlant, options);
    expect(newPlant).toEqual({ id: 1n, name: "Fern", tag: "indoor" });
    expect(options).toEqual({ headers: { a: "1" }, retries: 1 });
  });

  it("rejects an invalid NewPlant before it asks for a token", async () => {
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
    const calls: unknown[][] = [];
    await createPlant({
      async fetch(this: unknown, ...args) {
        calls.push([this, ...args]);
        return created();
      },
    });
    const signal = expect.any(AbortSignal);
    expect(calls).toEqual([
      [
        undefined,
        url,
        { method: "POST", redirect: "manual", headers: expect.any(Headers), body: '{"id":1,"name":"Fern"}', signal },
      ],
    ]);
  });

  it("defaults to the global fetch, looked up for each request", async () => {
    const client = createTestClient();
    for (const name of ["first", "second"]) {
      vi.stubGlobal("fetch", async () => Response.json({ name }));
      expect((await client.createPlant(fern)).data).toEqual({ name });
    }
  });
});

describe("the token", () => {
  it("comes from a function, which isn't called before createPlant, and then for each attempt", async () => {
    const { fetch, sent } = scriptedFetch(lost, created);
    let calls = 0;
    const client = createTestClient({
      token: async () => `token-${++calls}`,
      fetch,
      retries: 1,
      retryDelayMs: () => 0,
    });
    expect(calls).toBe(0);
    await client.createPlant(fern);
    await client.createPlant(fern);
    expect(sent.map(({ headers }) => headers.get("authorization"))).toEqual([
      "Bearer token-1",
      "Bearer token-2",
      "Bearer token-3",
    ]);
  });

  const failing: [string, () => never][] = [
    [
      "throws",
      () => {
        throw "signed out";
      },
    ],
    ["rejects", () => Promise.reject("signed out") as never],
  ];

  it.each(failing)("rejects with PlantStoreTokenError when the function %s, and sends nothing", async (_, token) => {
    const { fetch, sent } = scriptedFetch(created);
    const spy = vi.fn(token);
    expect(await getRejection(createPlant({ token: spy, fetch, retries: 3 }))).toMatchObject({
      name: "PlantStoreTokenError",
      message: "The token function failed. See the cause",
      cause: "signed out",
      mayHaveBeenCreated: false,
      attempts: 0,
    });
    expect(sent).toEqual([]);
    expect(spy).toHaveBeenCalledTimes(1);
  });

  it("rejects with PlantStoreTokenError when the function returns an invalid token, without quoting it", async () => {
    const { fetch, sent } = scriptedFetch(created);
    const error = (await getRejection(createPlant({ token: () => "two secrets", fetch }))) as Error;
    expect(error.name).toBe("PlantStoreTokenError");
    expect(error.message).toBe(
      "The token function returned an invalid token: token must be printable Latin-1 characters without spaces",
    );
    expect(error.stack).not.toContain("secrets");
    expect(sent).toEqual([]);
  });

  it("keeps what earlier attempts may have created when a later token function fails", async () => {
    const { fetch } = scriptedFetch(lost);
    const token = vi.fn().mockReturnValueOnce(TOKEN).mockReturnValue(undefined);
    const options = { token, fetch, retries: 1, retryDelayMs: () => 0 };
    expect(await getRejection(createPlant(options))).toMatchObject({
      name: "PlantStoreTokenError",
      message: "The token function returned an invalid token: token is required",
      mayHaveBeenCreated: true,
      attempts: 1,
    });
  });
});
