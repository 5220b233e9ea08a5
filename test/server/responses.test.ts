import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { gzipSync } from "node:zlib";
import type { Fault } from "plant-store-sdk/mocks";
import { describe, expect, it } from "vitest";
import { listening } from "../support/listening.ts";
import { post } from "../support/post.ts";
import { withoutUsual } from "../support/raw-connection.ts";
import { FERN, startServer } from "./start-server.ts";

/** Sends a request that fails. */
async function failed(fault: Fault) {
  const { mock, open } = await startServer();
  mock.failNext(fault);
  return open(FERN);
}

const TEXT = "content-type: text/plain;charset=UTF-8\r\n";
const stream = (source: UnderlyingDefaultSource<Uint8Array>) => () => new Response(new ReadableStream(source));

describe("a Response of a fault function on the wire", () => {
  it("keeps its status text, headers and bytes, and the connection stays open", async () => {
    const fields = ["content-length: 3", "set-cookie: a=1", "set-cookie: b=2"];
    const headers = fields.map((field) => field.split(": ") as [string, string]);
    const init = { status: 418, statusText: "Short and Stout", headers };
    const connection = await failed(() => new Response(Uint8Array.of(0, 255, 10), init));
    const expected = `HTTP/1.1 418 Short and Stout\r\n${fields.join("\r\n")}\r\n\r\n\0\xFF\n`;
    expect(withoutUsual(await connection.response())).toBe(expected);
    connection.send(FERN);
    expect(await connection.response()).toContain("200 OK");
  });

  it.each<[Fault, head: string]>([
    [() => new Response(null), "200 OK\r\ncontent-length: 0\r\n"],
    [() => new Response(null, { headers: { "content-length": "0" } }), "200 OK\r\ncontent-length: 0\r\n"],
    [() => new Response(null, { status: 204 }), "204 No Content\r\n"],
    [() => new Response("abc"), `200 OK\r\n${TEXT}Transfer-Encoding: chunked\r\n`],
  ])("has a length or chunks, unless its status forbids them: %s", async (fault, head) => {
    const connection = await failed(fault);
    expect(withoutUsual(await connection.response())).toBe(`HTTP/1.1 ${head}\r\n`);
  });

  it("is decoded when it comes from another service that compresses", async () => {
    const gzip: RequestListener = (_, response) =>
      response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("decoded"));
    const service = await listening(createServer(gzip));
    const { mock, url } = await startServer();
    mock.failNext(() => fetch(service));
    expect(await post({ fetch, baseUrl: url }, FERN)).toMatchObject({ status: 200, body: "decoded" });
  });

  it("ends the connection after its bytes when it announces more than it sends", async () => {
    const { ended } = await failed(() => new Response("abc", { headers: { "content-length": "100" } }));
    expect(withoutUsual(await ended)).toBe(`HTTP/1.1 200 OK\r\ncontent-length: 100\r\n${TEXT}\r\nabc`);
  });

  it("ends the connection without a response when it announces fewer bytes than it sends", async () => {
    const { ended } = await failed(() => new Response("abc", { headers: { "content-length": "2" } }));
    expect(await ended).toBe("");
  });

  it("is sent without a Trailer header, since no trailers follow", async () => {
    const connection = await failed(() => new Response(null, { headers: { trailer: "x-sum" } }));
    expect(withoutUsual(await connection.response())).toBe("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n");
  });

  it("drops the connection when its body fails midway", async () => {
    let fail = () => {};
    const start: UnderlyingDefaultSource<Uint8Array>["start"] = (controller) => {
      controller.enqueue(new TextEncoder().encode('{"name'));
      fail = () => controller.error(new Error("cut"));
    };
    const connection = await failed(stream({ start }));
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
    const connection = await failed(stream({ ...source, cancel }));
    await once(connection.socket, "data");
    connection.socket.destroy();
    await canceled;
  });
});

it("replaces the Content-Type with that of a fault", async () => {
  const headers = { "Content-Type": "application/problem+json", "Retry-After": "2" };
  const connection = await failed({ error: 1, message: "a", status: 503, headers });
  expect(withoutUsual(await connection.response())).toBe(
    'HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/problem+json\r\nretry-after: 2\r\ncontent-length: 25\r\n\r\n{"error":1,"message":"a"}',
  );
});
