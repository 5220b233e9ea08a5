import { describe, expect, it, onTestFinished, vi } from "vitest";
import { rawPost } from "../support/raw-connection.ts";
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

  it("is recorded with its headers, under the URL of its Host or, if that is invalid, of localhost (I13)", async () => {
    const { mock, open } = await startServer();
    const connection = await open();
    const valid = ["plants.local:8080", "plants.local", "[::1]:4010", "[::1]"];
    const hosts = [...valid, "a b<c>", "plants.local:80x", "x[::1]", "[::1]x", "[gg]", ""];
    for (const host of hosts) {
      connection.send(rawPost(BODY, { fields: [`Host: ${host}`, "X-Of: host", "X-Of: b"] }));
      await connection.response();
    }
    const urls = hosts.map((host, index) => `http://${index < valid.length ? host : "localhost"}/plants`);
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
    const { mock, open } = await startServer();
    const operation = await open(FERN.replace("HTTP/1.1\r\nHost: 127.0.0.1", "HTTP/1.0"));
    expect(await operation.response()).toContain("HTTP/1.1 200 OK\r\n");
    expect(mock.requests[0]?.url).toBe("http://localhost/plants");
    const control = await open("GET /__mock/plants HTTP/1.0\r\n\r\n");
    expect(await control.response()).toContain("HTTP/1.1 403 Forbidden\r\n");
  });
});

describe("a body", () => {
  it("that breaks off leaves no record, and is logged without a response", async () => {
    const statuses: unknown[] = [];
    const { mock, open } = await startServer({}, { onServed: ({ response }) => statuses.push(response?.status) });
    const connection = await open(FERN);
    await connection.response();
    connection.send(FERN.slice(0, -5));
    connection.socket.resetAndDestroy();
    await expect.poll(() => statuses).toEqual([200, undefined]);
    expect([mock.requests.length, mock.plants.size]).toEqual([1, 1]);
  });

  const LARGE_BODY = rawPost("x".repeat(2 ** 21));
  const LARGE_CHUNKS = `${CHUNKED}${`10000\r\n${"x".repeat(2 ** 16)}\r\n`.repeat(20)}0\r\n\r\n`;

  it.each([
    ["with a Content-Length", LARGE_BODY],
    ["in chunks", LARGE_CHUNKS],
  ])("of more than 1 MiB is refused, and the next request has its response: %s", async (_, sent) => {
    const { open } = await startServer();
    const connection = await open(sent + FERN);
    const refusal = await connection.response();
    expect(refusal).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(refusal).toContain('{"error":400,"message":"Invalid NewPlant: larger than 1 MiB."}');
    expect(await connection.response()).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  });
});

it("responds while uploads of others have sent only their headers", async () => {
  const { open } = await startServer();
  const uploading = rawPost("", { fields: ["Content-Length: 1000000"] });
  await Promise.all(Array.from({ length: 100 }, () => open(uploading)));
  expect(await (await open(FERN)).response()).toContain("200 OK");
});

describe("responses to pipelined requests", () => {
  it("come in the order of the requests", async () => {
    const { mock, open } = await startServer();
    mock.failNext({ error: 1, message: "late", delayMs: 20 });
    const connection = await open(FERN + FERN);
    expect(await connection.response()).toContain('"message":"late"');
    expect(await connection.response()).toContain('{"name":"Fern"}');
  });

  it("come before the end of a connection that sends garbage", async () => {
    const { open } = await startServer();
    const { ended } = await open(`${FERN}HELO mail.example.com\r\n\r\n`);
    expect(await ended).toMatch(/^HTTP\/1\.1 (?:200|400) /);
  });
});
