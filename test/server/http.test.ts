import { once } from "node:events";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { rawPost, withoutUsual } from "../support/raw-connection.ts";
import { BODY, FERN, startServer } from "./start-server.ts";

const CHUNKED = rawPost("", { fields: ["Transfer-Encoding: chunked"] }).replace("Content-Length: 0\r\n", "");

describe("a request", () => {
  it("gets its response while a test uses fake timers", async () => {
    const connection = await (await startServer()).open();
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    connection.send(FERN);
    expect(await connection.response()).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  });

  it("is recorded with its headers, under the URL of its Host or, if that is invalid, of the server (I13)", async () => {
    const { url, mock, open } = await startServer();
    const connection = await open();
    const valid = ["plants.local:8080", "plants.local", "[::1]:4010", "[::1]"];
    const hosts = [...valid, "a b<c>", "plants.local:80x", "x[::1]", "[::1]x", "[gg]", ""];
    for (const host of hosts) {
      connection.send(rawPost(BODY, { fields: [`Host: ${host}`, "X-Of: host", "X-Of: b"] }));
      await connection.response();
    }
    const urls = hosts.map((host, index) => `${index < valid.length ? `http://${host}` : url}/plants`);
    expect(mock.requests.map((recorded) => recorded.url)).toEqual(urls);
    expect(mock.requests[0]?.headers).toEqual({
      host: "plants.local:8080",
      authorization: "Bearer [redacted]",
      "content-type": "application/json",
      "content-length": "22",
      "x-of": "host, b",
    });
  });

  it.each([
    [{}, "http://a.example.com/v1/plants"],
    [{ baseUrl: "https://plants.example.com/v1" }, "https://plants.example.com/v1/plants"],
  ])("may have an absolute URL as its target, as proxies send it: %j", async (options, url) => {
    const { mock, open } = await startServer(options);
    const connection = await open(rawPost(BODY, { target: "http://a.example.com/v1/plants" }));
    expect(await connection.response()).toContain(" 200 OK\r\n");
    connection.send(rawPost(BODY, { target: "*" }));
    expect(await connection.response()).toContain(" 404 Not Found\r\n");
    expect(mock.requests.map((recorded) => recorded.url)).toEqual([url]);
  });

  it("by HTTP/1.0 without Host reaches the operation, but not the control API", async () => {
    const { url, mock, open } = await startServer();
    const operation = await open(FERN.replace("HTTP/1.1\r\nHost: 127.0.0.1", "HTTP/1.0"));
    expect(await operation.response()).toContain("HTTP/1.1 200 OK\r\n");
    expect(mock.requests[0]?.url).toBe(`${url}/plants`);
    const control = await open("GET /__mock/plants HTTP/1.0\r\n\r\n");
    expect(await control.response()).toContain("HTTP/1.1 403 Forbidden\r\n");
  });
});

describe("a body", () => {
  it.each([
    ["/animals", "404 Not Found"],
    ["/__mock/reset", "204 No Content"],
  ])("that isn't needed may arrive after the response: %s", async (target, status) => {
    const { open } = await startServer();
    const connection = await open(rawPost("", { target, fields: ["Content-Length: 1000000"] }));
    await once(connection.socket, "data");
    connection.send("x".repeat(1_000_000));
    const response = await connection.ended;
    expect(response).toMatch(new RegExp(`^HTTP/1\\.1 ${status}\r\n[\\s\\S]*connection: close\r\n`, "i"));
    expect(response).not.toContain("content-length: 0");
  });

  it("that breaks off is recorded and logged as aborted", async () => {
    const statuses: unknown[] = [];
    const { mock, open } = await startServer({}, { onServed: ({ response }) => statuses.push(response?.status) });
    const connection = await open(FERN);
    await connection.response();
    const upload = await open(rawPost('{"id":1', { target: "/__mock/plants", fields: ["Content-Length: 1000"] }));
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
  const LARGE_HEADERS = rawPost("", { fields: [`X: ${"x".repeat(20_000)}`] });
  const LARGE_BODY = rawPost("", { fields: ["Content-Length: 52428800"] }) + "x".repeat(2 ** 21);
  const LARGE_CHUNKS = CHUNKED + `10000\r\n${"x".repeat(2 ** 16)}\r\n`.repeat(20);
  const CORS = "access-control-allow-origin: *\r\naccess-control-expose-headers: *\r\n";
  const CLOSE = "connection: close\r\n";

  function refusal(status: string, message: string, { cors = "", close = CLOSE } = {}): string {
    const body = JSON.stringify({ error: Number.parseInt(status, 10), message });
    const fields = `${cors}content-type: application/json\r\ncontent-length: ${body.length}\r\n${close}`;
    return `HTTP/1.1 ${status}\r\n${fields}\r\n${body}`;
  }
  const badRequest = (message: string, close = CLOSE) => refusal("400 Bad Request", message, { close });
  const NOT_HTTP = badRequest("The request isn't valid HTTP.");
  const TOO_LARGE = badRequest("Invalid NewPlant: larger than 1 MiB.");
  const hosts = (count: number) => badRequest(`The request must have one Host header, not ${count}.`, "");
  const headersTooLarge = (cors: string) =>
    refusal("431 Request Header Fields Too Large", "The headers are larger than the mock accepts.", { cors });

  it.each<[title: string, sent: string, expected: string, options?: { cors: boolean }]>([
    ["garbage", GARBAGE, NOT_HTTP],
    ["an invalid chunk", `${CHUNKED}zz\r\n`, NOT_HTTP],
    ["large headers", LARGE_HEADERS, headersTooLarge(CORS)],
    ["large headers with cors: false", LARGE_HEADERS, headersTooLarge(""), { cors: false }],
    ["no Host", "GET / HTTP/1.1\r\n\r\n", hosts(0)],
    ["two Hosts", "GET / HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n", hosts(2)],
    ["a large Content-Length", LARGE_BODY, TOO_LARGE],
    ["a large chunked body", LARGE_CHUNKS, TOO_LARGE],
  ])("of %s is an Error", async (_, sent, expected, options = { cors: true }) => {
    const { url, open } = await startServer(options);
    const connection = await open(sent);
    expect(withoutUsual(await connection.response())).toBe(expected);
    connection.socket.end();
    expect(await connection.ended).toBe("");
    expect((await fetch(url)).status).toBe(200);
  });

  it("of headers or a body that take too long is an Error with 408, unless there was a response", async () => {
    const { open } = await startServer({}, { requestTimeoutMs: 60 });
    const late = refusal("408 Request Timeout", "The request took too long to arrive.", { cors: CORS });
    expect(await (await open(FERN.slice(0, 30))).ended).toBe(late);
    expect(await (await open(FERN.slice(0, -5))).ended).toBe(late);
    const responded = await open(rawPost("", { target: "/trees", fields: ["Content-Length: 1000"] }));
    expect(await responded.ended).toMatch(/^HTTP\/1\.1 404 Not Found(?![\s\S]*408)/);
  });

  it.each([
    ["an invalid request", FERN + FERN + GARBAGE, ["200", "200", "400"], ["created", "created"]],
    ["an invalid body", `${FERN + CHUNKED}zz\r\n`, ["200", "400"], ["created", "aborted"]],
  ])("of %s comes after the responses to earlier requests, once", async (_, sent, statuses, outcomes) => {
    const { mock, open } = await startServer({ delayMs: 10 });
    const connection = await open(sent);
    connection.send("more");
    expect((await connection.ended).match(/(?<=HTTP\/1\.1 )\d+/g)).toEqual(statuses);
    expect(mock.requests.map(({ outcome }) => outcome)).toEqual(outcomes);
  });

  it("of invalid HTTP ends a connection during a streamed response", async () => {
    const { mock, open } = await startServer();
    mock.failNext(() => new Response(new ReadableStream({ start: (c) => c.enqueue(new Uint8Array(3)) })));
    const connection = await open(FERN);
    await once(connection.socket, "data");
    connection.send(GARBAGE);
    expect(await connection.ended).not.toContain("400");
  });
});
