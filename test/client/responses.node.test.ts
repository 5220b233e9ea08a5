import { inspect } from "node:util";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { createPlantStoreClient, PlantStoreError, PlantStoreResponseError } from "plant-store-sdk";
import { describe, expect, it } from "vitest";
import { bothWays } from "../support/both-ways.ts";
import { getRejection } from "../support/get-rejection.ts";
import { type RawAnswer, rawAnswer, startRawServer } from "../support/raw-server.ts";

const TOKEN = "a-token-that-nobody-may-see";
const JSON_TYPE = { "content-type": "application/json" };
const HTML_TYPE = { "content-type": "text/html" };
const PAGE = "<!doctype html><h1>502 Bad Gateway</h1>";
const FERN = '{"name":"Fern"}';
const ERROR = '{"error":7,"message":"No room for another fern."}';

const plain = (statusLine: string, body: string | Uint8Array) => rawAnswer(statusLine, JSON_TYPE, body);
const encoded = (coding: string, bytes: Uint8Array) =>
  rawAnswer("200 OK", { ...JSON_TYPE, "content-encoding": coding }, bytes);
const after = (interim: string, answer: Uint8Array) => Buffer.concat([Buffer.from(interim), answer]);

const byteByByte =
  (body: string): RawAnswer =>
  (socket) => {
    const bytes = [...Buffer.from(body)];
    const next = () => {
      const byte = bytes.shift();
      if (byte === undefined) {
        socket.write("0\r\n\r\n");
      } else {
        socket.write(Buffer.from([0x31, 0x0d, 0x0a, byte, 0x0d, 0x0a]), () => setImmediate(next));
      }
    };
    socket.write("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n", next);
  };

const plants: [title: string, answer: string | Uint8Array | RawAnswer, data: object, status?: number][] = [
  ["200 with a Plant", plain("200 OK", '{"name":"Fern","tag":"indoor"}'), { name: "Fern", tag: "indoor" }],
  ["200 with a Plant that has no tag", plain("200 OK", FERN), { name: "Fern" }],
  ["a tag of null as absent", plain("200 OK", '{"name":"Fern","tag":null}'), { name: "Fern" }],
  ["an empty name and an empty tag", plain("200 OK", '{"name":"","tag":""}'), { name: "", tag: "" }],
  ["unknown fields, dropped", plain("200 OK", '{"id":9,"name":"Fern","error":1,"message":"x"}'), { name: "Fern" }],
  ["the last of duplicate keys", plain("200 OK", '{"name":"Moss","name":"Fern"}'), { name: "Fern" }],
  ["white space around the JSON", plain("200 OK", ' \r\n\t{"name":"Fern"}\n'), { name: "Fern" }],
  ["a byte order mark before the JSON", plain("200 OK", `\uFEFF${FERN}`), { name: "Fern" }],
  [
    "escapes and characters of any plane",
    plain("200 OK", '{"name":"\\u00e9\\ud83c\\udf35🌵\\n"}'),
    { name: "é🌵🌵\n" },
  ],
  ["a Plant as text/plain", rawAnswer("200 OK", { "content-type": "text/plain" }, FERN), { name: "Fern" }],
  ["a Plant as text/html", rawAnswer("200 OK", HTML_TYPE, FERN), { name: "Fern" }],
  ["a Plant without a content type", rawAnswer("200 OK", {}, FERN), { name: "Fern" }],
  ["201 with a Plant", plain("201 Created", FERN), { name: "Fern" }, 201],
  ["299 with a Plant", plain("299 Fine", FERN), { name: "Fern" }, 299],
  ["gzip", encoded("gzip", gzipSync(FERN)), { name: "Fern" }],
  ["deflate", encoded("deflate", deflateSync(FERN)), { name: "Fern" }],
  ["brotli", encoded("br", brotliCompressSync(FERN)), { name: "Fern" }],
  ["a body in chunks of a byte", byteByByte('{"name":"🌵 Fern"}'), { name: "🌵 Fern" }],
  [
    "a body that ends with the connection",
    (socket) => socket.end(`HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n${FERN}`),
    { name: "Fern" },
  ],
  ["HTTP/1.0", (socket) => socket.end(`HTTP/1.0 200 OK\r\n\r\n${FERN}`), { name: "Fern" }],
  ["a status line without a reason phrase", plain("200 ", FERN), { name: "Fern" }],
  [
    "102 Processing and 103 Early Hints before the response",
    after(
      "HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </fern.css>; rel=preload\r\n\r\n",
      plain("200 OK", FERN),
    ),
    { name: "Fern" },
  ],
  [
    "an unknown field nested 400,000 deep",
    plain("200 OK", `{"name":"Fern","soil":${"[".repeat(4e5)}${"]".repeat(4e5)}}`),
    { name: "Fern" },
  ],
];

