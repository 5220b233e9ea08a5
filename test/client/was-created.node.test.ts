import { createServer as createHttpServer } from "node:http";
import { createServer, request, type ServerOptions } from "node:https";
import { createServer as createTcpServer, type Socket } from "node:net";
import type { EndContext } from "plant-store-sdk";
import { describe, expect, it } from "vitest";
import { startBlackHole } from "../support/black-hole.ts";
import { cert, chain, key } from "../support/certificate.ts";
import { getRejection } from "../support/get-rejection.ts";
import { closedUrl, listening } from "../support/listening.ts";
import { type RawAnswer, startRawServer } from "../support/raw-server.ts";
import { createPlant, createTestClient } from "../support/test-client.ts";

const overTls = async (url: Promise<string>) => (await url).replace("http:", "https:");

const startTls = (options: object) => overTls(listening(createServer({ key, cert, ...options })));

const startTcp = (onHello: (socket: Socket) => void) =>
  listening(createTcpServer((socket) => socket.on("error", () => {}).once("data", () => onHello(socket))));

/** What ends an attempt before a byte was sent. */
const unsent: [end: string, start: () => string | Promise<string>][] = [
  ["a refused connection", closedUrl],
  // A label of more than 63 characters is invalid in DNS, so nothing is asked.
  ["an unknown host", () => `http://${"x".repeat(64)}.invalid`],
  ["a port that fetch blocks", () => "http://127.0.0.1:1"],
  ["a certificate that isn't trusted", () => startTls({})],
  ["a handshake that the server closes", () => overTls(startTcp((socket) => socket.end()))],
  ["a handshake that the server resets", () => overTls(startTcp((socket) => socket.resetAndDestroy()))],
  // The same error comes when plain bytes arrive on a connection over TLS.
  ["https:// to an HTTP port", () => overTls(listening(createHttpServer()))],
  ["a server that speaks only an old TLS", () => startTls({ minVersion: "TLSv1", maxVersion: "TLSv1.1" })],
  ["a server that speaks only HTTP/2", () => startTls({ ALPNProtocols: ["h2"] })],
];

const hanging: [end: string, start: () => Promise<string>][] = [
  ["a host that never answers", startBlackHole],
  ["a handshake that never ends", () => overTls(startTcp(() => {}))],
];

describe("before a byte was sent, mayHaveBeenCreated", () => {
  describe.each([
    ["Node's fetch", undefined],
    ["a custom fetch that passes the request on", (url: string, init: RequestInit) => globalThis.fetch(url, init)],
  ])("is false with %s", (_, fetch) => {
    it.each(unsent)("after %s", async (_, start) => {
      const error = await getRejection(createPlant({ baseUrl: await start(), fetch }));
      expect(error).toMatchObject({ attempts: 1, mayHaveBeenCreated: false });
    });

    it.each(hanging)("after a timeout at %s", async (_, start) => {
      const error = await getRejection(createPlant({ baseUrl: await start(), timeoutMs: 200, fetch }));
      expect(error).toMatchObject({ name: "PlantStoreTimeoutError", attempts: 1, mayHaveBeenCreated: false });
    });
  });

  it("is true after the abort of another signal, which a custom fetch passes on", async () => {
    const fetch = (url: string, init: RequestInit) =>
      globalThis.fetch(url, { ...init, signal: AbortSignal.timeout(100) });
    const error = await getRejection(createPlant({ baseUrl: await startBlackHole(), fetch }));
    expect(error).toMatchObject({ name: "PlantStoreConnectionError", attempts: 1, mayHaveBeenCreated: true });
  });

  it("is false for each attempt, so that a refused connection is retried", async () => {
    const ends: EndContext[] = [];
    const hooks = [{ onEnd: (end: EndContext) => void ends.push(end) }];
    const call = createPlant({ baseUrl: await closedUrl(), hooks, retries: 1, retryDelayMs: () => 0 });
    const error = await getRejection(call);
    expect(error).toMatchObject({ attempts: 2, mayHaveBeenCreated: false, cause: { cause: { code: "ECONNREFUSED" } } });
    expect(ends).toMatchObject([{ mayHaveBeenCreated: false }, { mayHaveBeenCreated: false, error }]);
  });
});

it("a server that doesn't speak TLS isn't a transient failure", async () => {
  const baseUrl = await overTls(listening(createHttpServer()));
  expect(await getRejection(createPlant({ baseUrl, retries: 1 }))).toMatchObject({
    message: `POST ${baseUrl}/plants failed: the server doesn't speak TLS: is it http://?`,
    cause: { cause: { code: "ERR_SSL_WRONG_VERSION_NUMBER" } },
    attempts: 1,
    isTransient: false,
  });
});

