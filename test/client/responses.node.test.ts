import { gzipSync } from "node:zlib";
import type { PlantStoreResponseError } from "plant-store-sdk";
import { describe, expect, it } from "vitest";
import { getRejection } from "../support/get-rejection.ts";
import { type RawAnswer, rawAnswer, startRawServer } from "../support/raw-server.ts";
import { createPlant, url } from "../support/test-client.ts";

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
    { title: "an integer written as 7.0", sends: bad('{"error":7.0,"message":""}'), says: { error: 7, message: "" } },
    { title: "another content type", sends: rawAnswer("400 Bad Request", HTML_TYPE, ERROR) },
    { title: "unknown fields, dropped", sends: bad('{"error":7,"message":"No room.","name":"Fern"}') },
    { title: "two lines", sends: bad('{"error":7,"message":"a\\r\\n"}'), says: { error: 7, message: "a\r\n" } },
    { title: "599", sends: json("599 Whatever", ERROR) },
    { title: "a reason phrase beyond ASCII", sends: json("502 Zurückgewiesen \x1B[31m", ERROR) },
  ])("is the Error of $title", async ({ sends, says = { error: 7, message: "No room." } }) => {
    const { outcome } = await call(sends);
    expect((await outcome).error).toStrictEqual(says);
  });

  it("comes with the headers of the response", async () => {
    const { outcome } = await call(rawAnswer("400 Bad Request", { "x-request-id": "r-17" }, ERROR));
    const { response } = await outcome;
    expect(response).toMatchObject({ status: 400, statusText: "Bad Request" });
    expect(response.headers.get("x-request-id")).toBe("r-17");
  });
});

