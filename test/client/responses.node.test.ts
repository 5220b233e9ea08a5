import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import type { PlantStoreResponseError } from "plant-store-sdk";
import { describe, expect, it } from "vitest";
import { getRejection } from "../support/get-rejection.ts";
import { type RawAnswer, rawAnswer, startRawServer } from "../support/raw-server.ts";
import { createPlant } from "../support/test-client.ts";

const JSON_TYPE = { "content-type": "application/json" };
const HTML_TYPE = { "content-type": "text/html" };
const FERN = '{"name":"Fern"}';
const ERROR = '{"error":7,"message":"No room."}';
const MIB = 2 ** 20;

type Answer = string | Uint8Array | RawAnswer;
const json = (status: string, body: string | Uint8Array) => rawAnswer(status, JSON_TYPE, body);
const ok = (body: string | Uint8Array) => json("200 OK", body);
const bad = (body: string) => json("400 Bad Request", body);
const coded = (coding: string, bytes: Uint8Array) => rawAnswer("200 OK", { "content-encoding": coding }, bytes);
const head = (...lines: string[]) => ["HTTP/1.1 200 OK", ...lines, "", ""].join("\r\n");
const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;

async function call(answer: Answer) {
  const server = await startRawServer(answer);
  const outcome = createPlant({ baseUrl: server.url });
  return { outcome, server };
}

/** Writes `chunk` for ever. */
const flood =
  (start: string, chunk: string): RawAnswer =>
  (socket) => {
    const bytes = Buffer.from(chunk.repeat(1_000));
    const writeMore = () => {
      while (!socket.destroyed && socket.write(bytes));
    };
    socket.on("drain", writeMore);
    socket.write(start);
    writeMore();
  };

const byteByByte: RawAnswer = (socket) => {
  const bytes = [...Buffer.from('{"name":"🌵 Fern"}'), -1];
  const next = (): void => {
    const byte = bytes.shift() ?? -1;
    socket.write(byte < 0 ? "0\r\n\r\n" : Buffer.from([0x31, 13, 10, byte, 13, 10]), () => setImmediate(next));
  };
  socket.write(head("transfer-encoding: chunked"), next);
};

describe("data", () => {
  it.each<{ title: string; sends: Answer; says?: object }>([
    { title: "a Plant", sends: ok('{"name":"Fern","tag":"indoor"}'), says: { name: "Fern", tag: "indoor" } },
    { title: "a tag of null, as absent", sends: ok('{"name":"Fern","tag":null}') },
    { title: "an empty name and tag", sends: ok('{"name":"","tag":""}'), says: { name: "", tag: "" } },
    { title: "unknown fields, dropped", sends: ok('{"id":9,"name":"Fern","error":1,"message":"x"}') },
    { title: "the last of duplicate names", sends: ok('{"name":"Moss","name":"Fern"}') },
    { title: "a byte order mark and white space", sends: ok(`\uFEFF \r\n\t${FERN}\n`) },
    { title: "escapes", sends: ok('{"name":"\\u00e9\\ud83c\\udf35🌵\\n"}'), says: { name: "é🌵🌵\n" } },
    { title: "another content type", sends: rawAnswer("200 OK", HTML_TYPE, FERN) },
    { title: "no content type", sends: rawAnswer("200 OK", {}, FERN) },
    { title: "201", sends: json("201 Created", FERN) },
    { title: "299", sends: json("299 Fine", FERN) },
    { title: "gzip", sends: coded("gzip", gzipSync(FERN)) },
    { title: "deflate", sends: coded("deflate", deflateSync(FERN)) },
    { title: "brotli", sends: coded("br", brotliCompressSync(FERN)) },
    { title: "chunks of a byte", sends: byteByByte, says: { name: "🌵 Fern" } },
    { title: "a body that ends with the connection", sends: (socket) => socket.end(`${head()}${FERN}`) },
    { title: "HTTP/1.0", sends: (socket) => socket.end(`HTTP/1.0 200 OK\r\n\r\n${FERN}`) },
    { title: "no reason phrase", sends: json("200 ", FERN) },
    { title: "103 before it", sends: `HTTP/1.1 103 Early Hints\r\n\r\n${ok(FERN)}` },
    { title: "an unknown field nested 400,000 deep", sends: ok(`{"name":"Fern","soil":${nested(4e5)}}`) },
    { title: "1 MiB", sends: ok(`{"name":"Fern"}${" ".repeat(MIB - FERN.length)}`) },
  ])("is the Plant of $title", async ({ sends, says = { name: "Fern" } }) => {
    const { outcome, server } = await call(sends);
    const { data, response } = await outcome;
    expect(data).toStrictEqual(says);
    expect(response.ok).toBe(true);
    expect(server.requests).toHaveLength(1);
  });
});