it("a port that Node blocks isn't a transient failure", async () => {
  expect(await getRejection(createPlant({ baseUrl: "http://127.0.0.1:6000", retries: 1 }))).toMatchObject({
    name: "PlantStoreConnectionError",
    message: "POST http://127.0.0.1:6000/plants failed: bad port",
    attempts: 1,
    isTransient: false,
    mayHaveBeenCreated: false,
  });
});

it.each<[string, RawAnswer]>([
  ["other side closed", (socket) => socket.end()],
  ["read ECONNRESET", (socket) => socket.resetAndDestroy()],
])("names a connection that broke before the response, as the docs do: %s", async (reason, answer) => {
  const { url } = await startRawServer(answer);
  const message = `POST ${url}/plants failed: ${reason} (it may have been created)`;
  expect(await getRejection(createPlant({ baseUrl: url }))).toMatchObject({ message });
});

const send = (response: string) => (socket: Socket) => socket.end(response);

it.each<[boolean, string, RawAnswer, ((socket: Socket) => void)?]>([
  // Not a reset, which Node may report as a failure to connect.
  [true, "before the request", () => {}, (socket) => socket.destroy()],
  [true, "during the request's body", () => {}, (socket) => socket.once("data", () => socket.resetAndDestroy())],
  [true, "after the request", (socket) => socket.resetAndDestroy()],
  [true, "in the middle of a 200", send('HTTP/1.1 200 OK\r\ncontent-length: 15\r\n\r\n{"name":')],
  [true, "after bytes that aren't HTTP", send("220 smtp.example.com ESMTP\r\n")],
  [false, "in the middle of a 400", send('HTTP/1.1 400 No\r\ncontent-length: 99\r\n\r\n{"error"')],
])("mayHaveBeenCreated is %s when the connection is lost %s", async (mayHaveBeenCreated, _, answer, onConnection) => {
  const server = await startRawServer(answer, onConnection);
  const client = createTestClient({ baseUrl: server.url });
  const error = await getRejection(client.createPlant({ id: 1, name: "x".repeat(2 ** 20) }));
  expect(error).toMatchObject({ name: "PlantStoreConnectionError", mayHaveBeenCreated, attempts: 1 });
});

describe("mayHaveBeenCreated after a response", () => {
  const isTrue = [200, 302, 399, 408, 499, 500, 599];

  it.each([...isTrue, 400, 401, 407, 409, 429, 498])("is decided by the status: %i", async (status) => {
    const mayHaveBeenCreated = isTrue.includes(status);
    const fetch = () => new Response("<h1>Fern</h1>", { status });
    expect(await getRejection(createPlant({ fetch }))).toMatchObject({ mayHaveBeenCreated, attempts: 1 });
  });

  it("is true when the body of a 200 breaks with the error of another connection", async () => {
    const pull = () => Promise.reject(Object.assign(new Error("no"), { syscall: "connect" }));
    const error = await getRejection(createPlant({ fetch: () => new Response(new ReadableStream({ pull })) }));
    expect(error).toMatchObject({ name: "PlantStoreConnectionError", mayHaveBeenCreated: true });
  });
});

/** Sends a request to a server with a certificate, and returns why that failed, in the error that Node's `fetch` throws for it. */
async function failOverTls(options: ServerOptions, ca?: string): Promise<Error> {
  const server = createServer({ key, ...options });
  const cause = await new Promise<Error>((resolve, reject) => {
    const sendTo = (url: string) => request(url, { ca, agent: false }, () => reject(new Error("no failure")));
    overTls(listening(server)).then((url) => sendTo(url).on("error", resolve).end(), reject);
  });
  return new TypeError("fetch failed", { cause });
}

/** Makes a request fail with what a server over TCP does to the handshake. */
async function failHandshake(onHello: (socket: Socket) => void): Promise<unknown> {
  const url = await overTls(startTcp(onHello));
  return getRejection(globalThis.fetch(url));
}