describe("PlantStoreResponseError", () => {
  const forged = "No.\r\n2026 INFO\u2028forged\x1B[31m\0\x7F";

  type Row = {
    title: string;
    status?: string;
    headers?: Record<string, string>;
    body: string;
    is?: string;
    says?: string;
  };
  const notPlant = (body: string): Row => ({ title: `200 with ${body}`, body });
  const notError = (body: string): Row => ({ title: `400 with ${body}`, status: "400 Bad Request", body });

  it.each<Row>([
    { title: "HTML", headers: HTML_TYPE, body: "<p>", is: "text/html" },
    { title: "no content type", status: "200 ", headers: {}, body: "Fern", is: "no content type" },
    { title: "only white space", body: "  ", says: "" },
    { title: "cut JSON", body: '{"name":"Fe' },
    { title: "two JSON texts", body: `${FERN}\n${FERN}`, says: `${FERN} ${FERN}` },
    { title: "control characters", body: forged, says: "No. 2026 INFO forged\\u001b[31m\\u0000\\u007f" },
    { title: "300 with a Plant", status: "300 Choices", body: FERN },
    { title: "600 with an Error", status: "600 Beyond", body: ERROR },
    ...["{}", "null", '"Fern"', `[${FERN}]`, '{"name":null}', '{"name":["Fern"]}'].map(notPlant),
    ...['{"name":"Fern","tag":1}', '{"__proto__":{"name":"Fern"}}', ERROR].map(notPlant),
    ...["{}", FERN, '{"error":7}', '{"message":"No."}', '{"error":"7","message":""}'].map(notError),
    ...['{"error":7,"message":null}', '{"error":1e400,"message":""}', '{"error":2147483648,"message":""}'].map(
      notError,
    ),
  ])("quotes what arrived: $title", async (row) => {
    const { status = "200 OK", headers = JSON_TYPE, body, is = "application/json", says = body } = row;
    const { outcome, server } = await call(rawAnswer(status, headers, body));
    expect(await getRejection(outcome)).toMatchObject({
      name: "PlantStoreResponseError",
      message:
        `POST ${server.url}/plants returned ${status.trim()} with ${is}, not a Plant or an Error: ${says}`.trim(),
      status: Number.parseInt(status, 10),
      body,
      response: expect.any(Response),
      attempts: 1,
    });
  });

  it.each<[title: string, sends: Answer, says: string]>([
    ["200", (socket) => socket.end(head()), "200 OK"],
    ["a byte order mark", ok("\uFEFF"), "200 OK"],
    ["201 with a Location", rawAnswer("201 Created", { location: "/plants/1" }, ""), "201 Created"],
    ["204", "HTTP/1.1 204 No Content\r\n\r\n", "204 No Content"],
    ["304", "HTTP/1.1 304 Not Modified\r\n\r\n", "304 Not Modified"],
    ["401", rawAnswer("401 Who", { "www-authenticate": 'Bearer error="x"' }, ""), "401 Who"],
    ["503", rawAnswer("503 Busy", { "www-authenticate": "Basic", "retry-after": "9" }, ""), "503 Busy"],
  ])("reports an empty body with the headers that explain it: %s", async (title, sends, says) => {
    const { outcome, server } = await call(sends);
    const reasons = {
      "401": '. WWW-Authenticate: Bearer error="x"',
      "503": ". WWW-Authenticate: Basic. Retry-After: 9",
    };
    const explained = `${says} with an empty body, not a Plant or an Error${reasons[title as "401"] ?? ""}`;
    const message = `POST ${server.url}/plants returned ${explained}`;
    expect(await getRejection(outcome)).toMatchObject({ name: "PlantStoreResponseError", message, body: "" });
  });

  it("reports a body that isn't UTF-8", async () => {
    const { outcome } = await call(ok(Buffer.from('{"name":"F\xe9rn"}', "latin1")));
    const says = 'application/json that is not UTF-8, not a Plant or an Error: {"name":"F\uFFFDrn"}';
    expect(await getRejection(outcome)).toMatchObject({ message: expect.stringContaining(says) });
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
});

describe("a redirect", () => {
  const says = "which is not followed";

  it.each(["301 Moved", "302 Found", "303 See Other", "307 Temporary", "308 Permanent"])(
    "stays: %s",
    async (status) => {
      const target = await startRawServer(ok(FERN));
      for (const location of [`${target.url}/plants`, "/v2/plants"]) {
        const { outcome, server } = await call(rawAnswer(status, { location }, FERN));
        expect(await getRejection(outcome)).toMatchObject({
          name: "PlantStoreResponseError",
          message: `POST ${server.url}/plants returned ${status} with a redirect to ${location}, ${says}`,
          body: "",
        });
        expect(server.requests).toHaveLength(1);
      }
      expect(target.connections).toBe(0);
    },
  );

  it("is reported without a Location, when a browser hides all but its type", async () => {
    const opaque = { type: "opaqueredirect", status: 0, ok: false, statusText: "", headers: new Headers(), body: null };
    const message = `POST ${url} returned 0 with a redirect, ${says}`;
    expect(await getRejection(createPlant({ fetch: () => opaque }))).toMatchObject({ message, status: 0 });
  });

  it("is reported when its body has already been read", async () => {
    const response = new Response("Elsewhere", { status: 302 });
    await response.text();
    const message = `POST ${url} returned 302 with a redirect, ${says}`;
    expect(await getRejection(createPlant({ fetch: () => response }))).toMatchObject({ message });
  });
});

describe("PlantStoreConnectionError", () => {
  it.each<[title: string, sends: Answer]>([
    ["a body that is shorter than its length", (socket) => socket.end(`${head("content-length: 16")}${FERN}`)],
    ["no last chunk", (socket) => socket.end(`${head("transfer-encoding: chunked")}f\r\n${FERN}\r\n`)],
    ["a status that isn't a number", "HTTP/1.1 OK\r\n\r\n"],
    ["invalid gzip", coded("gzip", Buffer.from(FERN))],
    ["headers that never end", flood("HTTP/1.1 200 OK\r\n", "x-fern: fern\r\n")],
  ])("reports %s", async (_, sends) => {
    const { outcome, server } = await call(sends);
    const error = (await getRejection(outcome)) as Error;
    expect(error).toMatchObject({ name: "PlantStoreConnectionError", cause: expect.any(TypeError) });
    expect(error.message).toMatch(new RegExp(`^POST ${server.url}/plants failed: [^\\p{Cc}]+$`, "u"));
    expect(server.requests).toHaveLength(1);
  });
});

describe("an abort", () => {
  it.each([
    ["the headers", "HTTP/1.1 200 OK\r\nx-"],
    ["the body", `${head("content-length: 16")}${FERN}`],
    ["the last chunk", `${head("transfer-encoding: chunked")}f\r\n${FERN}\r\n`],
  ])("closes the connection when %s never comes", async (_, sends) => {
    const controller = new AbortController();
    const server = await startRawServer((socket) => socket.write(sends, () => controller.abort("left")));
    const outcome = createPlant({ baseUrl: server.url }, { signal: controller.signal });
    expect(await getRejection(outcome)).toBe("left");
    await server.disconnected;
  });
});