describe("error", () => {
  it.each<{ title: string; sends: Answer; says?: object }>([
    { title: "a 400", sends: bad(ERROR) },
    {
      title: "the smallest int32",
      sends: bad('{"error":-2147483648,"message":""}'),
      says: { error: -(2 ** 31), message: "" },
    },
    { title: "an integer written as 7.0", sends: bad('{"error":7.0,"message":""}'), says: { error: 7, message: "" } },
    { title: "another content type", sends: rawAnswer("400 Bad Request", HTML_TYPE, ERROR) },
    { title: "unknown fields, dropped", sends: bad('{"error":7,"message":"No room.","name":"Fern"}') },
    {
      title: "a message of two lines",
      sends: bad('{"error":7,"message":"No\\r\\n."}'),
      says: { error: 7, message: "No\r\n." },
    },
    { title: "499", sends: json("499 Whatever", ERROR) },
    { title: "500", sends: json("500 Internal Server Error", ERROR) },
    { title: "599", sends: json("599 Whatever", ERROR) },
    { title: "a reason phrase beyond ASCII", sends: json("502 Zurückgewiesen \x1B[31m", ERROR) },
  ])("is the Error of $title", async ({ sends, says = { error: 7, message: "No room." } }) => {
    const { outcome } = await call(sends);
    expect((await outcome).error).toStrictEqual(says);
  });

  it("comes with the headers of the response", async () => {
    const { outcome } = await call(rawAnswer("400 Bad Request", { "x-request-id": "r-17" }, ERROR));
    const { response } = await outcome;
    expect([response.status, response.statusText, response.headers.get("x-request-id")]).toEqual([
      400,
      "Bad Request",
      "r-17",
    ]);
  });
});

