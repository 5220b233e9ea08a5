import { once } from "node:events";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { type ServerInternals, serve } from "../../mocks/server/serve.ts";
import { openRawConnection, rawPost, withoutUsual } from "../support/raw-connection.ts";

const BODY = '{"id":1,"name":"Fern"}';
const FERN = rawPost(BODY);
const CHUNKED = rawPost("", { fields: ["Transfer-Encoding: chunked"] }).replace("Content-Length: 0\r\n", "");

async function connected(options: Parameters<typeof serve>[0] = {}, internals?: ServerInternals) {
  const server = await serve(options, internals);
  onTestFinished(() => {
    server.mock.reset();
    return server.close();
  });
  return { ...server, connection: await openRawConnection(server.url) };
}

describe("a request", () => {
  it("gets its response while a test uses fake timers", async () => {
    const { connection } = await connected();
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    connection.send(FERN);
    expect(await connection.response()).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  });

  it("is recorded with its headers, under the URL of its Host or, if that is invalid, of the server (I13)", async () => {
    const { url, mock, connection } = await connected();
    const hosts = ["plants.local:8080", "[::1]:4010", "a b<c>", "plants.local:80x", "x[::1]", "[gg]", ""];
    for (const host of hosts) {
      connection.send(rawPost(BODY, { fields: [`Host: ${host}`, "X-Of: a", "X-Of: b"] }));
      await connection.response();
    }
    const urls = hosts.map((host, index) => `${index < 2 ? `http://${host}` : url}/plants`);
    expect(mock.requests.map((recorded) => recorded.url)).toEqual(urls);
    expect(mock.requests[0]?.headers).toEqual({
      host: "plants.local:8080",
      authorization: "Bearer [redacted]",
      "content-type": "application/json",
      "content-length": "22",
      "x-of": "a, b",
    });
  });

  it.each([
    [{}, "http://a.example.com/v1/plants"],
    [{ baseUrl: "https://plants.example.com/v1" }, "https://plants.example.com/v1/plants"],
  ])("may have an absolute URL as its target, as proxies send it: %j", async (options, url) => {
    const { mock, connection } = await connected(options);
    const statuses = [];
    for (const target of ["http://a.example.com/v1/plants", "*"]) {
      connection.send(rawPost(BODY, { target }));
      statuses.push((await connection.response()).slice(9, 12));
    }
    expect(statuses).toEqual(["200", "404"]);
    expect(mock.requests.map((recorded) => recorded.url)).toEqual([url]);
  });
});

describe("a request without Host by HTTP/1.0", () => {
  it.each([
    ["reaches the operation", FERN.replace("HTTP/1.1\r\nHost: 127.0.0.1", "HTTP/1.0"), "200 OK"],
    ["doesn't reach the control API", "GET /__mock/plants HTTP/1.0\r\n\r\n", "403 Forbidden"],
  ])("%s", async (_, sent, status) => {
    const { connection } = await connected();
    connection.send(sent);
    expect(await connection.response()).toContain(`HTTP/1.1 ${status}\r\n`);
  });
});

describe("a body", () => {
  it.each([
    ["POST", "/animals", "404 Not Found"],
    ["POST", "/__mock/reset", "204 No Content"],
    ["HEAD", "/__mock/plants", "200 OK"],
  ])("that isn't needed may arrive after the response: %s %s", async (method, target, status) => {
    const { connection } = await connected();
    connection.send(rawPost("", { method, target, fields: ["Content-Length: 1000000"] }));
    await once(connection.socket, "data");
    connection.send("x".repeat(1_000_000));
    expect(await connection.ended).toMatch(new RegExp(`^HTTP/1\\.1 ${status}\r\n[\\s\\S]*connection: close\r\n`, "i"));
  });

  it("that breaks off is recorded and logged as aborted", async () => {
    const statuses: unknown[] = [];
    const onServed: ServerInternals["onServed"] = ({ response }) => statuses.push(response?.status);
    const { mock, url, connection } = await connected({}, { onServed });
    connection.send(FERN);
    await connection.response();
    const upload = await openRawConnection(url);
    upload.send(rawPost('{"id":1', { target: "/__mock/plants", fields: ["Content-Length: 1000"] }));
    connection.send(FERN.slice(0, -5));
    await expect.poll(() => mock.requests.length).toBe(2);
    connection.socket.resetAndDestroy();
    upload.socket.destroy();
    await expect.poll(() => statuses).toEqual([200, undefined, undefined]);
    expect(mock.requests[1]?.outcome).toBe("aborted");
  });
});

describe("a refusal", () => {
  const GARBAGE = "HELO mail.example.com\r\n\r\n";
  const LARGE = rawPost("", { fields: [`X: ${"x".repeat(20_000)}`] });
  const CORS = "access-control-allow-origin: *\r\naccess-control-expose-headers: *\r\n";
  const TOO_LARGE = "Invalid NewPlant: larger than 1 MiB.";

  function refusal(status: string, message: string, { cors = "", connection = "connection: close\r\n" } = {}): string {
    const body = JSON.stringify({ error: Number.parseInt(status, 10), message });
    const fields = `${cors}content-type: application/json\r\ncontent-length: ${body.length}\r\n${connection}`;
    return `HTTP/1.1 ${status}\r\n${fields}\r\n${body}`;
  }
  const NOT_HTTP = refusal("400 Bad Request", "The request isn't valid HTTP.");
  const largeHeaders = (cors: string) =>
    refusal("431 Request Header Fields Too Large", "The headers are larger than the mock accepts.", { cors });
  const hosts = (count: number) =>
    refusal("400 Bad Request", `The request must have one Host header, not ${count}.`, { connection: "" });

  it.each<[title: string, sent: string, expected: string, options?: { cors: boolean }]>([
    ["garbage", GARBAGE, NOT_HTTP],
    ["an invalid chunk", `${CHUNKED}zz\r\n`, NOT_HTTP],
    ["large headers", LARGE, largeHeaders(CORS)],
    ["large headers with cors: false", LARGE, largeHeaders(""), { cors: false }],
    ["no Host", "GET /plants HTTP/1.1\r\n\r\n", hosts(0)],
    ["two Hosts", "GET /plants HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n", hosts(2)],
    [
      "a large Content-Length",
      rawPost("", { fields: ["Content-Length: 52428800"] }) + "x".repeat(2 ** 21),
      refusal("400 Bad Request", TOO_LARGE),
    ],
    [
      "a large chunked body",
      `${CHUNKED}${`10000\r\n${"x".repeat(2 ** 16)}\r\n`.repeat(20)}`,
      refusal("400 Bad Request", TOO_LARGE),
    ],
  ])("of %s is an Error", async (_, sent, expected, options = { cors: true }) => {
    const { url, connection } = await connected(options);
    connection.send(sent);
    expect(withoutUsual(await connection.response())).toBe(expected);
    connection.socket.end();
    expect(await connection.ended).toBe("");
    expect((await fetch(url)).status).toBe(200);
  });

  it("of headers or a body that take too long is an Error with 408, unless there was a response", async () => {
    const { url } = await connected({}, { requestTimeoutMs: 60 });
    const send = async (sent: string) => {
      const connection = await openRawConnection(url);
      connection.send(sent);
      return connection.ended;
    };
    const late = refusal("408 Request Timeout", "The request took too long to arrive.", { cors: CORS });
    expect(await send(FERN.slice(0, 30))).toBe(late);
    expect(await send(FERN.slice(0, -5))).toBe(late);
    const responded = await send(rawPost("", { target: "/trees", fields: ["Content-Length: 1000"] }));
    expect(responded).toContain("HTTP/1.1 404 Not Found");
    expect(responded).not.toContain("408");
  });

  it("of invalid HTTP comes after the responses to earlier requests, once", async () => {
    const { mock, connection } = await connected({ delayMs: 10 });
    connection.send(FERN + FERN + GARBAGE);
    connection.send("more");
    expect([await connection.response(), await connection.response()].join()).toMatch(/ 200 OK[\s\S]* 200 OK/);
    expect(await connection.ended).toBe(NOT_HTTP);
    expect(mock.plants.size).toBe(2);
  });

  it("of a second body aborts only that request", async () => {
    const { mock, connection } = await connected();
    connection.send(`${FERN + CHUNKED}zz\r\n`);
    expect(await connection.response()).toContain(" 200 OK\r\n");
    expect(await connection.ended).toBe(NOT_HTTP);
    expect(mock.requests.map(({ outcome }) => outcome)).toEqual(["created", "aborted"]);
  });

  it("of invalid HTTP ends a connection during a streamed response", async () => {
    const { mock, connection } = await connected();
    mock.failNext(() => new Response(new ReadableStream({ start: (c) => c.enqueue(new Uint8Array(3)) })));
    connection.send(FERN);
    await once(connection.socket, "data");
    connection.send(GARBAGE);
    expect(await connection.ended).not.toContain("400");
  });
});
