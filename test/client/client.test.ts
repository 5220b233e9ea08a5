import { type NewPlant, PlantStoreTokenError } from "plant-store-sdk";
import { afterEach, describe, expect, it, vi } from "vitest";
import { fern } from "../support/fern.ts";
import { getRejection } from "../support/get-rejection.ts";
import { created, lost, scriptedFetch } from "../support/scripted-fetch.ts";
import { createPlant, createTestClient, IN_DOUBT, TOKEN, url } from "../support/test-client.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("createPlant", () => {
  it("ignores later changes to the NewPlant and to the options of a call", async () => {
    const { fetch, sent } = scriptedFetch(created);
    const newPlant = { id: 1, name: "Fern" };
    const headers = new Headers({ "x-tenant": "north" });
    const result = createTestClient({ token: async () => TOKEN, fetch }).createPlant(newPlant, { headers });
    newPlant.name = "Moss";
    headers.set("x-tenant", "south");
    await result;
    expect(sent[0]?.body).toBe('{"id":1,"name":"Fern"}');
    expect(sent[0]?.headers.get("x-tenant")).toBe("north");
  });
});

describe("an invalid NewPlant", () => {
  it("rejects with PlantStoreInputError and every issue", async () => {
    const error = await getRejection(createTestClient().createPlant({ id: 1.5 } as NewPlant));
    expect(error).toMatchObject({
      name: "PlantStoreInputError",
      message: expect.stringMatching(/^Invalid newPlant: id must be an integer .*; name is required$/),
      issues: [{ path: ["id"] }, { path: ["name"] }],
      callId: undefined,
      attempts: 0,
      mayHaveBeenCreated: false,
    });
  });

  it("rejects with PlantStoreInputError if a text is too long for a string of JSON", async () => {
    const cause = new RangeError("Invalid string length");
    const stringify = vi.spyOn(JSON, "stringify").mockImplementationOnce(() => {
      throw cause;
    });
    const error = await getRejection(createPlant({ fetch: created }));
    stringify.mockRestore();
    expect(error).toMatchObject({
      name: "PlantStoreInputError",
      message: "The request can't be built: RangeError: Invalid string length",
      issues: [{ code: "type", message: "The request can't be built: RangeError: Invalid string length" }],
      cause,
      attempts: 0,
      mayHaveBeenCreated: false,
    });
  });
});

describe("fetch", () => {
  it("is called with the URL and an init", async () => {
    const fetch = vi.fn(created);
    await createPlant({ fetch });
    const [headers, signal] = [expect.any(Headers), expect.any(AbortSignal)];
    const init = { method: "POST", redirect: "manual", cache: "no-store", headers, signal };
    const body = '{"id":1,"name":"Fern"}';
    expect(fetch.mock.calls).toEqual([[url, { ...init, body }]]);
  });

  it("is called with /plants after a base URL with a path, with or without trailing slashes", async () => {
    const fetch = vi.fn(created);
    for (const baseUrl of ["https://plants.example.com/v1", new URL("https://plants.example.com/v1///")]) {
      await createPlant({ fetch, baseUrl });
    }
    expect(fetch.mock.calls.map(([url]: unknown[]) => url)).toEqual(
      Array(2).fill("https://plants.example.com/v1/plants"),
    );
  });

  // As in React Native and in old workers of Cloudflare.
  it.each([undefined, class {}])("gets no cache option where the Request of the runtime is %s", async (Request) => {
    vi.stubGlobal("Request", Request);
    const fetch = vi.fn(created);
    await createPlant({ fetch });
    expect(fetch.mock.calls).toEqual([[url, expect.not.objectContaining({ cache: expect.anything() })]]);
  });

  // Browsers require that of their own fetch.
  it("is called without this", async () => {
    const fetch = vi.fn(created);
    await createPlant({ fetch });
    expect(fetch.mock.contexts).toEqual([undefined]);
  });

  it("defaults to the global fetch at the time of each request", async () => {
    const client = createTestClient();
    for (const name of ["first", "second"]) {
      vi.stubGlobal("fetch", async () => Response.json({ name }));
      expect((await client.createPlant(fern)).data).toEqual({ name });
    }
  });
});

it("says that nothing was sent when there is no fetch", async () => {
  vi.stubGlobal("fetch", undefined);
  const error = await getRejection(createPlant());
  expect(error).toMatchObject({
    name: "PlantStoreCallbackError",
    callback: "fetch",
    message: "There is no global fetch: pass the fetch option",
    attempts: 0,
    mayHaveBeenCreated: false,
  });
});