describe("PlantStoreResponseError", () => {
  const is = "application/json, not a Plant or an Error";
  const empty = "an empty body, not a Plant or an Error";
  const notPlants = [
    "{}",
    '{"name":null}',
    '{"name":["Fern"]}',
    '{"name":"Fern","tag":1}',
    '{"__proto__":{"name":"Fern"}}',
    `[${FERN}]`,
    '"Fern"',
    "null",
    ERROR,
  ];
  const notErrors = [
    "{}",
    '{"error":7}',
    '{"message":"No."}',
    '{"error":2147483648,"message":""}',
    '{"error":1e400,"message":""}',
    '{"error":"7","message":""}',
    '{"error":7,"message":null}',
    FERN,
  ];

  it.each<{ title: string; sends: Answer; says: string; body?: string }>([
    {
      title: "HTML",
      sends: rawAnswer("200 OK", HTML_TYPE, "<p>"),
      says: "200 OK with text/html, not a Plant or an Error: <p>",
      body: "<p>",
    },
    { title: "an empty body", sends: (socket) => socket.end(head()), says: `200 OK with ${empty}` },
    { title: "only a byte order mark", sends: ok("\uFEFF"), says: `200 OK with ${empty}` },
    { title: "only white space", sends: ok("  "), says: `200 OK with ${is}:`, body: "  " },
    { title: "cut JSON", sends: ok('{"name":"Fe'), says: `200 OK with ${is}: {"name":"Fe` },
    {
      title: "two JSON texts",
      sends: ok(`${FERN}\n${FERN}`),
      says: `200 OK with ${is}: ${FERN} ${FERN}`,
      body: `${FERN}\n${FERN}`,
    },
    {
      title: "a Plant that isn't UTF-8",
      sends: ok(Buffer.from('{"name":"F\xe9rn"}', "latin1")),
      says: '200 OK with application/json that is not UTF-8, not a Plant or an Error: {"name":"F\uFFFDrn"}',
    },
    {
      title: "control characters",
      sends: json("502 Bad Gateway", "No.\r\n2026 INFO\u2028forged\x1B[31m\0\x7F"),
      says: `502 Bad Gateway with ${is}: No. 2026 INFO forged\\u001b[31m\\u0000\\u007f`,
      body: "No.\r\n2026 INFO\u2028forged\x1B[31m\0\x7F",
    },
    {
      title: "no content type",
      sends: rawAnswer("200 ", {}, "Fern"),
      says: "200 with no content type, not a Plant or an Error: Fern",
    },
    { title: "204", sends: "HTTP/1.1 204 No Content\r\n\r\n", says: `204 No Content with ${empty}` },
    { title: "304", sends: "HTTP/1.1 304 Not Modified\r\n\r\n", says: `304 Not Modified with ${empty}` },
    {
      title: "300 with a Plant",
      sends: json("300 Choices", FERN),
      says: `300 Choices with ${is}: ${FERN}`,
    },
    {
      title: "600 with an Error",
      sends: json("600 Beyond", ERROR),
      says: `600 Beyond with ${is}: ${ERROR}`,
    },
    {
      title: "201 with a Location",
      sends: rawAnswer("201 Created", { location: "/plants/1" }, ""),
      says: `201 Created with ${empty}`,
    },
    {
      title: "an empty 401 with WWW-Authenticate and Retry-After",
      sends: rawAnswer("401 Who", { "www-authenticate": 'Bearer error="x"', "retry-after": "120" }, ""),
      says: `401 Who with ${empty}. WWW-Authenticate: Bearer error="x". Retry-After: 120`,
      body: "",
    },
    {
      title: "an empty 503 with Retry-After",
      sends: rawAnswer("503 Busy", { "retry-after": "9" }, ""),
      says: `503 Busy with ${empty}. Retry-After: 9`,
      body: "",
    },
    ...notPlants.map((body) => ({ title: `200 with ${body}`, sends: ok(body), says: `200 OK with ${is}: ${body}` })),
    ...notErrors.map((body) => ({
      title: `400 with ${body}`,
      sends: bad(body),
      says: `400 Bad Request with ${is}: ${body}`,
    })),
  ])("says what arrived: $title", async ({ sends, says, body = says.split(/not a Plant or an Error:? ?/)[1] }) => {
    const { outcome, server } = await call(sends);
    expect(await getRejection(outcome)).toMatchObject({
      name: "PlantStoreResponseError",
      message: `POST ${server.url}/plants returned ${says}`,
      status: Number(/\d{3}/.exec(says)?.[0]),
      body,
      response: expect.any(Response),
      attempts: 1,
    });
  });

  it("quotes 200 characters of the body and keeps 4,096", async () => {
    const { outcome } = await call(json("502 Bad Gateway", "🌵".repeat(2_500)));
    const error = (await getRejection(outcome)) as PlantStoreResponseError;
    expect(error.message).toMatch(/: (?:🌵){99}…$/u);
    expect(error.body).toBe("🌵".repeat(2_048));
  });

  it.each([
    ["with a length", flood(head("content-type: application/json", `content-length: ${100 * MIB}`), "x")],
    ["that never ends", flood(`${head("content-type: application/json")}`, "x")],
  ])("reports a body of more than 1 MiB and reads no more of it: %s", async (_, sends) => {
    const { outcome, server } = await call(sends);
    const error = (await getRejection(outcome)) as PlantStoreResponseError;
    const says = `200 OK with application/json of more than 1 MiB, not a Plant or an Error: ${"x".repeat(199)}…`;
    expect(error.message).toBe(`POST ${server.url}/plants returned ${says}`);
    expect(error.body).toBe("x".repeat(4_096));
    await server.disconnected;
  });

  it("measures a body after decompression", async () => {
    const { outcome } = await call(coded("gzip", gzipSync(`${FERN}${" ".repeat(MIB - FERN.length + 1)}`)));
    expect(await getRejection(outcome)).toMatchObject({ message: expect.stringContaining("of more than 1 MiB") });
  });

  it.each([
    ["a name", ok(`{"name":${nested(4e5)}}`)],
    ["a message", bad(`{"error":1,"message":${nested(4e5)}}`)],
  ])("reports %s that is nested 400,000 deep", async (_, sends) => {
    const { outcome } = await call(sends);
    expect(await getRejection(outcome)).toMatchObject({ name: "PlantStoreResponseError", attempts: 1 });
  });
});

