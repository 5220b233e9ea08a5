import { once } from "node:events";
import { Agent, request } from "node:http";
import { describe, expect, it } from "vitest";
import { type Served, serve } from "../../mocks/server/serve.ts";
import { mockServer } from "../support/mock-server.ts";
import { post } from "../support/post.ts";
import { openRawConnection, rawPost, withoutUsual } from "../support/raw-connection.ts";

const FERN = rawPost('{"id":1,"name":"Fern"}');

/** That the server still answers, on a new connection. */
async function expectAnswers(url: string): Promise<void> {
  expect((await post({ fetch, baseUrl: url }, '{"id":1,"name":"Fern"}')).status).toBe(200);
}

/** Asks one after the other, or each on a connection of the agent's own. */
function ask(url: string, agent: Agent): Promise<number | undefined> {
  const body = '{"id":1,"name":"Fern"}';
  const headers = { authorization: "Bearer a", "content-type": "application/json", "content-length": body.length };
  return new Promise((resolve, reject) => {
    const asking = request(`${url}/plants`, { method: "POST", agent, headers }, (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode));
    });
    asking.on("error", reject);
    asking.end(body);
  });
}

describe("the mock server keeps answering", () => {
  it("through 10,000 requests on one connection, and remembers the last 1,000", async () => {
    const { url, mock } = await mockServer();
    let connections = 0;
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    agent.on("free", () => {});
    for (let count = 0; count < 10_000; count++) {
      expect(await ask(url, agent)).toBe(200);
      connections = Math.max(connections, Object.values(agent.freeSockets).flat().length);
    }
    agent.destroy();
    expect(connections).toBe(1);
    expect(mock.plants.size).toBe(10_000);
    expect(mock.requests).toHaveLength(1_000);
  });

  it("on 200 connections at once", async () => {
    const { url, mock } = await mockServer({ delayMs: 20 });
    const agent = new Agent({ keepAlive: true, maxSockets: 200 });
    const asked = Array.from({ length: 200 }, () => ask(url, agent));
    await expect.poll(() => mock.requests.length).toBe(200);
    expect(await Promise.all(asked)).toEqual(Array(200).fill(200));
    agent.destroy();
  });

  it("keeps one of 1,000 plants with one id, asked for at once on 50 connections", async () => {
    const { url, mock } = await mockServer({ duplicateIds: "reject" });
    const agent = new Agent({ keepAlive: true, maxSockets: 50 });
    const statuses = await Promise.all(Array.from({ length: 1_000 }, () => ask(url, agent)));
    agent.destroy();
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 400)).toHaveLength(999);
    expect(mock.plants.size).toBe(1);
  });

  it("after clients that vanish before a byte, in the head, and in the body", async () => {
    const { url, mock } = await mockServer();
    for (const sent of ["", FERN.slice(0, 30), FERN.slice(0, -5)]) {
      for (let count = 0; count < 20; count++) {
        const connection = await openRawConnection(url);
        connection.send(sent);
        connection.socket.resetAndDestroy();
        await connection.ended;
      }
    }
    await expectAnswers(url);
    expect(mock.plants.size).toBe(1);
  });

  it("after clients that vanish before the answer, and in it", async () => {
    const { url, mock } = await mockServer();
    mock.failNext(
      { delayMs: 60_000 },
      () => new Response(new ReadableStream({ pull: (c) => c.enqueue(new Uint8Array(9)) })),
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
    await expectAnswers(url);
  });

  it("after a client that ends its side before it is answered", async () => {
    const { url } = await mockServer({ delayMs: 10 });
    const connection = await openRawConnection(url);
    connection.send(FERN);
    connection.socket.end();
    await connection.ended;
    await expectAnswers(url);
  });

  it("beside connections that stay half open", async () => {
    const { url, close } = await mockServer();
    const silent = await Promise.all(Array.from({ length: 100 }, () => openRawConnection(url)));
    await expectAnswers(url);
    await close();
    expect(await Promise.all(silent.map(({ ended }) => ended))).toEqual(Array(100).fill(""));
  });

  it("after an upload that breaks off, and records that nobody waited for the answer", async () => {
    const { url, mock } = await mockServer();
    const connection = await openRawConnection(url);
    connection.send(rawPost("", { fields: ["Content-Length: 5000000"] }));
    connection.send(Buffer.alloc(1_000_000, " "));
    await expect.poll(() => mock.requests.length).toBe(1);
    connection.socket.destroy();
    await expect.poll(() => mock.requests[0]?.outcome).toBe("aborted");
    await expectAnswers(url);
  });

  it("after an upload to a control route that breaks off", async () => {
    const abandoned: Served[] = [];
    const server = await serve({}, { onServed: (served) => abandoned.push(served) });
    const connection = await openRawConnection(server.url);
    connection.send(rawPost('{"id":1', { target: "/__mock/plants", fields: ["Content-Length: 1000"] }));
    await expect.poll(() => fetch(server.url).then(({ status }) => status)).toBe(200);
    connection.socket.destroy();
    await expect.poll(() => abandoned.filter(({ answer }) => answer === undefined)).toHaveLength(1);
    await expectAnswers(server.url);
    await server.close();
  });

  it("after what is no HTTP", async () => {
    const { url } = await mockServer();
    const connection = await openRawConnection(url);
    connection.send("HELO mail.example.com\r\n\r\n");
    expect(await connection.ended).toBe(
      'HTTP/1.1 400 Bad Request\r\ncontent-type: application/json\r\ncontent-length: 50\r\nconnection: close\r\n\r\n{"error":400,"message":"This is no HTTP request."}',
    );
    await expectAnswers(url);
  });

  it("after what is no HTTP in the middle of an answer, which is cut then", async () => {
    const { url, mock } = await mockServer();
    mock.failNext(() => new Response(new ReadableStream({ start: (c) => c.enqueue(new Uint8Array(3)) })));
    const connection = await openRawConnection(url);
    connection.send(FERN);
    await once(connection.socket, "data");
    connection.send("HELO mail.example.com\r\n\r\n");
    expect(await connection.ended).not.toContain("400");
    await expectAnswers(url);
  });

  it("after header fields that are too large, with 431", async () => {
    const { url } = await mockServer();
    const connection = await openRawConnection(url);
    connection.send(rawPost("", { fields: [`X-Large: ${"x".repeat(20_000)}`] }));
    expect(await connection.ended).toMatch(
      /^HTTP\/1\.1 431 Request Header Fields Too Large\r\n[\s\S]*\{"error":431,"message":"The header fields are larger than this mock takes\."\}$/,
    );
    await expectAnswers(url);
  });

  it("beside a head and a body that take too long, with 408", async () => {
    const server = await serve({}, { requestTimeoutMs: 60 });
    for (const sent of [FERN.slice(0, 30), FERN.slice(0, -5)]) {
      const connection = await openRawConnection(server.url);
      connection.send(sent);
      expect(await connection.ended).toMatch(
        /^HTTP\/1\.1 408 Request Timeout\r\n[\s\S]*\{"error":408,"message":"The request took too long to arrive\."\}$/,
      );
    }
    await expectAnswers(server.url);
    await server.close();
    expect(server.mock.requests.map(({ outcome }) => outcome)).toEqual(["aborted", "created"]);
  });

  it("beside a body that is answered before it is whole, and does not wait for the rest for ever", async () => {
    const server = await serve({}, { requestTimeoutMs: 60 });
    const connection = await openRawConnection(server.url);
    connection.send(rawPost("", { target: "/trees", fields: ["Content-Length: 1000"] }));
    expect(withoutUsual(await connection.ended)).toMatch(/^HTTP\/1\.1 404 Not Found\r\n[\s\S]*connection: close\r\n/);
    await server.close();
  });

  it("after a request to go over to another protocol, or through it to another host", async () => {
    const { url } = await mockServer();
    const upgrade = await openRawConnection(url);
    upgrade.send(rawPost('{"id":1,"name":"Fern"}', { fields: ["Connection: Upgrade", "Upgrade: websocket"] }));
    expect(await upgrade.answer()).toContain("200 OK");
    const tunnel = await openRawConnection(url);
    tunnel.send("CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n");
    expect(await tunnel.ended).not.toContain("200");
    await expectAnswers(url);
  });
});
