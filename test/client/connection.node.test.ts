import { inspect } from "node:util";
import {
  createPlantStoreClient,
  type PlantStoreClientOptions,
  PlantStoreConnectionError,
  PlantStoreError,
  PlantStoreTimeoutError,
} from "plant-store-sdk";
import { fetch as undiciFetch } from "undici";
import { describe, expect, it } from "vitest";
import { bothWays } from "../support/both-ways.ts";
import { collectGarbage } from "../support/collect-garbage.ts";
import { getRejection } from "../support/get-rejection.ts";
import { mockServer } from "../support/mock-server.ts";
import { type RawAnswer, rawAnswer, startRawServer } from "../support/raw-server.ts";

const TOKEN = "a-token-that-nobody-may-see";
const HEAD = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";
const FERN = '{"name":"Fern"}';

const flood =
  (head: string, line: string): RawAnswer =>
  (socket) => {
    const lines = Buffer.from(line.repeat(1_000));
    const writeMore = () => {
      while (!socket.destroyed && socket.write(lines));
    };
    socket.on("drain", writeMore);
    socket.write(head);
    writeMore();
  };

/** The reason is listed if it is the same in every version of Node. */
const broken: [title: string, answer: string | Uint8Array | RawAnswer, reason?: string][] = [
  ["is closed before the headers", (socket) => socket.end()],
  ["is closed within the headers", (socket) => socket.end("HTTP/1.1 200 OK\r\ncontent-ty")],
  ["is reset before the headers", (socket) => socket.resetAndDestroy(), "read ECONNRESET"],
  [
    "is reset within the headers",
    (socket) => socket.write("HTTP/1.1 200 OK\r\ncontent-ty", () => socket.resetAndDestroy()),
  ],
  [
    "is reset within the body",
    (socket) => socket.write(`${HEAD}content-length: 15\r\n\r\n{"name":`, () => socket.resetAndDestroy()),
  ],
  ["is closed within the body", (socket) => socket.end(`${HEAD}content-length: 15\r\n\r\n{"name":`)],
  [
    "is closed after a whole Plant that is shorter than its Content-Length",
    (socket) => socket.end(`${HEAD}content-length: 16\r\n\r\n${FERN}`),
  ],
  [
    "is closed before the last chunk",
    (socket) => socket.end(`${HEAD}transfer-encoding: chunked\r\n\r\nf\r\n${FERN}\r\n`),
  ],
  [
    "is closed within an Error",
    (socket) => socket.end('HTTP/1.1 400 Bad Request\r\ncontent-length: 99\r\n\r\n{"error":1'),
  ],
  ["is closed after an interim response", (socket) => socket.end("HTTP/1.1 103 Early Hints\r\n\r\n")],
  ["carries something other than HTTP", "220 smtp.example.com ESMTP\r\n"],
  ["carries a status that isn't a number", "HTTP/1.1 OK\r\n\r\n"],
  ["carries a header line without a colon", "HTTP/1.1 200 OK\r\nFern\r\n\r\n"],
  ["carries a control character in a header field", "HTTP/1.1 200 OK\r\nx-fern: a\x01b\r\n\r\n"],
  ["carries two lengths", `${HEAD}content-length: 15\r\ncontent-length: 14\r\n\r\n${FERN}`],
  ["carries a length that isn't a number", `${HEAD}content-length: fern\r\n\r\n${FERN}`],
  [
    "carries a chunk whose size isn't a number",
    `${HEAD}transfer-encoding: chunked\r\n\r\nfern\r\n${FERN}\r\n0\r\n\r\n`,
  ],
  ["carries invalid gzip", rawAnswer("200 OK", { "content-encoding": "gzip" }, FERN)],
  ["carries a header field that never ends", flood("HTTP/1.1 200 OK\r\nx-fern: ", "fern")],
  ["carries header fields that never end", flood("HTTP/1.1 200 OK\r\n", "x-fern: fern\r\n")],
  // Node's fetch rejects for a 407, and for a 100 that it didn't request.
  [
    "carries 100 Continue",
    Buffer.concat([Buffer.from("HTTP/1.1 100 Continue\r\n\r\n"), rawAnswer("200 OK", {}, FERN)]),
  ],
  ["carries 407", rawAnswer("407 Proxy Authentication Required", {}, '{"error":1,"message":"Who are you, proxy?"}')],
  ["switches to another protocol", "HTTP/1.1 101 Switching Protocols\r\nupgrade: fern\r\nconnection: upgrade\r\n\r\n"],
];

