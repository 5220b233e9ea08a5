import { once } from "node:events";
import { request } from "node:http";
import { createPlantStoreClient } from "plant-store-sdk";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { mockServer } from "../support/mock-server.ts";
import { post } from "../support/post.ts";
import { openRawConnection, rawPost, withoutUsual } from "../support/raw-connection.ts";

describe("startMockServer on the wire", () => {
  it("responds to a valid request with 200 and the Plant, and stores the exact id (I5, I9, I11)", async () => {
    const { url, mock } = await mockServer();
    const connection = await openRawConnection(url);
    connection.send(rawPost('{"id":9007199254740993,"name":"Fern","tag":"indoor"}'));
    expect(withoutUsual(await connection.response())).toBe(
      'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 30\r\n\r\n{"name":"Fern","tag":"indoor"}',
    );
    expect(mock.plants.all()).toEqual([{ id: 9007199254740993n, name: "Fern", tag: "indoor" }]);
  });

  it("responds to an invalid request with 400 and an Error (I10, I12)", async () => {
    const { url } = await mockServer();
    const connection = await openRawConnection(url);
    connection.send(rawPost('{"id":1,"name":"Fern"}', { fields: ["Authorization: Basic eA=="] }));
    const message = "The Authorization header is malformed: send Authorization: Bearer <ACCESS_TOKEN>.";
    const body = `{"error":400,"message":"${message}"}`;
    expect(withoutUsual(await connection.response())).toBe(
      `HTTP/1.1 400 Bad Request\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
  });

  it("responds while a test uses fake timers", async () => {
    const { url } = await mockServer();
    const connection = await openRawConnection(url);
    vi.useFakeTimers();
    onTestFinished(() => {
      vi.useRealTimers();
    });
    connection.send(rawPost('{"id":1,"name":"Fern"}'));
    expect(await connection.response()).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  });

  it("sends a Content-Length in bytes, not in characters", async () => {
    const { url } = await mockServer();
    const { status, body } = await post({ fetch, baseUrl: url }, '{"id":1,"name":"Ficus 🌱 ß"}');
    expect({ status, body }).toEqual({ status: 200, body: '{"name":"Ficus 🌱 ß"}' });
  });

  it("serves the client under its URL and any path below it (I1, I2)", async () => {
    const { url, mock } = await mockServer({ token: "my-access-token" });
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    for (const baseUrl of [url, `${url}/v1`, `${url}/a/b/`]) {
      const client = createPlantStoreClient({ baseUrl, token: "my-access-token" });
      const { data, error } = await client.createPlant({ id: 1, name: baseUrl });
      expect({ data, error }).toEqual({ data: { name: baseUrl }, error: undefined });
    }
    expect(mock.requests.map((recorded) => recorded.url)).toEqual([
      `${url}/plants`,
      `${url}/v1/plants`,
      `${url}/a/b/plants`,
    ]);
  });

  it("serves only the path of a baseUrl, whatever its host", async () => {
    const { url } = await mockServer({ baseUrl: "https://plants.example.com/v1" });
    expect((await post({ fetch, baseUrl: `${url}/v1` }, '{"id":1,"name":"Fern"}')).status).toBe(200);
    expect((await post({ fetch, baseUrl: url }, '{"id":1,"name":"Fern"}')).body).toBe(
      '{"error":404,"message":"Not found. The only operation is POST https://plants.example.com/v1/plants."}',
    );
  });

  it("treats an absolute request target as one of its own, as proxies do", async () => {
    const { url, mock } = await mockServer({ baseUrl: "https://plants.example.com/v1" });
    const connection = await openRawConnection(url);
    connection.send(rawPost('{"id":1,"name":"Fern"}', { target: `${url}/v1/plants` }));
    expect(await connection.response()).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(mock.requests.map((recorded) => recorded.url)).toEqual(["https://plants.example.com/v1/plants"]);
  });

  it.each(["plants.local", "plants.local:8080", "[::1]", "[::1]:4010"])(
    "records the Host %s as part of the URL",
    async (host) => {
      const { url, mock } = await mockServer();
      const connection = await openRawConnection(url);
      connection.send(rawPost('{"id":1,"name":"Fern"}', { fields: [`Host: ${host}`] }));
      await connection.response();
      expect(mock.requests[0]?.url).toBe(`http://${host}/plants`);
    },
  );

  it.each([
    "a b",
    "a/b",
    "plants.local:",
    "plants.local:port",
    "plants.local:80x",
    "x[::1]",
    "[::1]x",
    "[gg]",
    "[]",
    "",
  ])("ignores the invalid Host %j", async (host) => {
    const { url, mock } = await mockServer();
    const connection = await openRawConnection(url);
    connection.send(rawPost('{"id":1,"name":"Fern"}', { fields: [`Host: ${host}`] }));
    await connection.response();
    expect(mock.requests[0]?.url).toBe(`${url}/plants`);
  });

  it("responds with 404 to other paths and 405 to other methods, without a body to HEAD", async () => {
    const { url } = await mockServer();
    const elsewhere = await fetch(`${url}/trees`, { method: "POST", body: "{}" });
    expect(elsewhere.status).toBe(404);
    expect(await elsewhere.json()).toEqual({
      error: 404,
      message: "Not found. The only operation is POST */plants.",
    });
    const got = await fetch(`${url}/plants`);
    expect([got.status, got.headers.get("allow")]).toEqual([405, "POST"]);
    expect(await got.json()).toEqual({
      error: 405,
      message: "Method not allowed. The only operation is POST */plants.",
    });
    const head = await fetch(`${url}/plants`, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([405, ""]);
  });

  it("reads a chunked body that arrives byte by byte", async () => {
    const { url, mock } = await mockServer();
    const connection = await openRawConnection(url);
    const bytes = rawPost('{"id":1,"name":"Ficus 🌱"}', { fields: ["Transfer-Encoding: chunked", "Content-Length:"] });
    const [head, body] = bytes.replace("Content-Length:\r\n", "").split("\r\n\r\n") as [string, string];
    connection.send(`${head}\r\n\r\n`);
    for (const byte of Buffer.from(body)) {
      connection.send(Buffer.concat([Buffer.from("1\r\n"), Buffer.of(byte), Buffer.from("\r\n")]));
      await new Promise((resolve) => setImmediate(resolve));
    }
    connection.send("0\r\n\r\n");
    expect(await connection.response()).toContain("200 OK");
    expect(mock.plants.get(1)?.name).toBe("Ficus 🌱");
  });

  it("responds to pipelined requests in order", async () => {
    const { url } = await mockServer();
    const connection = await openRawConnection(url);
    connection.send(["A", "B", "C"].map((name) => rawPost(`{"id":1,"name":"${name}"}`)).join(""));
    for (const name of ["A", "B", "C"]) {
      expect(await connection.response()).toContain(`{"name":"${name}"}`);
    }
  });

  it("records an absolute target as the URL, and its own URL for an invalid Host", async () => {
    const { url, mock } = await mockServer();
    const connection = await openRawConnection(url);
    connection.send(rawPost('{"id":1,"name":"A"}', { target: "http://plants.example.com/v1/plants" }));
    expect(await connection.response()).toContain("200 OK");
    connection.send(rawPost('{"id":2,"name":"B"}', { fields: ["Host: a b<c>"] }));
    expect(await connection.response()).toContain("200 OK");
    expect(mock.requests.map((recorded) => recorded.url)).toEqual([
      "http://plants.example.com/v1/plants",
      `${url}/plants`,
    ]);
  });

  it("records the headers, with the token redacted (I13)", async () => {
    const { url, mock } = await mockServer();
    const connection = await openRawConnection(url);
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

  it("reports missing credentials (I13)", async () => {
    const { url } = await mockServer();
    const headers = { "content-type": "application/json" };
    const response = await fetch(`${url}/plants`, { method: "POST", headers, body: '{"id":1,"name":"Fern"}' });
    expect(await response.text()).toBe(
      '{"error":400,"message":"The Authorization header is missing: send Authorization: Bearer <ACCESS_TOKEN>."}',
    );
  });

  it.each([
    ["a Content-Length", ["Content-Length: 52428800"]],
    ["chunks", ["Transfer-Encoding: chunked"]],
  ])("refuses a body that is too large by %s, and ends the connection", async (_, fields) => {
    const { url, mock } = await mockServer();
    const connection = await openRawConnection(url);
    const head = rawPost("", { fields }).replace("Content-Length: 0\r\n", "");
    connection.send(head);
    const piece = Buffer.alloc(64 * 1024, " ");
    const chunk = fields[0]?.startsWith("T")
      ? Buffer.concat([Buffer.from("10000\r\n"), piece, Buffer.from("\r\n")])
      : piece;
    for (let sent = 0; sent < 2 * 2 ** 20; sent += piece.length) {
      connection.send(chunk);
    }
    const response = await connection.response();
    expect(withoutUsual(response)).toBe(
      'HTTP/1.1 400 Bad Request\r\ncontent-type: application/json\r\ncontent-length: 62\r\nconnection: close\r\n\r\n{"error":400,"message":"Invalid NewPlant: larger than 1 MiB."}',
    );
    connection.socket.end();
    expect(await connection.ended).toBe("");
    expect(mock.requests).toMatchObject([{ outcome: "refused", body: "[larger than 1 MiB]" }]);
  });

  it("refuses a body that is too large by its Content-Length before it arrives, and passes none of it to a fault function", async () => {
    const { url, mock } = await mockServer();
    let seen: string | undefined;
    mock.failNext({ delayMs: 0 }, async (request) => {
      seen = await request.text();
      return new Response();
    });
    for (const status of ["400 Bad Request", "200 OK"]) {
      const connection = await openRawConnection(url);
      connection.send(rawPost("", { fields: ["Content-Length: 52428800"] }));
      expect(await connection.response()).toContain(`HTTP/1.1 ${status}\r\n`);
    }
    expect(seen).toBe("");
    expect(mock.requests.map(({ body }) => body)).toEqual(["[larger than 1 MiB]", "[larger than 1 MiB]"]);
  });

  it("responds before the body has arrived when it is not needed, and ends the connection after it", async () => {
    const { url } = await mockServer();
    const connection = await openRawConnection(url);
    connection.send(rawPost("", { target: "/animals", fields: ["Content-Length: 10"] }));
    expect(withoutUsual(await connection.response())).toMatch(
      /^HTTP\/1\.1 404 Not Found\r\ncontent-type: application\/json\r\ncontent-length: \d+\r\nconnection: close\r\n/,
    );
    connection.send("0123456789");
    expect(await connection.ended).toBe("");
  });

  it.each([
    ["POST", "/__mock/reset", "204 No Content"],
    ["HEAD", "/__mock/plants", "200 OK"],
  ])("responds without a body before the body has arrived: %s %s", async (method, target, status) => {
    const { url } = await mockServer();
    const connection = await openRawConnection(url);
    connection.send(rawPost("", { method, target, fields: ["Content-Length: 1000000"] }));
    await once(connection.socket, "data");
    connection.send("x".repeat(1_000_000));
    expect(await connection.ended).toMatch(new RegExp(`^HTTP/1\\.1 ${status}\r\n`));
  });

  it("responds to Expect: 100-continue", async () => {
    const { url } = await mockServer();
    const response = await new Promise<number | undefined>((resolve, reject) => {
      const headers = { authorization: "Bearer a", "content-type": "application/json", expect: "100-continue" };
      const asking = request(`${url}/plants`, { method: "POST", headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      asking.on("continue", () => asking.end('{"id":1,"name":"Fern"}'));
      asking.on("error", reject);
      asking.flushHeaders();
    });
    expect(response).toBe(200);
  });
});
