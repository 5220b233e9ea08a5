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
  it("closes the connection without a byte where it is lost", async () => {
    const { mock, connection } = await serverWith();
    mock.failNext("connection");
    connection.send(FERN);
    expect(await connection.ended).toBe("");
    expect(mock.requests).toMatchObject([{ outcome: "fault" }]);
    expect(mock.requests[0]).not.toHaveProperty("status");
  });

  it("loses two connections, then works", async () => {
    const { url, mock } = await serverWith();
    mock.failNext("connection", "connection");
    const ends: string[] = [];
    for (let attempt = 0; attempt < 3; attempt++) {
      const connection = await openRawConnection(url);
      connection.send(FERN);
      ends.push((await connection.answer()).slice(0, 15));
    }
    expect(ends).toEqual(["", "", "HTTP/1.1 200 OK"]);
  });

  it("never answers, until a reset loses the connection", async () => {
    const { mock, connection } = await serverWith();
    mock.failNext("timeout");
    connection.send(FERN);
    await expect.poll(() => mock.requests.length).toBe(1);
    mock.reset();
    expect(await connection.ended).toBe("");
  });

  it("never answers, until the client goes", async () => {
    const { mock, connection } = await serverWith();
    mock.failNext("timeout");
    connection.send(FERN);
    await expect.poll(() => mock.requests.length).toBe(1);
    connection.socket.destroy();
    await expect.poll(() => mock.requests[0]?.outcome).toBe("aborted");
  });

  it("sends broken JSON of the right length", async () => {
    const { mock, connection } = await serverWith();
    mock.failNext("malformed");
    connection.send(FERN);
    expect(withoutUsual(await connection.answer())).toBe(
      'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 17\r\n\r\n{"name":"Monstera',
    );
  });

  it("sends a page of HTML as a proxy does", async () => {
    const { mock, connection } = await serverWith();
    mock.failNext("html");
    connection.send(FERN);
    expect(await connection.answer()).toMatch(
      /^HTTP\/1\.1 502 Bad Gateway\r\ncontent-type: text\/html; charset=utf-8\r\n/,
    );
  });

  it("is late, and creates the plant all the same", async () => {
    const { mock, connection } = await serverWith();
    mock.failNext({ delayMs: 20 });
    connection.send(FERN);
    expect(await connection.answer()).toContain("200 OK");
    expect(mock.plants.size).toBe(1);
  });
});

describe("a function's Response on the wire", () => {
  it("keeps its reason, its fields and its bytes", async () => {
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
    expect(withoutUsual(await connection.answer())).toBe(
      "HTTP/1.1 418 Short and Stout\r\ncontent-length: 3\r\nset-cookie: a=1\r\nset-cookie: b=2\r\n\r\n\0\xFF\n",
    );
    connection.send(FERN);
    expect(await connection.answer()).toContain("200 OK");
  });

  it("is given the request as it came", async () => {
    const { url, mock, connection } = await serverWith();
    let seen: unknown;
    mock.failNext(async (request) => {
      seen = [request.method, request.url, request.headers.get("authorization"), await request.text()];
      return new Response(null, { status: 204 });
    });
    connection.send(rawPost('{"id":7}', { target: "/v1/plants?a=b", fields: [`Host: ${url.slice(7)}`] }));
    expect(withoutUsual(await connection.answer())).toBe("HTTP/1.1 204 No Content\r\n\r\n");
    expect(seen).toEqual(["POST", `${url}/v1/plants?a=b`, "Bearer test-token", '{"id":7}']);
  });

  it("has a length of 0 without a body, and is chunked where it has one and tells no length", async () => {
    const { mock, connection } = await serverWith();
    mock.failNext(
      () => new Response(null),
      () => new Response("abc"),
    );
    connection.send(FERN);
    expect(withoutUsual(await connection.answer())).toBe("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n");
    connection.send(FERN);
    const answer = await connection.answer();
    expect(withoutUsual(answer)).toBe(
      "HTTP/1.1 200 OK\r\ncontent-type: text/plain;charset=UTF-8\r\nTransfer-Encoding: chunked\r\n\r\n",
    );
  });

  it.each([
    ["more", "100"],
    ["less", "2"],
  ])("ends the connection where it promised %s than it sends, and answers nothing more on it", async (_, length) => {
    const { mock, connection } = await serverWith();
    mock.failNext(() => new Response("abc", { headers: { "content-length": length } }));
    connection.send(FERN + FERN);
    expect(withoutUsual(await connection.ended)).toBe(
      `HTTP/1.1 200 OK\r\ncontent-length: ${length}\r\ncontent-type: text/plain;charset=UTF-8\r\n\r\nabc`,
    );
  });

  it("cuts the connection where its body fails midway", async () => {
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
    ["never ends", { pull: (controller) => controller.enqueue(new Uint8Array(1024)) }],
    ["pauses", { start: (controller) => controller.enqueue(new Uint8Array(1024)) }],
  ])("lets go of a body that %s and whose client has gone", async (_, source) => {
    const { mock, connection } = await serverWith();
    const cancelled = new Promise<void>((resolve) => {
      mock.failNext(() => new Response(new ReadableStream({ ...source, cancel: () => resolve() })));
    });
    connection.send(FERN);
    await once(connection.socket, "data");
    connection.socket.destroy();
    await cancelled;
  });

  it("cuts the connection where its body was read before", async () => {
    const { mock, connection } = await serverWith();
    const used = new Response("abc");
    await used.text();
    mock.failNext(() => used);
    connection.send(FERN);
    await connection.ended;
    const next = await openRawConnection((await mockServer()).url);
    next.send(FERN);
    expect(await next.answer()).toContain("200 OK");
  });
});

describe("a function that fails", () => {
  it.each([
    [
      "throws",
      () => {
        throw new Error("no test-token-of-length here");
      },
    ],
    ["rejects", () => Promise.reject(new Error("no test-token-of-length here"))],
  ])("gives 500 with an Error that says so and holds no token, where it %s", async (_, fault) => {
    const { mock, connection } = await serverWith();
    mock.failNext(fault);
    connection.send(rawPost('{"id":1,"name":"Fern"}', { fields: ["Authorization: Bearer test-token-of-length"] }));
    expect(await connection.answer()).toMatch(
      /^HTTP\/1\.1 500 Internal Server Error\r\n[\s\S]*\r\n\r\n\{"error":500,"message":"A function that the mock was given failed: no \[redacted\] here"\}$/,
    );
    connection.send(FERN);
    expect(await connection.answer()).toContain("200 OK");
  });

  it("gives 500 where it judges tokens", async () => {
    const { connection } = await serverWith({
      token: () => {
        throw "nothing";
      },
    });
    connection.send(FERN);
    expect(await connection.answer()).toMatch(/^HTTP\/1\.1 500 [\s\S]*failed: nothing"\}$/);
  });
});
