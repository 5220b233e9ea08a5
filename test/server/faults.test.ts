import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { mockServer } from "../support/mock-server.ts";
import { openRawConnection, rawPost, withoutUsual } from "../support/raw-connection.ts";

const FERN = rawPost('{"id":1,"name":"Fern"}');

async function serverWith(options: Parameters<typeof mockServer>[0] = {}) {
  const server = await mockServer(options);
  return { ...server, connection: await openRawConnection(server.url) };
}

describe("a fault on the wire", () => {
  it('closes the connection without a byte for "connection"', async () => {
    const { mock, connection } = await serverWith();
    mock.failNext("connection");
    connection.send(FERN);
    expect(await connection.ended).toBe("");
    expect(mock.requests).toMatchObject([{ outcome: "fault" }]);
    expect(mock.requests[0]).not.toHaveProperty("status");
  });

  it("drops two connections, then responds", async () => {
    const { url, mock } = await serverWith();
    mock.failNext("connection", "connection");
    const ends: string[] = [];
    for (let attempt = 0; attempt < 3; attempt++) {
      const connection = await openRawConnection(url);
      connection.send(FERN);
      ends.push((await connection.response()).slice(0, 15));
    }
    expect(ends).toEqual(["", "", "HTTP/1.1 200 OK"]);
  });

  it('holds a "timeout" until a reset closes the connection', async () => {
    const { mock, connection } = await serverWith();
    mock.failNext("timeout");
    connection.send(FERN);
    await expect.poll(() => mock.requests.length).toBe(1);
    mock.reset();
    expect(await connection.ended).toBe("");
  });

  it('holds a "timeout" until the client leaves', async () => {
    const { mock, connection } = await serverWith();
    mock.failNext("timeout");
    connection.send(FERN);
    await expect.poll(() => mock.requests.length).toBe(1);
    connection.socket.destroy();
    await expect.poll(() => mock.requests[0]?.outcome).toBe("aborted");
  });

  it('sends broken JSON of the announced length for "malformed"', async () => {
    const { mock, connection } = await serverWith();
    mock.failNext("malformed");
    connection.send(FERN);
    expect(withoutUsual(await connection.response())).toBe(
      'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 17\r\n\r\n{"name":"Monstera',
    );
  });

  it('sends an HTML page like a proxy for "html"', async () => {
    const { mock, connection } = await serverWith();
    mock.failNext("html");
    connection.send(FERN);
    expect(await connection.response()).toMatch(
      /^HTTP\/1\.1 502 Bad Gateway\r\ncontent-type: text\/html; charset=utf-8\r\n/,
    );
  });

  it("delays the response, and still creates the plant", async () => {
    const { mock, connection } = await serverWith();
    mock.failNext({ delayMs: 20 });
    connection.send(FERN);
    expect(await connection.response()).toContain("200 OK");
    expect(mock.plants.size).toBe(1);
  });
});