describe("a fetch that returns no Response", () => {
  const UNUSABLE_BODY = "fetch must return a Response whose body is an unread, unlocked ReadableStream";

  it.each<[title: string, value: unknown]>([
    ["undefined", undefined],
    ["an object without headers", { status: 200 }],
    ["an error of this package", new PlantStoreTokenError("no")],
    ["a Request", new Request(url)],
  ])("rejects with PlantStoreCallbackError: %s", async (_, value) => {
    expect(await getRejection(createPlant({ fetch: () => value }))).toMatchObject({
      name: "PlantStoreCallbackError",
      callback: "fetch",
      message: `fetch must return a Response${IN_DOUBT}`,
      attempts: 1,
      mayHaveBeenCreated: true,
    });
  });

  it.each<[string, number, boolean, (response: Response) => unknown]>([
    ["read", 200, true, (response) => response.text()],
    ["read", 400, false, (response) => response.text()],
    ["locked", 200, true, (response) => response.body?.getReader()],
    ["locked", 400, false, (response) => response.body?.getReader()],
  ])("rejects with PlantStoreCallbackError: the body was %s, of a %i", async (_, status, mayHaveBeenCreated, use) => {
    const response = new Response("{}", { status });
    await use(response);
    expect(await getRejection(createPlant({ fetch: () => response }))).toMatchObject({
      name: "PlantStoreCallbackError",
      message: `${UNUSABLE_BODY}${mayHaveBeenCreated ? IN_DOUBT : ""}`,
      mayHaveBeenCreated,
      isTransient: false,
    });
  });

  it("rejects with PlantStoreCallbackError: the body is no stream", async () => {
    const fetch = () => ({ status: 400, headers: new Headers(), body: "{}" });
    expect(await getRejection(createPlant({ fetch }))).toMatchObject({
      message: UNUSABLE_BODY,
      mayHaveBeenCreated: false,
    });
  });
});

describe("the Response of React Native, which has no body", () => {
  const withoutBody = (text: string, status: number) => ({
    status,
    ok: status === 200,
    statusText: "",
    headers: new Headers({ "content-type": "application/json" }),
    bodyUsed: false,
    arrayBuffer: async () => new TextEncoder().encode(text).buffer,
  });

  it("may have a Plant", async () => {
    const result = await createPlant({ fetch: () => withoutBody('{"name":"Fern"}', 200) });
    expect(result.data).toEqual({ name: "Fern" });
  });

  it("may have more than 1 MiB", async () => {
    const error = await getRejection(createPlant({ fetch: () => withoutBody("x".repeat(2 ** 20 + 1), 200) }));
    expect(error).toMatchObject({ message: expect.stringContaining("of more than 1 MiB") });
  });
});

describe("the token function", () => {
  it("rejects with PlantStoreTokenError when it fails", async () => {
    const cause = new Error("signed out");
    const { fetch, sent } = scriptedFetch(created);
    const message = "The token function failed. See the cause";
    const error = await getRejection(createPlant({ token: () => Promise.reject(cause), fetch }));
    expect(error).toMatchObject({ name: "PlantStoreTokenError", message, cause });
    expect(sent).toEqual([]);
  });

  it.each([
    ["two words", "two secrets", "token must be printable Latin-1 characters without spaces"],
    ["undefined", undefined, "token is required"],
    ["an error of this package", new PlantStoreTokenError("no"), "token must be a string"],
  ])("rejects with PlantStoreTokenError when it returns %s", async (_, token, problem) => {
    const { fetch, sent } = scriptedFetch(created);
    const message = `The token function returned an invalid token: ${problem}`;
    const error = await getRejection(createPlant({ token: () => token as string, fetch }));
    expect(error).toMatchObject({ name: "PlantStoreTokenError", message });
    expect(sent).toEqual([]);
  });

  it("reports what earlier attempts may have created", async () => {
    const token = vi.fn(() => TOKEN).mockReturnValueOnce(TOKEN);
    token.mockImplementationOnce(() => {
      throw new Error("signed out");
    });
    const call = createPlant({ token, fetch: lost, retries: 1, shouldRetry: () => true, retryDelayMs: () => 0 });
    expect(await getRejection(call)).toMatchObject({
      name: "PlantStoreTokenError",
      attempts: 1,
      mayHaveBeenCreated: true,
    });
  });
});