describe("a redirect", () => {
  it.each(["301 Moved", "302 Found", "303 See Other", "307 Temporary", "308 Permanent"])(
    "is not followed: %s",
    async (status) => {
      const target = await startRawServer(ok(FERN));
      const targets = [`${target.url}/plants`, "/v2/plants"];
      for (const location of targets) {
        const { outcome, server } = await call(rawAnswer(status, { location }, FERN));
        expect(await getRejection(outcome)).toMatchObject({
          name: "PlantStoreResponseError",
          message: `POST ${server.url}/plants returned ${status} with a redirect to ${location}, which is not followed`,
          status: Number.parseInt(status, 10),
          body: "",
        });
        expect(server.requests).toHaveLength(1);
      }
      expect(target.connections).toBe(0);
    },
  );

  it("is reported without a Location, and when a browser hides all but its type", async () => {
    const { outcome, server } = await call(rawAnswer("302 Found", {}, ""));
    const says = "with a redirect, which is not followed";
    expect(await getRejection(outcome)).toMatchObject({
      message: `POST ${server.url}/plants returned 302 Found ${says}`,
    });
    const opaque = { type: "opaqueredirect", status: 0, ok: false, statusText: "", headers: new Headers(), body: null };
    expect(await getRejection(createPlant({ fetch: () => opaque }))).toMatchObject({
      message: `POST https://plants.example.com/plants returned 0 ${says}`,
      status: 0,
    });
  });
});

describe("PlantStoreConnectionError", () => {
  it.each<{ title: string; sends: Answer }>([
    {
      title: "a body that is shorter than its length",
      sends: (socket) => socket.end(`${head("content-length: 16")}${FERN}`),
    },
    { title: "no last chunk", sends: (socket) => socket.end(`${head("transfer-encoding: chunked")}f\r\n${FERN}\r\n`) },
    { title: "a status that isn't a number", sends: "HTTP/1.1 OK\r\n\r\n" },
    { title: "two lengths", sends: `${head("content-length: 15", "content-length: 14")}${FERN}` },
    { title: "invalid gzip", sends: coded("gzip", Buffer.from(FERN)) },
    { title: "headers that never end", sends: flood("HTTP/1.1 200 OK\r\n", "x-fern: fern\r\n") },
    {
      title: "another protocol",
      sends: "HTTP/1.1 101 Switching Protocols\r\nupgrade: fern\r\nconnection: upgrade\r\n\r\n",
    },
  ])("reports $title", async ({ sends }) => {
    const { outcome, server } = await call(sends);
    const error = (await getRejection(outcome)) as Error;
    expect(error).toMatchObject({ name: "PlantStoreConnectionError", cause: expect.any(TypeError) });
    expect(error.message).toMatch(new RegExp(`^POST ${server.url}/plants failed: [^\\p{Cc}]+$`, "u"));
    expect(server.requests).toHaveLength(1);
  });
});

describe("an abort", () => {
  it.each<{ title: string; sends: string }>([
    { title: "a status line", sends: "HTTP/1.1 2" },
    { title: "the headers", sends: "HTTP/1.1 200 OK\r\nx-" },
    { title: "the body", sends: `${head("content-length: 16")}${FERN}` },
    { title: "the last chunk", sends: `${head("transfer-encoding: chunked")}f\r\n${FERN}\r\n` },
  ])("closes the connection when $title never comes", async ({ sends }) => {
    const controller = new AbortController();
    const server = await startRawServer((socket) => socket.write(sends, () => controller.abort("left")));
    const outcome = createPlant({ baseUrl: server.url }, { signal: controller.signal });
    expect(await getRejection(outcome)).toBe("left");
    await server.disconnected;
  });
});
