import { once } from "node:events";
import { networkInterfaces } from "node:os";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { ServedRequest } from "../../mocks/server/respond.ts";
import { type ServerInternals, serve } from "../../mocks/server/serve.ts";
import { mockServer } from "../support/mock-server.ts";
import { openRawConnection, rawPost, withoutUsual } from "../support/raw-connection.ts";

const FERN = rawPost('{"id":1,"name":"Fern"}');
const CHUNKED = rawPost("", { fields: ["Transfer-Encoding: chunked"] }).replace("Content-Length: 0\r\n", "");
const error = (status: number, message: string) => JSON.stringify({ error: status, message });

async function connected(options: Parameters<typeof mockServer>[0] = {}, internals?: ServerInternals) {
  const server = internals ? await serve(options, internals) : await mockServer(options);
  onTestFinished(() => server.close());
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

  it("is recorded with its headers (I13)", async () => {
    const { mock, connection } = await connected();
    connection.send(rawPost('{"id":1,"name":"Fern"}', { fields: ["X-Of: a", "X-Of: b"] }));
    await connection.response();
    expect(mock.requests[0]?.headers).toEqual({
      host: "127.0.0.1",
      authorization: "Bearer [redacted]",
      "content-type": "application/json",
      "content-length": "22",
      "x-of": "a, b",
    });
  });

  it.each<[string, string]>([
    ["plants.local:8080", "http://plants.local:8080"],
    ["[::1]:4010", "http://[::1]:4010"],
    ...["a b<c>", "plants.local:80x", "x[::1]", "[gg]", ""].map((host): [string, string] => [host, "its own"]),
  ])("with the Host %j is recorded under %s URL", async (host, origin) => {
    const { url, mock, connection } = await connected();
    connection.send(rawPost('{"id":1,"name":"Fern"}', { fields: [`Host: ${host}`] }));
    await connection.response();
    expect(mock.requests[0]?.url).toBe(`${origin === "its own" ? url : origin}/plants`);
  });

  it.each([
    [{}, "http://a.example.com/v1/plants"],
    [{ baseUrl: "https://plants.example.com/v1" }, "https://plants.example.com/v1/plants"],
  ])("may have an absolute URL as its target, as proxies send it: %j", async (options, url) => {
    const { mock, connection } = await connected(options);
    for (const target of ["http://a.example.com/v1/plants", "*"]) {
      connection.send(rawPost('{"id":1,"name":"Fern"}', { target }));
    }
    expect([await connection.response(), await connection.response()].map((text) => text.slice(9, 12))).toEqual([
      "200",
      "404",
    ]);
    expect(mock.requests.map((recorded) => recorded.url)).toEqual([url]);
  });

  it("may come without Host by HTTP/1.0", async () => {
    const { url, connection } = await connected();
    connection.send(FERN.replace("HTTP/1.1\r\nHost: 127.0.0.1", "HTTP/1.0"));
    expect(await connection.response()).toContain(" 200 OK\r\n");
    const controlling = await openRawConnection(url);
    controlling.send("GET /__mock/plants HTTP/1.0\r\n\r\n");
    expect(await controlling.response()).toMatch(/ 403 Forbidden\r\n[\s\S]*check the Host header/);
  });

  const outside = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === "IPv4" && !internal)?.address;

  it.skipIf(outside === undefined)("from another address reaches the control API only by controlHosts", async () => {
    const { url } = await mockServer({ host: "0.0.0.0", controlHosts: ["mock"] });
    const statuses: string[] = [];
    for (const host of ["mock:4010", "localhost", "mock.example.com"]) {
      const connection = await openRawConnection(url.replace("127.0.0.1", String(outside)));
      connection.send(`GET /__mock/plants HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
      statuses.push((await connection.response()).slice(9, 12));
    }
    expect(statuses).toEqual(["200", "403", "403"]);
  });
});

describe("a body", () => {
  it("may arrive byte by byte", async () => {
    const { mock, connection } = await connected();
    connection.send(CHUNKED);
    for (const byte of Buffer.from('{"id":1,"name":"🌱"}')) {
      connection.send(Buffer.concat([Buffer.from("1\r\n"), Buffer.of(byte), Buffer.from("\r\n")]));
      await new Promise((resolve) => setImmediate(resolve));
    }
    connection.send("0\r\n\r\n");
    expect(await connection.response()).toContain("200 OK");
    expect(mock.plants.get(1)?.name).toBe("🌱");
  });

  it.each([
    ["its Content-Length", rawPost("", { fields: ["Content-Length: 52428800"] }), "x".repeat(2 ** 21)],
    ["its chunks", CHUNKED, `10000\r\n${"x".repeat(2 ** 16)}\r\n`.repeat(20)],
  ])("that is too large by %s is refused, and ends the connection", async (_, head, body) => {
    const { mock, connection } = await connected();
    connection.send(head + body);
    expect(withoutUsual(await connection.response())).toBe(
      `HTTP/1.1 400 Bad Request\r\ncontent-type: application/json\r\ncontent-length: 62\r\nconnection: close\r\n\r\n${error(400, "Invalid NewPlant: larger than 1 MiB.")}`,
    );
    connection.socket.end();
    expect(await connection.ended).toBe("");
    expect(mock.requests).toMatchObject([{ outcome: "refused", body: "[larger than 1 MiB]" }]);
  });

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

  it("that breaks off is recorded as aborted, and the log says so", async () => {
    const served: ServedRequest[] = [];
    const { mock, url, connection } = await connected({}, { onServed: (each) => served.push(each) });
    connection.send(FERN);
    await connection.response();
    const upload = await openRawConnection(url);
    upload.send(rawPost('{"id":1', { target: "/__mock/plants", fields: ["Content-Length: 1000"] }));
    connection.send(FERN.slice(0, -5));
    await expect.poll(() => mock.requests.length).toBe(2);
    connection.socket.resetAndDestroy();
    upload.socket.destroy();
    await expect.poll(() => served.map(({ response }) => response?.status)).toEqual([200, undefined, undefined]);
    expect(mock.requests[1]?.outcome).toBe("aborted");
  });

  it("that takes too long, as headers that do, gets 408", async () => {
    const { url } = await connected({}, { requestTimeoutMs: 60 });
    for (const sent of [FERN.slice(0, 30), FERN.slice(0, -5)]) {
      const connection = await openRawConnection(url);
      connection.send(sent);
      expect(await connection.ended).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n[\s\S]*took too long to arrive\."\}$/);
    }
    const late = await openRawConnection(url);
    late.send(rawPost("", { target: "/trees", fields: ["Content-Length: 1000"] }));
    expect(await late.ended).toMatch(/^HTTP\/1\.1 404 Not Found\r\n/);
  });
});

describe("invalid HTTP", () => {
  const NOT_HTTP = error(400, "The request isn't valid HTTP.");
  const TOO_LARGE = error(431, "The headers are larger than the mock accepts.");
  const cors = "access-control-allow-origin: *\r\naccess-control-expose-headers: *\r\n";
  const raw = (status: string, body: string, cors = "") =>
    `HTTP/1.1 ${status}\r\n${cors}content-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`;

  it.each([
    ["garbage", "HELO mail.example.com\r\n\r\n", raw("400 Bad Request", NOT_HTTP)],
    ["an unknown method", "BREW /plants HTTP/1.1\r\nHost: a\r\n\r\n", raw("400 Bad Request", NOT_HTTP)],
    ["an invalid chunk", `${CHUNKED}zz\r\n`, raw("400 Bad Request", NOT_HTTP)],
    [
      "large headers",
      rawPost("", { fields: [`X: ${"x".repeat(20_000)}`] }),
      raw("431 Request Header Fields Too Large", TOO_LARGE, cors),
    ],
  ])("gets an Error as its response: %s", async (_, bytes, expected) => {
    const { url, connection } = await connected();
    connection.send(bytes);
    expect(await connection.ended).toBe(expected);
    expect((await fetch(url)).status).toBe(200);
  });

  it("has no CORS headers with cors: false", async () => {
    const { connection } = await connected({ cors: false });
    connection.send(rawPost("", { fields: [`X: ${"x".repeat(20_000)}`] }));
    expect(await connection.ended).toBe(raw("431 Request Header Fields Too Large", TOO_LARGE));
  });

  it.each([
    ["no Host", "POST /plants HTTP/1.1\r\nContent-Length: 0\r\n\r\n", 0],
    ["two", "POST /plants HTTP/1.1\r\nHost: a\r\nhost: b\r\nContent-Length: 0\r\n\r\n", 2],
  ])("includes a request with %s", async (_, bytes, count) => {
    const { connection } = await connected();
    connection.send(bytes);
    const message = `The request must have one Host header, not ${count}.`;
    expect(await connection.response()).toMatch(
      new RegExp(`^HTTP/1\\.1 400 Bad Request\r\n[\\s\\S]*${error(400, message)}$`),
    );
  });

  it("gets its error after the responses to earlier requests, once", async () => {
    const { mock, connection } = await connected({ delayMs: 10 });
    connection.send(`${FERN + FERN}HELO mail.example.com\r\n\r\n`);
    connection.send("more");
    expect([await connection.response(), await connection.response()].join()).toMatch(/ 200 OK[\s\S]* 200 OK/);
    expect(await connection.ended).toBe(raw("400 Bad Request", NOT_HTTP));
    expect(mock.plants.size).toBe(2);
  });

  it("in the second body aborts only that request", async () => {
    const { mock, connection } = await connected();
    connection.send(`${FERN + CHUNKED}zz\r\n`);
    expect(await connection.response()).toContain(" 200 OK\r\n");
    expect(await connection.ended).toBe(raw("400 Bad Request", NOT_HTTP));
    expect(mock.requests.map(({ outcome }) => outcome)).toEqual(["created", "aborted"]);
  });

  it("ends a connection during a streamed response", async () => {
    const { mock, connection } = await connected();
    mock.failNext(() => new Response(new ReadableStream({ start: (c) => c.enqueue(new Uint8Array(3)) })));
    connection.send(FERN);
    await once(connection.socket, "data");
    connection.send("HELO mail.example.com\r\n\r\n");
    expect(await connection.ended).not.toContain("400");
  });
});
