import { describe, expect, it } from "vitest";
import { getRejection } from "../support/get-rejection.ts";
import { type RawAnswer, rawAnswer, startRawServer } from "../support/raw-server.ts";
import { refused } from "../support/scripted-fetch.ts";
import { createPlant, IN_DOUBT, url } from "../support/test-client.ts";

const JSON_TYPE = { "content-type": "application/json" };
const HTML_TYPE = { "content-type": "text/html" };
const PLANT = '{"name":"Fern"}';
const ERROR = '{"error":7,"message":"No room."}';

type Answer = string | Uint8Array | RawAnswer;
const json = (status: string, body: string | Uint8Array) => rawAnswer(status, JSON_TYPE, body);
const head = (...lines: string[]) => ["HTTP/1.1 200 OK", ...lines, "", ""].join("\r\n");

async function call(answer: Answer) {
  const server = await startRawServer(answer);
  const outcome = createPlant({ baseUrl: server.url });
  return { outcome, server };
}

describe("a result", () => {
  const plant = { name: "Fern" };
  const noRoom = { error: 7, message: "No room." };

  it.each<[title: string, sends: Answer, says: object]>([
    ["a Plant", json("200 OK", '{"name":"Fern","tag":"indoor"}'), { name: "Fern", tag: "indoor" }],
    ["201", json("201 Created", PLANT), plant],
    ["299", json("299 Whatever", PLANT), plant],
    ["an unknown field", json("200 OK", '{"name":"Fern","tags":["a"]}'), { ...plant, tags: ["a"] }],
    ["an unknown field of null", json("200 OK", '{"name":"Fern","id":null}'), { ...plant, id: null }],
    ["duplicate names", json("200 OK", '{"name":null,"name":"Fern"}'), plant],
    ["a tag of null, as absent", json("200 OK", '{"name":"Fern","tag":null}'), plant],
    ["a byte order mark and white space", json("200 OK", `\uFEFF \r\n\t${PLANT}\n`), plant],
    ["a Plant of another content type", rawAnswer("200 OK", HTML_TYPE, PLANT), plant],
    ["a 400 with an Error", json("400 Bad Request", ERROR), noRoom],
    ["a 599 with an Error", json("599 Whatever", ERROR), noRoom],
    [
      "an Error with unknown fields",
      json("400 No", '{"error":7,"message":"No room.","details":{"a":[1.5,null]},"tag":null}'),
      { ...noRoom, details: { a: [1.5, null] }, tag: null },
    ],
    ["an Error of another content type", rawAnswer("400 Bad Request", HTML_TYPE, ERROR), noRoom],
    ["a message of two lines", json("400 No", '{"error":7,"message":"a\\r\\n"}'), { error: 7, message: "a\r\n" }],
  ])("has the record of %s", async (_, sends, says) => {
    const { outcome, server } = await call(sends);
    const { data, error, response } = await outcome;
    expect(data ?? error).toStrictEqual(says);
    expect(response.ok).toBe(error === undefined);
    expect(server.requests).toHaveLength(1);
  });
});

it.each<[string, Answer, object]>([
  ["a Plant", json("200 OK", '{"name":"Fern","__proto__":{"tag":"a"}}'), { name: "Fern" }],
  ["an Error", json("400 No", '{"error":7,"message":"No.","__proto__":{"tag":"a"}}'), { error: 7, message: "No." }],
])("keeps a field named __proto__ as data: %s", async (_, sends, fields) => {
  const { data, error } = await (await call(sends)).outcome;
  const record = data ?? error;
  expect(Object.getPrototypeOf(record)).toBe(Object.prototype);
  expect(Object.entries(record ?? {})).toEqual([...Object.entries(fields), ["__proto__", { tag: "a" }]]);
});

it("rejects with a stack that leads to the caller of createPlant when an abort ends the global fetch", async () => {
  const controller = new AbortController();
  const server = await startRawServer(() => controller.abort());
  const whoCalled = async () => void (await createPlant({ baseUrl: server.url }, { signal: controller.signal }));
  const { name, stack } = (await getRejection(whoCalled())) as Error;
  expect(name).toBe("AbortError");
  expect(stack).toContain("whoCalled");
});

