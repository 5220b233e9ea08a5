import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { mockServer } from "../support/mock-server.ts";
import { openRawConnection, rawPost, withoutUsual } from "../support/raw-connection.ts";

const FERN = rawPost('{"id":1,"name":"Fern"}');

/** Sends a request that a fault function responds to. */
async function respondedWith(fault: (request: Request) => Response | Promise<Response>) {
  const { mock, url } = await mockServer();
  mock.failNext(fault);
  const connection = await openRawConnection(url);
  connection.send(FERN);
  return { mock, connection };
}

const streaming = (source: UnderlyingDefaultSource<Uint8Array>) => new Response(new ReadableStream(source));

describe("a Response of a fault function on the wire", () => {
  it("keeps its status text, headers and bytes, and the connection stays open", async () => {
    const headers = new Headers([
      ["content-length", "3"],
      ["set-cookie", "a=1"],
      ["set-cookie", "b=2"],
    ]);
    const { connection } = await respondedWith(
      () => new Response(Uint8Array.of(0, 255, 10), { status: 418, statusText: "Short and Stout", headers }),
    );
    expect(withoutUsual(await connection.response())).toBe(
      "HTTP/1.1 418 Short and Stout\r\ncontent-length: 3\r\nset-cookie: a=1\r\nset-cookie: b=2\r\n\r\n\0\xFF\n",
    );
    connection.send(FERN);
    expect(await connection.response()).toContain("200 OK");
  });

  it.each([
    [() => new Response(null), "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n"],
    [() => new Response(null, { status: 204 }), "HTTP/1.1 204 No Content\r\n\r\n"],
    [
      () => new Response("abc"),
      "HTTP/1.1 200 OK\r\ncontent-type: text/plain;charset=UTF-8\r\nTransfer-Encoding: chunked\r\n\r\n",
    ],
  ])("has a length or chunks, unless its status forbids them: %s", async (fault, expected) => {
    const { connection } = await respondedWith(fault);
    expect(withoutUsual(await connection.response())).toBe(expected);
  });

  it.each(["100", "2"])("ends the connection when it announces %s bytes and sends three", async (length) => {
    const { connection } = await respondedWith(() => new Response("abc", { headers: { "content-length": length } }));
    connection.send(FERN);
    expect(withoutUsual(await connection.ended)).toBe(
      `HTTP/1.1 200 OK\r\ncontent-length: ${length}\r\ncontent-type: text/plain;charset=UTF-8\r\n\r\nabc`,
    );
  });

  it("drops the connection when its body fails midway", async () => {
    let fail = () => {};
    const { connection } = await respondedWith(() =>
      streaming({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('{"name'));
          fail = () => controller.error(new Error("cut"));
        },
      }),
    );
    await once(connection.socket, "data");
    fail();
    expect(await connection.ended).toMatch(/\r\n\r\n6\r\n\{"name\r\n$/);
  });

  it.each<[string, UnderlyingDefaultSource<Uint8Array>]>([
    ["never ends", { pull: (controller) => controller.enqueue(new Uint8Array(2 ** 20)) }],
    ["pauses", { start: (controller) => controller.enqueue(new Uint8Array(1024)) }],
  ])("has its body canceled when the client leaves and it %s", async (_, source) => {
    let cancel = () => {};
    const canceled = new Promise<void>((resolve) => (cancel = resolve));
    const { connection } = await respondedWith(() => streaming({ ...source, cancel }));
    await once(connection.socket, "data");
    connection.socket.destroy();
    await canceled;
  });

  it("leads to 500 and an Error when Node can't send its headers", async () => {
    const { connection } = await respondedWith(() => new Response("made", { headers: { "x-odd": "\u0001" } }));
    expect(await connection.response()).toMatch(
      /^HTTP\/1\.1 500 [\s\S]*"The fault's response can't be sent: Invalid character in header content \[\\"x-odd\\"\]"\}$/,
    );
  });

  it("drops the connection without a byte when it is Response.error()", async () => {
    const { connection, mock } = await respondedWith(() => Response.error());
    expect(await connection.ended).toBe("");
    expect(mock.requests).toMatchObject([{ outcome: "fault" }]);
  });
});

describe("the headers of a fault", () => {
  it("replace the Content-Type but not the framing", async () => {
    const { mock, url } = await mockServer();
    const headers = {
      "Content-Type": "application/problem+json",
      "Content-Length": "1",
      "Transfer-Encoding": "chunked",
      "Retry-After": "2",
    };
    mock.failNext({ error: 1, message: "a", status: 503, headers });
    const connection = await openRawConnection(url);
    connection.send(FERN);
    expect(withoutUsual(await connection.response())).toBe(
      'HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/problem+json\r\nretry-after: 2\r\ncontent-length: 25\r\n\r\n{"error":1,"message":"a"}',
    );
  });
});