describe("without the channels of Node, mayHaveBeenCreated", () => {
  const { authority, intermediate, server, deepServer, expired, early, otherHost } = chain;

  it.each<[code: string, fail: () => Promise<Error>]>([
    ["DEPTH_ZERO_SELF_SIGNED_CERT", () => failOverTls({ cert })],
    ["SELF_SIGNED_CERT_IN_CHAIN", () => failOverTls({ cert: `${server}\n${authority}` })],
    ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", () => failOverTls({ cert: server })],
    ["UNABLE_TO_GET_ISSUER_CERT", () => failOverTls({ cert: deepServer }, intermediate)],
    ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", () => failOverTls({ cert: `${deepServer}\n${intermediate}` })],
    ["CERT_HAS_EXPIRED", () => failOverTls({ cert: expired }, authority)],
    ["CERT_NOT_YET_VALID", () => failOverTls({ cert: early }, authority)],
    ["ERR_TLS_CERT_ALTNAME_INVALID", () => failOverTls({ cert: otherHost }, authority)],
  ])("is false after a certificate that isn't accepted: %s", async (code, fail) => {
    const thrown = await fail();
    expect(thrown).toMatchObject({ cause: { code } });
    const error = await getRejection(createPlant({ fetch: () => Promise.reject(thrown) }));
    expect(error).toMatchObject({ name: "PlantStoreConnectionError", mayHaveBeenCreated: false, isTransient: true });
  });

  it.each<[mayHaveBeenCreated: boolean, string, fail: () => Promise<unknown>, cause: object]>([
    [
      false,
      "a handshake that the server closes",
      () => failHandshake((socket) => socket.end()),
      { message: expect.stringMatching(/before secure TLS connection was established$/) },
    ],
    [
      true,
      "https:// to an HTTP port",
      async () => getRejection(globalThis.fetch(await overTls(listening(createHttpServer())))),
      { code: "ERR_SSL_WRONG_VERSION_NUMBER" },
    ],
  ])("is %s after %s", async (mayHaveBeenCreated, _, fail, cause) => {
    const thrown = await fail();
    expect(thrown).toMatchObject({ cause });
    const error = await getRejection(createPlant({ fetch: () => Promise.reject(thrown) }));
    expect(error).toMatchObject({ name: "PlantStoreConnectionError", mayHaveBeenCreated });
  });
});

describe("mayHaveBeenCreated with a custom fetch", () => {
  const end = (fields: object) => Object.assign(new Error("no"), fields);
  const refusal = () => end({ syscall: "connect", code: "ECONNREFUSED" });
  const nest = (innermost: Error, levels: number): Error =>
    levels === 0 ? innermost : new Error("no", { cause: nest(innermost, levels - 1) });
  const ownCause = refusal();
  ownCause.cause = ownCause;
  /** Its `cause` is a new error each time. */
  const endless = (): Error => Object.defineProperty(new Error("no"), "cause", { get: endless });
  it.each<[boolean, string, unknown]>([
    [false, "an error with syscall connect", refusal()],
    [false, "an error with syscall getaddrinfo", end({ syscall: "getaddrinfo" })],
    [false, "a port that undici blocks", new TypeError("fetch failed", { cause: new Error("bad port") })],
    [false, "a timeout of undici while it connects", end({ code: "UND_ERR_CONNECT_TIMEOUT" })],
    [false, "several refusals", new TypeError("no", { cause: new AggregateError([refusal(), refusal()]) })],
    [false, "a refusal with a cause of null", end({ syscall: "connect", cause: null })],
    [false, "a refusal that is frozen", Object.freeze(refusal())],
    [false, "a refusal eight levels down", nest(refusal(), 8)],
    [false, "a refusal in a chain of twenty", nest(refusal(), 19)],
    [true, "a refusal in a chain of more than twenty", nest(refusal(), 20)],
    [true, "a refusal that counts attempts of its own", Object.assign(refusal(), { attempts: 2 })],
    [true, "a refusal below an error that counts attempts", end({ attempts: 2, cause: refusal() })],
    [true, "a refusal eight levels down with a cause", nest(end({ syscall: "connect", cause: new Error("reset") }), 8)],
    [true, "a refusal beside another error", new AggregateError([refusal(), end({ code: "ECONNRESET" })])],
    [true, "a refusal whose cause is another error", end({ syscall: "connect", cause: new Error("reset") })],
    [true, "a refusal whose cause is text", end({ syscall: "connect", cause: "reset" })],
    [true, "an error that is its own cause", ownCause],
    [true, "an error with an endless chain of causes", endless()],
    [false, "a proxy that refuses a tunnel", new Error("Proxy response (403) !== 200 when HTTP Tunneling")],
    [true, "a message like that of a blocked port", new Error("bad port 1")],
    [true, "a message like that of a proxy", new Error("Proxy response (200) === 200 when HTTP Tunneling")],
    [true, "a message about TLS", new Error("disconnected after secure TLS connection was established")],
    [true, "a message that isn't text", end({ message: Symbol("bad port") })],
    [true, "a code of the wrong name", end({ code: "connect", syscall: "UND_ERR_CONNECT_TIMEOUT" })],
    [true, "undefined", undefined],
    [true, "text", "connect"],
  ])("is %s after %s", async (mayHaveBeenCreated, _, cause) => {
    const error = await getRejection(createPlant({ fetch: () => Promise.reject(cause) }));
    expect(error).toMatchObject({ name: "PlantStoreConnectionError", mayHaveBeenCreated });
  });
});