const silent: [title: string, answer: RawAnswer][] = [
  ["there is no response", () => {}],
  ["the status line stalls", (socket) => socket.write("HTTP/1.1 2")],
  ["the headers stall", (socket) => socket.write(HEAD)],
  ["the body is missing", (socket) => socket.write(`${HEAD}content-length: 15\r\n\r\n`)],
  ["the body stalls", (socket) => socket.write(`${HEAD}content-length: 15\r\n\r\n{"name":`)],
  ["a Plant is shorter than its Content-Length", (socket) => socket.write(`${HEAD}content-length: 16\r\n\r\n${FERN}`)],
  ["a Plant has no end", (socket) => socket.write(`${HEAD}\r\n${FERN}`)],
  ["the last chunk is missing", (socket) => socket.write(`${HEAD}transfer-encoding: chunked\r\n\r\nf\r\n${FERN}\r\n`)],
  ["only an interim response arrives", (socket) => socket.write("HTTP/1.1 103 Early Hints\r\n\r\n")],
];

describe.each(bothWays)("a connection, $way,", ({ middleware }) => {
  const ask = (baseUrl: string, options?: Partial<PlantStoreClientOptions>) =>
    createPlantStoreClient({ baseUrl, token: TOKEN, middleware, ...options }).createPlant({ id: 1, name: "Fern" });

  const expectLost = (error: unknown, url: string, reason: unknown = expect.stringMatching(/./)) => {
    const start = `POST ${url}/plants failed: `;
    expect(error).toBeInstanceOf(PlantStoreConnectionError);
    expect(error).toBeInstanceOf(PlantStoreError);
    const { name, message, cause, stack } = error as PlantStoreConnectionError;
    expect(name).toBe("PlantStoreConnectionError");
    expect(message.slice(0, start.length)).toBe(start);
    expect(message.slice(start.length)).toEqual(reason);
    expect(message).toMatch(/^[^\p{Cc}]+$/u);
    expect(stack).not.toContain(TOKEN);
    expect(cause).toBeInstanceOf(TypeError);
    expect(inspect(error, { depth: 9 })).not.toContain(TOKEN);
  };

  it.each(broken)("rejects with PlantStoreConnectionError when it %s", async (_, answer, reason) => {
    const server = await startRawServer(answer);

    const error = await getRejection(ask(server.url));

    expectLost(error, server.url, reason);
    expect(server.requests).toHaveLength(1);
  });

  it("rejects with what fetch threw as the cause", async () => {
    const server = await startRawServer((socket) => socket.resetAndDestroy());
    let thrown: unknown;

    const error = await getRejection(
      ask(server.url, {
        fetch: async (input, init) => {
          thrown = await getRejection(fetch(input, init));
          throw thrown;
        },
      }),
    );

    expect(error).toHaveProperty("cause", thrown);
    expect(thrown).toMatchObject({ name: "TypeError", message: "fetch failed", cause: { code: "ECONNRESET" } });
  });

  it("rejects with PlantStoreConnectionError when it is refused", async () => {
    const server = await startRawServer("");
    await server.close();

    const error = await getRejection(ask(server.url));

    expectLost(error, server.url, `connect ECONNREFUSED 127.0.0.1:${server.port}`);
    expect(error).toMatchObject({ cause: { message: "fetch failed", cause: { code: "ECONNREFUSED" } } });
  });

  it("rejects with PlantStoreConnectionError when the host is unknown", async () => {
    // A label of more than 63 characters is invalid in DNS, so no query is sent.
    const host = `${"x".repeat(64)}.invalid`;

    const error = await getRejection(ask(`http://${host}`));

    expectLost(error, `http://${host}`, expect.stringMatching(`^getaddrinfo E[A-Z_]+ ${host}$`));
    expect(error).toMatchObject({
      cause: { message: "fetch failed", cause: { syscall: "getaddrinfo", hostname: host } },
    });
  });

  it("doesn't reveal the token when the service echoes the request", async () => {
    const server = await startRawServer((socket, request) => socket.write(request));

    const error = await getRejection(ask(server.url));

    expectLost(error, server.url);
  });

  it.each(silent)("rejects with PlantStoreTimeoutError when %s", async (_, answer) => {
    const server = await startRawServer(answer);

    const error = await getRejection(ask(server.url, { timeoutMs: 100 }));

    expect(error).toBeInstanceOf(PlantStoreTimeoutError);
    expect(error).toBeInstanceOf(PlantStoreError);
    expect(error).toMatchObject({
      name: "PlantStoreTimeoutError",
      message: `POST ${server.url}/plants timed out after 100 ms`,
    });
    expect(inspect(error, { depth: 9 })).not.toContain(TOKEN);
    await server.disconnected;
  });

  it("rejects with PlantStoreTimeoutError when chunks never end", async () => {
    const server = await startRawServer((socket) => {
      const writeMore = () => {
        if (!socket.destroyed) {
          socket.write("1\r\n \r\n", () => setImmediate(writeMore));
        }
      };
      socket.write(`${HEAD}transfer-encoding: chunked\r\n\r\n`, writeMore);
    });

    const error = await getRejection(ask(server.url, { timeoutMs: 100 }));

    expect(error).toBeInstanceOf(PlantStoreTimeoutError);
    await server.disconnected;
  });

  it("is closed when the call is aborted after a garbage collection", async () => {
    const controller = new AbortController();
    const server = await startRawServer((socket) => {
      // The client is in this process too, and most of what made its request is garbage by now.
      const collect = (rounds: number) => {
        collectGarbage();
        if (rounds === 0) {
          controller.abort();
        } else {
          socket.write("1\r\n \r\n", () => setImmediate(collect, rounds - 1));
        }
      };
      socket.write(`${HEAD}transfer-encoding: chunked\r\n\r\n`, () => collect(10));
    });

    const client = createPlantStoreClient({ baseUrl: server.url, token: TOKEN, middleware });
    const error = await getRejection(client.createPlant({ id: 1, name: "Fern" }, { signal: controller.signal }));

    expect(error).toBe(controller.signal.reason);
    await server.disconnected;
  });

  it("is opened again after one failed", async () => {
    let asked = 0;
    const server = await startRawServer((socket) => {
      asked += 1;
      if (asked === 1) {
        socket.resetAndDestroy();
      } else {
        socket.write(rawAnswer("200 OK", {}, FERN));
      }
    });
    const client = createPlantStoreClient({ baseUrl: server.url, token: TOKEN, middleware });

    expectLost(await getRejection(client.createPlant({ id: 1, name: "Fern" })), server.url);
    expect(await client.createPlant({ id: 1, name: "Fern" })).toMatchObject({ data: { name: "Fern" } });
    expect(server.connections).toBe(2);
  });

  it("is reused by later calls", async () => {
    const server = await startRawServer(rawAnswer("200 OK", {}, FERN));
    const client = createPlantStoreClient({ baseUrl: server.url, token: TOKEN, middleware });

    for (const id of [1, 2, 3, 4, 5]) {
      await client.createPlant({ id, name: "Fern" });
    }

    expect(server.requests).toHaveLength(5);
    // Node's fetch opens a second one if a call starts before the first one is back in its pool.
    expect(server.connections).toBeLessThan(3);
  });
});

it("may be made by undici's own fetch, except after middleware replaced the request", async () => {
  const { url, mock } = await mockServer();
  const options = { baseUrl: url, token: TOKEN, fetch: undiciFetch as unknown as typeof fetch };
  const replacing = { onRequest: ({ request }: { request: Request }) => new Request(request) };
  const clients = [createPlantStoreClient(options), createPlantStoreClient({ ...options, middleware: [replacing] })];
  const [plain, replaced] = await Promise.allSettled(
    clients.map(({ createPlant }) => createPlant({ id: 1, name: "Fern" })),
  );
  expect(plain).toMatchObject({ status: "fulfilled", value: { data: { name: "Fern" } } });
  expect(replaced).toMatchObject({ status: "rejected", reason: { name: "PlantStoreConnectionError" } });
  expect(mock.requests).toHaveLength(1);
});