describe("the Response of a fault function on the wire", () => {
  it("keeps its status text, headers and bytes", async () => {
    const { mock, connection } = await serverWith();
    mock.failNext(() => {
      const headers = new Headers([
        ["content-length", "3"],
        ["set-cookie", "a=1"],
        ["set-cookie", "b=2"],
      ]);
      return new Response(Uint8Array.of(0, 255, 10), { status: 418, statusText: "Short and Stout", headers });
    });
    connection.send(FERN);
    expect(withoutUsual(await connection.response())).toBe(
      "HTTP/1.1 418 Short and Stout\r\ncontent-length: 3\r\nset-cookie: a=1\r\nset-cookie: b=2\r\n\r\n\0\xFF\n",
    );
    connection.send(FERN);
    expect(await connection.response()).toContain("200 OK");
  });

  it("receives the request as it was sent", async () => {
    const { url, mock, connection } = await serverWith();
    let seen: unknown;
    mock.failNext(async (request) => {
      seen = [request.method, request.url, request.headers.get("authorization"), await request.text()];
      return new Response(null, { status: 204 });
    });
    connection.send(rawPost('{"id":7}', { target: "/v1/plants?a=b", fields: [`Host: ${url.slice(7)}`] }));
    expect(withoutUsual(await connection.response())).toBe("HTTP/1.1 204 No Content\r\n\r\n");
    expect(seen).toEqual(["POST", `${url}/v1/plants?a=b`, "Bearer test-token", '{"id":7}']);
  });

  it("has Content-Length: 0 without a body, and is chunked without a Content-Length", async () => {
    const { mock, connection } = await serverWith();
    mock.failNext(
      () => new Response(null),
      () => new Response("abc"),
    );
    connection.send(FERN);
    expect(withoutUsual(await connection.response())).toBe("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n");
    connection.send(FERN);
    const response = await connection.response();
    expect(withoutUsual(response)).toBe(
      "HTTP/1.1 200 OK\r\ncontent-type: text/plain;charset=UTF-8\r\nTransfer-Encoding: chunked\r\n\r\n",
    );
  });

  it.each([
    ["more", "100"],
    ["less", "2"],
  ])("ends the connection when it announces %s bytes than it sends", async (_, length) => {
    const { mock, connection } = await serverWith();
    mock.failNext(() => new Response("abc", { headers: { "content-length": length } }));
    connection.send(FERN + FERN);
    expect(withoutUsual(await connection.ended)).toBe(
      `HTTP/1.1 200 OK\r\ncontent-length: ${length}\r\ncontent-type: text/plain;charset=UTF-8\r\n\r\nabc`,
    );
  });

  it("drops the connection when its body fails midway", async () => {
    const { mock, connection } = await serverWith();
    let fail = () => {};
    mock.failNext(
      () =>
        new Response(
          new ReadableStream({
            start(controller) {
              controller.enqueue(new TextEncoder().encode('{"name'));
              fail = () => controller.error(new Error("cut"));
            },
          }),
        ),
    );
    connection.send(FERN);
    await once(connection.socket, "data");
    fail();
    expect(await connection.ended).toMatch(/\r\n\r\n6\r\n\{"name\r\n$/);
  });

  it.each<[string, UnderlyingDefaultSource<Uint8Array>]>([
    ["never ends", { pull: (controller) => controller.enqueue(new Uint8Array(2 ** 20)) }],
    ["pauses", { start: (controller) => controller.enqueue(new Uint8Array(1024)) }],
  ])("cancels a body that %s when the client leaves", async (_, source) => {
    const { mock, connection } = await serverWith();
    const cancelled = new Promise<void>((resolve) => {
      mock.failNext(() => new Response(new ReadableStream({ ...source, cancel: () => resolve() })));
    });
    connection.send(FERN);
    await once(connection.socket, "data");
    connection.socket.destroy();
    await cancelled;
  });

  it("leads to 500 and an Error when its body was read before", async () => {
    const { mock, connection } = await serverWith();
    const used = new Response("abc");
    await used.text();
    mock.failNext(() => used);
    connection.send(FERN + FERN);
    expect(await connection.response()).toMatch(
      /^HTTP\/1\.1 500 [\s\S]*"The fault function returned an invalid Response: its body was already read"\}$/,
    );
    expect(await connection.response()).toContain("200 OK");
  });
});

describe("the value of a fault function", () => {
  it("may be any object like a Response", async () => {
    const { mock, connection } = await serverWith();
    const response = {
      status: 418,
      statusText: "",
      headers: new Map([["x-from", "elsewhere"]]),
      arrayBuffer: async () => new TextEncoder().encode("made").buffer,
    };
    mock.failNext(() => response as unknown as Response);
    connection.send(FERN);
    expect(await connection.response()).toMatch(/^HTTP\/1\.1 418 I'm a Teapot\r\nx-from: elsewhere\r\n/);
  });

  it.each<[string, unknown]>([
    ["a string", "made"],
    ["undefined", undefined],
    ["an object", { status: 200 }],
    [
      "a status that HTTP lacks",
      { status: 99, statusText: "", headers: [], arrayBuffer: async () => new ArrayBuffer(0) },
    ],
  ])("leads to 500 and an Error when it is %s", async (_, value) => {
    const { mock, connection } = await serverWith();
    mock.failNext(() => value as Response);
    connection.send(FERN + FERN);
    expect(await connection.response()).toMatch(
      /^HTTP\/1\.1 500 [\s\S]*\{"error":500,"message":"The fault function returned an invalid Response: /,
    );
    expect(await connection.response()).toContain(" 200 OK");
  });
});

describe("the headers of a fault", () => {
  it("replace the Content-Type but not the framing", async () => {
    const { mock, connection } = await serverWith();
    const headers = { "Content-Type": "application/problem+json", "Content-Length": "1", "Retry-After": "2" };
    mock.failNext({ error: 1, message: "a", status: 503, headers });
    connection.send(FERN + FERN);
    expect(withoutUsual(await connection.response())).toBe(
      'HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/problem+json\r\nretry-after: 2\r\ncontent-length: 25\r\n\r\n{"error":1,"message":"a"}',
    );
    expect(await connection.response()).toContain(" 200 OK");
  });
});

describe("a header that Node can't send", () => {
  it("leads to 500 and an Error in the fault of a function", async () => {
    const { mock, connection } = await serverWith();
    mock.failNext(() => new Response("made", { headers: { "x-odd": "\u0001" } }));
    connection.send(FERN + FERN);
    expect(await connection.response()).toMatch(
      /^HTTP\/1\.1 500 [\s\S]*"The fault's response can't be sent: Invalid character in header content \[\\"x-odd\\"\]"\}$/,
    );
    expect(await connection.response()).toContain(" 200 OK");
  });
});

describe("a function that throws", () => {
  it.each([
    [
      "throws",
      () => {
        throw new Error("no test-token-of-length here");
      },
    ],
    ["rejects", () => Promise.reject(new Error("no test-token-of-length here"))],
  ])("responds with 500 and an Error without tokens when a fault function %s", async (_, fault) => {
    const { mock, connection } = await serverWith();
    mock.failNext(fault);
    connection.send(rawPost('{"id":1,"name":"Fern"}', { fields: ["Authorization: Bearer test-token-of-length"] }));
    expect(await connection.response()).toMatch(
      /^HTTP\/1\.1 500 Internal Server Error\r\n[\s\S]*\r\n\r\n\{"error":500,"message":"The fault function threw: no \[redacted\] here"\}$/,
    );
    connection.send(FERN);
    expect(await connection.response()).toContain("200 OK");
  });

  it("responds with 500 when the token function throws", async () => {
    const { connection } = await serverWith({
      token: () => {
        throw "nothing";
      },
    });
    connection.send(FERN);
    expect(await connection.response()).toMatch(/^HTTP\/1\.1 500 [\s\S]*The token function threw: nothing"\}$/);
  });
});