describe("PlantStoreResponseError", () => {
  const ok = "200 OK with application/json";
  const latin1 = Buffer.from('{"name":"F\xe9rn"}', "latin1");
  const hostile = "No.\r\n2026 INFO\u2028forged\x1B[31m\0\x7F";

  it.each<[says: string, quote: string, sends: Answer, body?: string]>([
    ["502 Bad with text/html", ": <p>", rawAnswer("502 Bad", HTML_TYPE, "<p>"), "<p>"],
    ["200 with no content type", ": Fern", rawAnswer("200 ", {}, "Fern"), "Fern"],
    ["300 Choices with application/json", `: ${PLANT}`, json("300 Choices", PLANT), PLANT],
    ["400 No with application/json", `: ${PLANT}`, json("400 No", PLANT), PLANT],
    ...["2147483648", "1.5", '"7"'].map((error): [string, string, Answer, string] => {
      const body = `{"error":${error},"message":"no"}`;
      return ["400 No with application/json", `: ${body}`, json("400 No", body), body];
    }),
    ["600 Beyond with application/json", `: ${ERROR}`, json("600 Beyond", ERROR), ERROR],
    ...['{"name":"Fe', "null", '"Fern"', `[${PLANT}]`, '{"name":null}', ERROR].map(
      (body): [string, string, Answer, string] => [ok, `: ${body}`, json("200 OK", body), body],
    ),
    [ok, ": No. 2026 INFO forged\\u001b[31m\\u0000\\u007f", json("200 OK", hostile), hostile],
    [`${ok} that is not UTF-8`, ': {"name":"F\uFFFDrn"}', json("200 OK", latin1), '{"name":"F\uFFFDrn"}'],
    ["200 OK with an empty body", "", json("200 OK", "\uFEFF")],
    ["201 Created with an empty body", "", rawAnswer("201 Created", { location: "/plants/1" }, "")],
    ["304 Not Modified with an empty body", "", "HTTP/1.1 304 Not Modified\r\n\r\n"],
  ])("reports %s%s", async (says, quote, sends, body = "") => {
    const { outcome, server } = await call(sends);
    const status = Number.parseInt(says, 10);
    const end = status === 400 ? "" : IN_DOUBT;
    expect(await getRejection(outcome)).toMatchObject({
      name: "PlantStoreResponseError",
      message: `POST ${server.url}/plants returned ${says}, not a Plant or an Error${quote}${end}`,
      status,
      body,
      response: expect.any(Response),
      attempts: 1,
    });
  });

  it("has 4,096 characters of the body", async () => {
    const { outcome } = await call(json("502 Bad Gateway", "🌵".repeat(2_500)));
    expect(await getRejection(outcome)).toMatchObject({ body: "🌵".repeat(2_048) });
  });

  it("closes the connection after 1 MiB of a body that never ends", async () => {
    const bytes = Buffer.alloc(2 ** 16, "x");
    const { outcome, server } = await call((socket) => {
      const writeMore = () => {
        while (!socket.destroyed && socket.write(bytes));
      };
      socket.on("drain", writeMore);
      socket.write(head("content-type: application/json"));
      writeMore();
    });
    const says = `200 OK with application/json of more than 1 MiB, not a Plant or an Error: ${"x".repeat(199)}…`;
    const message = `POST ${server.url}/plants returned ${says}${IN_DOUBT}`;
    expect(await getRejection(outcome)).toMatchObject({ message, body: "x".repeat(4_096) });
    await server.disconnected;
  });
});

describe("a redirect", () => {
  it.each(["301 Moved", "302 Found", "303 See Other", "307 Temporary", "308 Permanent"])(
    "isn't followed: %s",
    async (status) => {
      const target = await startRawServer(json("200 OK", PLANT));
      const location = `${target.url}/plants`;
      const { outcome, server } = await call(rawAnswer(status, { location }, "Elsewhere"));
      expect(await getRejection(outcome)).toMatchObject({
        name: "PlantStoreResponseError",
        message: `POST ${server.url}/plants returned ${status} with a redirect to ${location}, which is not followed${IN_DOUBT}`,
        body: "Elsewhere",
      });
      expect(server.requests).toHaveLength(1);
      expect(target.connections).toBe(0);
    },
  );

  it("is reported without a target when a browser hides all but its type", async () => {
    const opaque = { type: "opaqueredirect", status: 0, ok: false, statusText: "", headers: new Headers(), body: null };
    const message = `POST ${url} returned 0 with a redirect, which is not followed${IN_DOUBT}`;
    expect(await getRejection(createPlant({ fetch: () => opaque }))).toMatchObject({ message, status: 0 });
  });

  it("that a custom fetch has followed leaves the plant in doubt, whatever the status", async () => {
    const fetch = async () => Object.defineProperty(await refused(), "redirected", { value: true });
    expect(await createPlant({ fetch })).toMatchObject({ error: { error: 7 }, mayHaveBeenCreated: true });
  });
});

// As docs/errors.md says.
it("Node repeats a request after a 421, which the client doesn't see", async () => {
  const { outcome, server } = await call(json("421 Misdirected Request", ERROR));
  expect(await outcome).toMatchObject({ error: { error: 7 }, attempts: 1, mayHaveBeenCreated: false });
  expect(server.requests).toHaveLength(2);
});

describe("an abort", () => {
  it.each([
    ["headers", "HTTP/1.1 200 OK\r\nx-"],
    ["body", `${head("content-length: 16")}${PLANT}`],
  ])("closes the connection when the rest of the %s never comes", async (_, sends) => {
    const controller = new AbortController();
    const server = await startRawServer((socket) => socket.write(sends, () => controller.abort("left")));
    const outcome = createPlant({ baseUrl: server.url }, { signal: controller.signal });
    expect(await getRejection(outcome)).toMatchObject({ name: "AbortError", cause: "left", mayHaveBeenCreated: true });
    await server.disconnected;
  });
});