const errors: [title: string, answer: Uint8Array, error: object, status: number][] = [
  ["400 with an Error", plain("400 Bad Request", ERROR), { error: 7, message: "No room for another fern." }, 400],
  [
    "the smallest int32",
    plain("400 Bad Request", '{"error":-2147483648,"message":""}'),
    { error: -(2 ** 31), message: "" },
    400,
  ],
  [
    "the largest int32",
    plain("400 Bad Request", '{"error":2147483647,"message":""}'),
    { error: 2 ** 31 - 1, message: "" },
    400,
  ],
  ["an integer written as 7.0", plain("400 Bad Request", '{"error":7.0,"message":""}'), { error: 7, message: "" }, 400],
  [
    "an Error as text/html",
    rawAnswer("400 Bad Request", HTML_TYPE, ERROR),
    { error: 7, message: "No room for another fern." },
    400,
  ],
  [
    "unknown fields, dropped",
    plain("400 Bad Request", '{"error":7,"message":"No.","name":"Fern"}'),
    { error: 7, message: "No." },
    400,
  ],
  [
    "a message with line breaks, unchanged",
    plain("400 Bad Request", '{"error":7,"message":"No.\\r\\nNo."}'),
    { error: 7, message: "No.\r\nNo." },
    400,
  ],
  ...(
    [
      "401 Unauthorized",
      "403 Forbidden",
      "404 Not Found",
      "408 Request Timeout",
      "409 Conflict",
      "413 Payload Too Large",
      "415 Unsupported Media Type",
      "422 Unprocessable Entity",
      "429 Too Many Requests",
      "499 Whatever",
      "500 Internal Server Error",
      "502 Bad Gateway",
      "503 Service Unavailable",
      "504 Gateway Timeout",
      "599 Whatever",
    ] as const
  ).map((statusLine): [string, Uint8Array, object, number] => [
    `${statusLine} with an Error`,
    plain(statusLine, ERROR),
    { error: 7, message: "No room for another fern." },
    Number.parseInt(statusLine, 10),
  ]),
];

const wrongPlants = [
  "{}",
  '{"tag":"indoor"}',
  '{"name":null}',
  '{"name":1}',
  '{"name":true}',
  '{"name":["Fern"]}',
  '{"name":{"en":"Fern"}}',
  '{"name":"Fern","tag":1}',
  '{"name":"Fern","tag":false}',
  '{"name":"Fern","tag":["indoor"]}',
  '{"name":"Fern","tag":{}}',
  '{"Name":"Fern"}',
  '{"__proto__":{"name":"Fern"}}',
  '[{"name":"Fern"}]',
  '"Fern"',
  "42",
  "true",
  "null",
];

const wrongErrors = [
  "{}",
  '{"error":7}',
  '{"message":"No."}',
  '{"error":2147483648,"message":"No."}',
  '{"error":-2147483649,"message":"No."}',
  '{"error":1.5,"message":"No."}',
  '{"error":1e400,"message":"No."}',
  '{"error":"7","message":"No."}',
  '{"error":null,"message":"No."}',
  '{"error":true,"message":"No."}',
  '{"error":[7],"message":"No."}',
  '{"error":7,"message":null}',
  '{"error":7,"message":42}',
  '{"error":7,"message":["No."]}',
  '[{"error":7,"message":"No."}]',
  "null",
];

