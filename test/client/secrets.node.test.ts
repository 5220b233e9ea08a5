import {
  createPlantStoreClient,
  PlantStoreApiError,
  type PlantStoreClientOptions,
  PlantStoreConnectionError,
  PlantStoreInputError,
  PlantStoreResponseError,
  PlantStoreTimeoutError,
  PlantStoreTokenError,
  unwrap,
} from "plant-store-sdk";
import { afterEach, describe, expect, it, vi } from "vitest";
import { allThatShows, piecesIn } from "../support/all-that-shows.ts";
import { bothWays } from "../support/both-ways.ts";
import { getRejection } from "../support/get-rejection.ts";
import { rawAnswer, startRawServer } from "../support/raw-server.ts";
import { thrownBy } from "../support/thrown-by.ts";

const fern = { id: 1, name: "Fern" };
const JSON_TYPE = { "content-type": "application/json" };
const HTML_TYPE = { "content-type": "text/html" };

// No nine consecutive characters of it appear twice, or in anything else that is shown.
const TOKEN = "kQ7vXw2mZp9LrT4bNc8YsJ1dHf6GaE3u";

function expectNoToken(value: unknown, token = TOKEN): void {
  const text = allThatShows(value);
  expect(text).not.toBe("");
  expect(piecesIn(text, token, 9)).toEqual([]);
}

afterEach(() => {
  vi.useRealTimers();
});

describe("the check for the token", () => {
  it.each<[string, unknown]>([
    ["a message", new Error(`no: ${TOKEN}`)],
    ["a piece of nine characters", { deep: { down: [new Map([["x", TOKEN.slice(11, 20)]])] } }],
    ["a cause", new Error("no", { cause: new Error("why", { cause: TOKEN }) })],
    ["a hidden property", Object.defineProperty({}, "token", { value: TOKEN, enumerable: false })],
    ["a header field", new Response(null, { headers: { "x-token": TOKEN } })],
    ["a URL", new URL(`https://plants.example.com/${TOKEN}`)],
    ["what is given to JSON", { toJSON: () => TOKEN }],
  ])("finds it in %s", (_, value) => {
    expect(piecesIn(allThatShows(value), TOKEN, 9)).not.toEqual([]);
  });

  it("finds nothing in a text without the token", () => {
    expectNoToken(new Error(`no: ${TOKEN.slice(0, 8)}`));
  });
});

