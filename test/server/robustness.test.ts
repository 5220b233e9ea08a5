import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { type ServedRequest, serve } from "../../mocks/server/serve.ts";
import { mockServer } from "../support/mock-server.ts";
import { post } from "../support/post.ts";
import { openRawConnection, type RawConnection, rawPost, withoutUsual } from "../support/raw-connection.ts";

const FERN = rawPost('{"id":1,"name":"Fern"}');

async function expectResponds(url: string): Promise<void> {
  expect((await post({ fetch, baseUrl: url }, '{"id":1,"name":"Fern"}')).status).toBe(200);
}

const openConnections = (url: string, count: number) =>
  Promise.all(Array.from({ length: count }, () => openRawConnection(url)));

async function getStatuses(connection: RawConnection, count: number): Promise<string[]> {
  const statuses: string[] = [];
  while (statuses.length < count) {
    statuses.push((await connection.response()).slice(0, 15).trim());
  }
  return statuses;
}

describe("the mock server", () => {
  it("serves 2,000 requests on one connection, and records the last 1,000", async () => {
    const { url, mock } = await mockServer();
    const connection = await openRawConnection(url);
    const statuses: string[] = [];
    for (let count = 0; count < 2_000; count += 100) {
      connection.send(FERN.repeat(100));
      statuses.push(...(await getStatuses(connection, 100)));
    }
    expect(new Set(statuses)).toEqual(new Set(["HTTP/1.1 200 OK"]));
    expect(mock.plants.size).toBe(2_000);
    expect(mock.requests).toHaveLength(1_000);
  });

  it("serves 200 connections at once", async () => {
    const { url, mock } = await mockServer({ delayMs: 20 });
    const connections = await openConnections(url, 200);
    for (const connection of connections) {
      connection.send(FERN);
    }
    await expect.poll(() => mock.requests.length).toBe(200);
    const statuses = await Promise.all(connections.map((connection) => getStatuses(connection, 1)));
    expect(statuses.flat()).toEqual(Array(200).fill("HTTP/1.1 200 OK"));
  });

  it('creates one of 1,000 plants with the same id when duplicateIds is "reject", over 50 connections', async () => {
    const { url, mock } = await mockServer({ duplicateIds: "reject" });
    const connections = await openConnections(url, 50);
    for (const connection of connections) {
      connection.send(FERN.repeat(20));
    }
    const statuses = (await Promise.all(connections.map((connection) => getStatuses(connection, 20)))).flat();
    expect(statuses.filter((status) => status === "HTTP/1.1 200 OK")).toHaveLength(1);
    expect(statuses.filter((status) => status === "HTTP/1.1 400 Ba")).toHaveLength(999);
    expect(mock.plants.size).toBe(1);
  });

  it("survives clients that vanish before the first byte, in the headers and in the body", async () => {
    const { url, mock } = await mockServer();
    for (const sent of ["", FERN.slice(0, 30), FERN.slice(0, -5)]) {
      for (const connection of await openConnections(url, 5)) {
        connection.send(sent);
        connection.socket.resetAndDestroy();
        await connection.ended;
      }
    }
    await expectResponds(url);
    expect(mock.plants.size).toBe(1);
  });

  it("survives clients that vanish before and during the response", async () => {
    const { url, mock } = await mockServer();
    mock.failNext(
      { delayMs: 60_000 },
      () => new Response(new ReadableStream({ start: (c) => c.enqueue(new Uint8Array(9)) })),
    );
    const waiting = await openRawConnection(url);
    waiting.send(FERN);
    await expect.poll(() => mock.requests.at(-1)?.newPlant).toBeDefined();
    const reading = await openRawConnection(url);
    reading.send(FERN);
    await once(reading.socket, "data");
    waiting.socket.resetAndDestroy();
    reading.socket.resetAndDestroy();
    await expect.poll(() => mock.requests.filter(({ outcome }) => outcome === "pending").length).toBe(0);
    expect(mock.plants.size).toBe(0);
    await expectResponds(url);
  });

  it("survives a client that ends its side before the response", async () => {
    const { url } = await mockServer({ delayMs: 10 });
    const connection = await openRawConnection(url);
    connection.send(FERN);
    connection.socket.end();
    await connection.ended;
    await expectResponds(url);
  });

  it("serves others beside silent connections", async () => {
    const { url, close } = await mockServer();
    const silent = await openConnections(url, 100);
    await expectResponds(url);
    await close();
    expect(await Promise.all(silent.map(({ ended }) => ended))).toEqual(Array(100).fill(""));
  });

  it("records an upload that breaks off as aborted", async () => {
    const { url, mock } = await mockServer();
    const connection = await openRawConnection(url);
    connection.send(rawPost("", { fields: ["Content-Length: 1000000"] }));
    connection.send(Buffer.alloc(500_000, " "));
    await expect.poll(() => mock.requests.length).toBe(1);
    connection.socket.destroy();
    await expect.poll(() => mock.requests[0]?.outcome).toBe("aborted");
    await expectResponds(url);
  });

  it("survives an upload to the control API that breaks off", async () => {
    const abandoned: ServedRequest[] = [];
    const server = await serve({}, { onServed: (served) => abandoned.push(served) });
    const connection = await openRawConnection(server.url);
    connection.send(rawPost('{"id":1', { target: "/__mock/plants", fields: ["Content-Length: 1000"] }));
    await expect.poll(() => fetch(server.url).then(({ status }) => status)).toBe(200);
    connection.socket.destroy();
    await expect.poll(() => abandoned.filter(({ response }) => response === undefined)).toHaveLength(1);
    await expectResponds(server.url);
    await server.close();
  });

  it("responds to what isn't HTTP with 400 and an Error", async () => {
    const { url } = await mockServer();
    const connection = await openRawConnection(url);
    connection.send("HELO mail.example.com\r\n\r\n");
    expect(await connection.ended).toBe(
      `HTTP/1.1 400 Bad Request\r\ncontent-type: application/json\r\ncontent-length: 55\r\nconnection: close\r\n\r\n{"error":400,"message":"The request isn't valid HTTP."}`,
    );
    await expectResponds(url);
  });

  it("ends a connection that sends invalid HTTP during a streamed response", async () => {
    const { url, mock } = await mockServer();
    mock.failNext(() => new Response(new ReadableStream({ start: (c) => c.enqueue(new Uint8Array(3)) })));
    const connection = await openRawConnection(url);
    connection.send(FERN);
    await once(connection.socket, "data");
    connection.send("HELO mail.example.com\r\n\r\n");
    expect(await connection.ended).not.toContain("400");
    await expectResponds(url);
  });

  it("responds to headers that are too large with 431", async () => {
    const { url } = await mockServer();
    const connection = await openRawConnection(url);
    connection.send(rawPost("", { fields: [`X-Large: ${"x".repeat(20_000)}`] }));
    expect(await connection.ended).toMatch(
      /^HTTP\/1\.1 431 Request Header Fields Too Large\r\n[\s\S]*\{"error":431,"message":"The headers are larger than the mock accepts\."\}$/,
    );
    await expectResponds(url);
  });

  it("responds to headers and bodies that take too long with 408", async () => {
    const server = await serve({}, { requestTimeoutMs: 60 });
    for (const sent of [FERN.slice(0, 30), FERN.slice(0, -5)]) {
      const connection = await openRawConnection(server.url);
      connection.send(sent);
      expect(await connection.ended).toMatch(
        /^HTTP\/1\.1 408 Request Timeout\r\n[\s\S]*\{"error":408,"message":"The request took too long to arrive\."\}$/,
      );
    }
    await expectResponds(server.url);
    await server.close();
    expect(server.mock.requests.map(({ outcome }) => outcome)).toEqual(["aborted", "created"]);
  });

  it("stops waiting for the rest of a body after an early response", async () => {
    const server = await serve({}, { requestTimeoutMs: 60 });
    const connection = await openRawConnection(server.url);
    connection.send(rawPost("", { target: "/trees", fields: ["Content-Length: 1000"] }));
    expect(withoutUsual(await connection.ended)).toMatch(/^HTTP\/1\.1 404 Not Found\r\n[\s\S]*connection: close\r\n/);
    await server.close();
  });

  it("ignores Upgrade, and refuses CONNECT", async () => {
    const { url } = await mockServer();
    const upgrade = await openRawConnection(url);
    upgrade.send(rawPost('{"id":1,"name":"Fern"}', { fields: ["Connection: Upgrade", "Upgrade: websocket"] }));
    expect(await upgrade.response()).toContain("200 OK");
    const tunnel = await openRawConnection(url);
    tunnel.send("CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n");
    expect(await tunnel.ended).not.toContain("200");
    await expectResponds(url);
  });

  it("responds to a request before refusing the CONNECT that follows it", async () => {
    const { url } = await mockServer({ delayMs: 20 });
    const connection = await openRawConnection(url);
    connection.send(
      `${rawPost('{"id":1,"name":"Fern"}')}CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n`,
    );
    expect(await connection.ended).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*\{"name":"Fern"\}HTTP\/1\.1 405 /);
  });
});