const neither: [title: string, answer: string | Uint8Array | RawAnswer, said: string, status: number, body: string][] =
  [
    [
      "200 with HTML",
      rawAnswer("200 OK", HTML_TYPE, "<h1>Fern</h1>"),
      "200 OK with text/html, not a Plant or an Error: <h1>Fern</h1>",
      200,
      "<h1>Fern</h1>",
    ],
    [
      "200 with an empty body",
      (socket) => socket.end("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n"),
      "200 OK with an empty body, not a Plant or an Error",
      200,
      "",
    ],
    [
      "200 with an empty body in chunks",
      "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
      "200 OK with an empty body, not a Plant or an Error",
      200,
      "",
    ],
    ["200 with Content-Length: 0", plain("200 OK", ""), "200 OK with an empty body, not a Plant or an Error", 200, ""],
    [
      "200 with only a byte order mark",
      plain("200 OK", "\uFEFF"),
      "200 OK with an empty body, not a Plant or an Error",
      200,
      "",
    ],
    [
      "200 with only white space",
      plain("200 OK", "  "),
      "200 OK with application/json, not a Plant or an Error:",
      200,
      "  ",
    ],
    [
      "200 with cut JSON",
      plain("200 OK", '{"name":"Fe'),
      '200 OK with application/json, not a Plant or an Error: {"name":"Fe',
      200,
      '{"name":"Fe',
    ],
    [
      "200 with a Content-Length that is too short",
      `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n${FERN}`,
      '200 OK with application/json, not a Plant or an Error: {"name":"',
      200,
      '{"name":"',
    ],
    [
      "200 with an Error",
      plain("200 OK", ERROR),
      `200 OK with application/json, not a Plant or an Error: ${ERROR}`,
      200,
      ERROR,
    ],
    [
      "200 with two JSON texts",
      plain("200 OK", `${FERN}\n${FERN}`),
      `200 OK with application/json, not a Plant or an Error: ${FERN} ${FERN}`,
      200,
      `${FERN}\n${FERN}`,
    ],
    [
      "200 with a Plant that is not UTF-8",
      plain("200 OK", Buffer.from('{"name":"F\xe9rn"}', "latin1")),
      '200 OK with application/json that is not UTF-8, not a Plant or an Error: {"name":"F\uFFFDrn"}',
      200,
      '{"name":"F\uFFFDrn"}',
    ],
    [
      "200 with a Plant in UTF-16",
      plain("200 OK", Buffer.from(FERN, "utf16le")),
      `200 OK with application/json, not a Plant or an Error: ${[...FERN].join("\\u0000")}\\u0000`,
      200,
      `${[...FERN].join("\0")}\0`,
    ],
    [
      "200 with gzip that is cut",
      encoded("gzip", gzipSync(FERN, { level: 0 }).subarray(0, 20)),
      '200 OK with application/json, not a Plant or an Error: {"nam',
      200,
      '{"nam',
    ],
    [
      "200 with gzip but no content encoding",
      plain("200 OK", Buffer.from([0x1f, 0x8b, 0x08])),
      "200 OK with application/json that is not UTF-8, not a Plant or an Error: \\u001f\uFFFD\\u0008",
      200,
      "\x1F\uFFFD\b",
    ],
    [
      "200 without a content type",
      rawAnswer("200 OK", {}, "Fern"),
      "200 OK with no content type, not a Plant or an Error: Fern",
      200,
      "Fern",
    ],
    [
      "200 without a reason phrase",
      rawAnswer("200 ", HTML_TYPE, "Fern"),
      "200 with text/html, not a Plant or an Error: Fern",
      200,
      "Fern",
    ],
    ["204", "HTTP/1.1 204 No Content\r\n\r\n", "204 No Content with an empty body, not a Plant or an Error", 204, ""],
    [
      "205",
      "HTTP/1.1 205 Reset Content\r\ncontent-length: 0\r\n\r\n",
      "205 Reset Content with an empty body, not a Plant or an Error",
      205,
      "",
    ],
    [
      "300",
      plain("300 Multiple Choices", FERN),
      `300 Multiple Choices with application/json, not a Plant or an Error: ${FERN}`,
      300,
      FERN,
    ],
    [
      "304",
      'HTTP/1.1 304 Not Modified\r\netag: "fern"\r\n\r\n',
      "304 Not Modified with an empty body, not a Plant or an Error",
      304,
      "",
    ],
    [
      "400 with an empty body",
      plain("400 Bad Request", ""),
      "400 Bad Request with an empty body, not a Plant or an Error",
      400,
      "",
    ],
    [
      "400 with HTML",
      rawAnswer("400 Bad Request", HTML_TYPE, "<h1>No.</h1>"),
      "400 Bad Request with text/html, not a Plant or an Error: <h1>No.</h1>",
      400,
      "<h1>No.</h1>",
    ],
    [
      "400 with a Plant",
      plain("400 Bad Request", FERN),
      `400 Bad Request with application/json, not a Plant or an Error: ${FERN}`,
      400,
      FERN,
    ],
    [
      "401 with plain text",
      rawAnswer("401 Unauthorized", { "content-type": "text/plain", "www-authenticate": "Bearer" }, "Who are you?"),
      "401 Unauthorized with text/plain, not a Plant or an Error: Who are you?",
      401,
      "Who are you?",
    ],
    [
      "502 with HTML",
      rawAnswer("502 Bad Gateway", HTML_TYPE, PAGE),
      `502 Bad Gateway with text/html, not a Plant or an Error: ${PAGE}`,
      502,
      PAGE,
    ],
    [
      "503 with an empty body",
      plain("503 Service Unavailable", ""),
      "503 Service Unavailable with an empty body, not a Plant or an Error",
      503,
      "",
    ],
    [
      "401 with an empty body and WWW-Authenticate",
      rawAnswer("401 Unauthorized", { "www-authenticate": 'Bearer error="invalid_token"' }, ""),
      '401 Unauthorized with an empty body, not a Plant or an Error. WWW-Authenticate: Bearer error="invalid_token"',
      401,
      "",
    ],
    [
      "403 with an empty body and WWW-Authenticate that quotes the token",
      rawAnswer("403 Forbidden", { "www-authenticate": `Bearer ${TOKEN}` }, ""),
      "403 Forbidden with an empty body, not a Plant or an Error. WWW-Authenticate: Bearer [redacted]",
      403,
      "",
    ],
    [
      "429 with an empty body, WWW-Authenticate and Retry-After",
      rawAnswer("429 Too Many Requests", { "www-authenticate": "Bearer", "retry-after": "120" }, ""),
      "429 Too Many Requests with an empty body, not a Plant or an Error. WWW-Authenticate: Bearer. Retry-After: 120",
      429,
      "",
    ],
    [
      "429 with an empty body and Retry-After",
      rawAnswer("429 Too Many Requests", { "retry-after": "120" }, ""),
      "429 Too Many Requests with an empty body, not a Plant or an Error. Retry-After: 120",
      429,
      "",
    ],
    [
      "503 with an empty body and Retry-After",
      rawAnswer("503 Service Unavailable", { "retry-after": "Thu, 15 Jan 2026 12:00:00 GMT" }, ""),
      "503 Service Unavailable with an empty body, not a Plant or an Error. Retry-After: Thu, 15 Jan 2026 12:00:00 GMT",
      503,
      "",
    ],
    [
      "400 with an empty body and Retry-After",
      rawAnswer("400 Bad Request", { "retry-after": "120" }, ""),
      "400 Bad Request with an empty body, not a Plant or an Error. Retry-After: 120",
      400,
      "",
    ],
    [
      "a status beyond 599 with an Error",
      plain("600 Beyond", ERROR),
      `600 Beyond with application/json, not a Plant or an Error: ${ERROR}`,
      600,
      ERROR,
    ],
    [
      "999 with a Plant",
      plain("999 Beyond", FERN),
      `999 Beyond with application/json, not a Plant or an Error: ${FERN}`,
      999,
      FERN,
    ],
    [
      "999 with an empty body",
      plain("999 Beyond", ""),
      "999 Beyond with an empty body, not a Plant or an Error",
      999,
      "",
    ],
    [
      "line breaks and control characters in a body",
      rawAnswer("502 Bad Gateway", HTML_TYPE, "No.\r\n2026-01-01 INFO\u2028forged\x1B[31m\0\x85\x7F."),
      "502 Bad Gateway with text/html, not a Plant or an Error: No. 2026-01-01 INFO forged\\u001b[31m\\u0000\\u0085\\u007f.",
      502,
      "No.\r\n2026-01-01 INFO\u2028forged\x1B[31m\0\x85\x7F.",
    ],
    ...wrongPlants.map((body): [string, Uint8Array, string, number, string] => [
      `200 with ${body}`,
      plain("200 OK", body),
      `200 OK with application/json, not a Plant or an Error: ${body}`,
      200,
      body,
    ]),
    ...wrongErrors.map((body): [string, Uint8Array, string, number, string] => [
      `400 with ${body}`,
      plain("400 Bad Request", body),
      `400 Bad Request with application/json, not a Plant or an Error: ${body}`,
      400,
      body,
    ]),
  ];