describe.each(bothWays)("the token is not shown, $way,", ({ middleware }) => {
  const createTestClient = (options: Partial<PlantStoreClientOptions>) =>
    createPlantStoreClient({ baseUrl: "https://plants.example.com", token: TOKEN, middleware, ...options });
  const getOutcome = async (
    response: Parameters<typeof startRawServer>[0],
    token: PlantStoreClientOptions["token"] = TOKEN,
  ) => {
    const server = await startRawServer(response);
    return createTestClient({ baseUrl: server.url, token }).createPlant(fern);
  };

  it("by the client", () => {
    const client = createTestClient({});
    expectNoToken(client);
    expectNoToken(client.createPlant);
    expectNoToken(String(client.createPlant));
  });

  it("by a result with a Plant", async () => {
    const result = await getOutcome(rawAnswer("200 OK", JSON_TYPE, '{"name":"Fern"}'));
    expect(result.data).toEqual({ name: "Fern" });
    expectNoToken(result);
    expectNoToken(result.response);
  });

  it("by a result with an Error that quotes it, or by unwrap", async () => {
    const message = `The token ${TOKEN} (${TOKEN}) has run out.`;
    const result = await getOutcome(rawAnswer("400 Bad Request", JSON_TYPE, JSON.stringify({ error: 1, message })));
    expect(result.error).toEqual({ error: 1, message: "The token [redacted] ([redacted]) has run out." });
    expectNoToken(result);
    const error = thrownBy(() => unwrap(result));
    expect(error).toBeInstanceOf(PlantStoreApiError);
    expectNoToken(error);
  });

  it.each<[string, Parameters<typeof startRawServer>[0]]>([
    ["a page that quotes it", rawAnswer("502 Bad Gateway", HTML_TYPE, `<p>Bearer ${TOKEN}</p>`)],
    ["a Plant's place that quotes it", rawAnswer("200 OK", JSON_TYPE, JSON.stringify({ token: TOKEN }))],
    ["a reason that quotes it", rawAnswer(`502 ${TOKEN}`, HTML_TYPE, "")],
    ["a content type that quotes it", rawAnswer("502 Bad Gateway", { "content-type": `text/html; x=${TOKEN}` }, "")],
    ["a body that is not UTF-8", rawAnswer("200 OK", HTML_TYPE, Buffer.from(`\xff${TOKEN}\xff`, "latin1"))],
    [
      "a body that quotes all of the request",
      (socket, request) => socket.write(rawAnswer("500 No", HTML_TYPE, request)),
    ],
    ["a Location that quotes it", rawAnswer("302 Found", { location: `/login?token=${TOKEN}` }, "")],
    [
      "a Location at its own origin",
      rawAnswer("307 Temporary Redirect", { location: `https://${TOKEN}.example/` }, ""),
    ],
    ["a field that quotes it", rawAnswer("502 Bad Gateway", { ...HTML_TYPE, "x-echo": `Bearer ${TOKEN}` }, "")],
  ])("by a PlantStoreResponseError: %s", async (_, response) => {
    const error = await getRejection(getOutcome(response));
    expect(error).toBeInstanceOf(PlantStoreResponseError);
    expectNoToken(error);
  });

  it("by a body that is cut within it", async () => {
    for (const cut of [200, 4_096]) {
      for (let before = cut - TOKEN.length - 1; before <= cut; before++) {
        const page = new Response(`${"x".repeat(before)}${TOKEN}`, { status: 502 });
        const error = await getRejection(createTestClient({ fetch: async () => page }).createPlant(fern));
        expect(error).toBeInstanceOf(PlantStoreResponseError);
        expect(
          piecesIn(`${(error as PlantStoreResponseError).message}${(error as PlantStoreResponseError).body}`, TOKEN, 9),
        ).toEqual([]);
      }
    }
  });

  it.each([
    ["a slash is escaped in JSON", (token: string) => token.replaceAll("/", "\\/")],
    ["all but letters and digits is percent-encoded", encodeURIComponent],
  ])("when it is quoted and %s", async (_, escapeToken) => {
    const token = "kQ7vXw2mZp/9LrT4bNc8Ys+J1dHf6GaE3u==";
    const page = rawAnswer("502 Bad Gateway", HTML_TYPE, `<p>${escapeToken(token)}</p>`);
    const error = await getRejection(getOutcome(page, token));
    expect(error).toBeInstanceOf(PlantStoreResponseError);
    expectNoToken(error, token);
  });

  it.each<[string, Parameters<typeof startRawServer>[0]]>([
    ["the connection is lost", (socket) => socket.destroy()],
    ["the body breaks off", (socket) => socket.end(`HTTP/1.1 200 OK\r\ncontent-length: 999\r\n\r\n${TOKEN}`)],
    ["the response is the request sent back", (socket, request) => socket.end(request)],
    ["the response isn't HTTP and quotes it", `HTTP/9.9 ${TOKEN}\r\n\r\n`],
  ])("by a PlantStoreConnectionError: %s", async (_, response) => {
    const error = await getRejection(getOutcome(response));
    expect(error).toBeInstanceOf(PlantStoreConnectionError);
    expectNoToken(error);
  });

  it("by a PlantStoreConnectionError whose cause quotes it", async () => {
    const cause = new TypeError("fetch failed", { cause: new Error(`cannot send "Bearer ${TOKEN}"`) });
    const error = await getRejection(createTestClient({ fetch: () => Promise.reject(cause) }).createPlant(fern));
    expect(error).toBeInstanceOf(PlantStoreConnectionError);
    expect((error as Error).message).toBe(
      'POST https://plants.example.com/plants failed: cannot send "Bearer [redacted]"',
    );
    expect((error as Error).cause).toBe(cause);
  });

  it("by a PlantStoreTimeoutError", async () => {
    vi.useFakeTimers();
    const error = getRejection(
      createTestClient({ fetch: () => new Promise(() => {}), token: () => TOKEN }).createPlant(fern),
    );
    await vi.runAllTimersAsync();
    expect(await error).toBeInstanceOf(PlantStoreTimeoutError);
    expectNoToken(await error);
  });

  it.each([`${TOKEN}\n`, `Bearer ${TOKEN}`, `${TOKEN}€`, ` ${TOKEN}`])(
    "by a PlantStoreTokenError or a PlantStoreInputError",
    async (token) => {
      const error = await getRejection(createTestClient({ token: () => token }).createPlant(fern));
      expect(error).toBeInstanceOf(PlantStoreTokenError);
      expectNoToken(error);
      const inputError = thrownBy(() => createTestClient({ token }));
      expect(inputError).toBeInstanceOf(PlantStoreInputError);
      expectNoToken(inputError);
    },
  );

  it("by a PlantStoreInputError", async () => {
    const client = createTestClient({});
    expectNoToken(await getRejection(client.createPlant({ id: 1.5, name: "Fern" })));
    expectNoToken(await getRejection(client.createPlant(fern, { timeoutMs: -1 })));
    expectNoToken(await getRejection(client.createPlant(fern, { headers: { authorization: `Bearer ${TOKEN}` } })));
    expectNoToken(thrownBy(() => createTestClient({ headers: { "x-key": `${TOKEN}\nx` } })));
    expectNoToken(thrownBy(() => createTestClient({ baseUrl: `https://rose:${TOKEN}@plants.example.com` })));
    expectNoToken(thrownBy(() => createTestClient({ baseUrl: `https://plants.example.com?token=${TOKEN}` })));
  });

  it.each([
    ["of the whole alphabet", "AZaz09-._~+/KqLw83hT5v=="],
    ["of characters that a replacement would read as its own", "$&$1$`-kQ7vXw2m-$$-.*+?^()[]{}|"],
    ["of Latin-1", "kéy-ÿÿ-kQ7vXw2m-ß"],
  ])("when it consists %s", async (_, token) => {
    const page = Buffer.from(`Bearer ${token}, again: ${token}.`);
    const error = await getRejection(getOutcome(rawAnswer("502 Bad Gateway", HTML_TYPE, page), token));
    expect((error as PlantStoreResponseError).body).toBe("Bearer [redacted], again: [redacted].");
    expectNoToken(error, token);
  });

  it.each([
    ["seven characters stay, since they may be a common word", "in-vase", "no in-vase"],
    ["eight are redacted", "in-vases", "no [redacted]"],
  ])("unless it is short: %s", async (_, token, message) => {
    const response = Response.json({ error: 1, message: `no ${token}` }, { status: 400 });
    const { error } = await createTestClient({ token, fetch: async () => response }).createPlant(fern);
    expect(error?.message).toBe(message);
  });
});