describe.each(bothWays)("a response, $way,", ({ middleware }) => {
  const ask = (baseUrl: string) =>
    createPlantStoreClient({ baseUrl, token: TOKEN, middleware }).createPlant({ id: 1, name: "Fern" });

  it.each(plants)("resolves with data: %s", async (_, answer, expected, status = 200) => {
    const server = await startRawServer(answer);

    const { data, error, response } = await ask(server.url);

    expect(data).toStrictEqual(expected);
    expect(error).toBeUndefined();
    expect(response).toBeInstanceOf(Response);
    expect(response.status).toBe(status);
    expect(server.requests).toHaveLength(1);
  });

  it.each(errors)("resolves with error: %s", async (_, answer, expected, status) => {
    const server = await startRawServer(answer);

    const { data, error, response } = await ask(server.url);

    expect(data).toBeUndefined();
    expect(error).toStrictEqual(expected);
    expect(response.status).toBe(status);
    expect(server.requests).toHaveLength(1);
  });

  it.each(neither)("rejects with PlantStoreResponseError: %s", async (_, answer, said, status, body) => {
    const server = await startRawServer(answer);

    const error = await getRejection(ask(server.url));

    expect(error).toBeInstanceOf(PlantStoreResponseError);
    expect(error).toBeInstanceOf(PlantStoreError);
    expect(error).toMatchObject({
      name: "PlantStoreResponseError",
      message: `POST ${server.url}/plants returned ${said}`,
      status,
      body,
      response: { status },
    });
    expect(inspect(error, { depth: 9 })).not.toContain(TOKEN);
    expect(server.requests).toHaveLength(1);
  });

  it("has no content type when the service sent none", async () => {
    const server = await startRawServer(rawAnswer("200 OK", {}, FERN));

    const { response } = await ask(server.url);

    expect(response.headers.get("content-type")).toBeNull();
  });

  it("has the headers and the reason phrase that the service sent", async () => {
    const server = await startRawServer(rawAnswer("400 Bad Request", { ...JSON_TYPE, "x-request-id": "r-17" }, ERROR));

    const { response } = await ask(server.url);

    expect(response.headers.get("x-request-id")).toBe("r-17");
    expect(response.statusText).toBe("Bad Request");
  });

  it.each([
    ["of Latin-1", Buffer.from("Zur\xfcckgewiesen", "latin1")],
    ["of UTF-8", Buffer.from("Zurückgewiesen – 🌵")],
    ["with control characters", Buffer.from("No\x01\x1B[31m")],
    ["of 9,000 characters", Buffer.from("x".repeat(9_000))],
  ])("resolves with error after a reason phrase %s", async (_, reason) => {
    const server = await startRawServer(plain(`502 ${reason.toString("latin1")}`, ERROR));

    const { error, response } = await ask(server.url);

    expect(error).toEqual({ error: 7, message: "No room for another fern." });
    expect(response.status).toBe(502);
  });

  it("limits the error message to 1,000 characters", async () => {
    const server = await startRawServer(plain(`502 ${"x".repeat(9_000)}`, ""));

    const error = await getRejection(ask(server.url));

    expect(error).toBeInstanceOf(PlantStoreResponseError);
    expect((error as Error).message).toMatch(/^POST .{994}…$/);
  });

  it("quotes 200 characters of the body in the error message and keeps 4,096", async () => {
    const body = `<p>${"x".repeat(5_000)}</p>`;
    const server = await startRawServer(rawAnswer("502 Bad Gateway", HTML_TYPE, body));

    const error = await getRejection(ask(server.url));

    expect(error).toMatchObject({
      message: `POST ${server.url}/plants returned 502 Bad Gateway with text/html, not a Plant or an Error: <p>${"x".repeat(196)}…`,
      body: `<p>${"x".repeat(4_093)}`,
    });
  });

  it("keeps a body of 4,096 characters whole", async () => {
    const server = await startRawServer(rawAnswer("502 Bad Gateway", HTML_TYPE, "🌵".repeat(2_048)));

    expect(await getRejection(ask(server.url))).toMatchObject({ body: "🌵".repeat(2_048) });
  });

  it.each([
    ["in full", ""],
    ["across the end of the quote", "x".repeat(185)],
    ["across the end of the kept text", "x".repeat(4_080)],
  ])("redacts the token: %s", async (_, before) => {
    const server = await startRawServer(rawAnswer("502 Bad Gateway", HTML_TYPE, `${before}${TOKEN} is not valid`));

    const error = await getRejection(ask(server.url));

    expect(error).toBeInstanceOf(PlantStoreResponseError);
    expect(inspect(error, { depth: 9, maxStringLength: null })).not.toContain(TOKEN.slice(0, 9));
  });

  it("redacts the token in the message of an Error", async () => {
    const server = await startRawServer(
      plain("400 Bad Request", JSON.stringify({ error: 1, message: `${TOKEN}: no` })),
    );

    const { error } = await ask(server.url);

    expect(error).toEqual({ error: 1, message: "[redacted]: no" });
  });

  it("is separate from extra bytes on the connection", async () => {
    const forged = plain("200 OK", '{"name":"Forged"}').toString();
    let answered = 0;
    const server = await startRawServer((socket) => {
      answered += 1;
      socket.write(Buffer.concat([plain("200 OK", `{"name":"Fern ${answered}"}`), Buffer.from(forged)]));
    });

    const first = await ask(server.url);
    const second = await ask(server.url);

    expect(first.data).toEqual({ name: "Fern 1" });
    expect(second.data).toEqual({ name: "Fern 2" });
  });
});
