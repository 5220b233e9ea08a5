import { once } from "node:events";
import { createServer } from "node:https";
import { createServer as createTcpServer, type Socket } from "node:net";
import type { ErrorEnd, ResponseEnd } from "plant-store-sdk";
import { Agent, type buildConnector, fetch as undiciFetch } from "undici";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { getRejection } from "../support/get-rejection.ts";
import { listening } from "../support/listening.ts";
import { type RawAnswer, rawAnswer, startRawServer } from "../support/raw-server.ts";
import { lost, refused } from "../support/scripted-fetch.ts";
import { createPlant, createTestClient, type TestOptions, withPolluted } from "../support/test-client.ts";

/** undici's own fetch, which takes the options of a connection. */
function fetchWith(connect: buildConnector.BuildOptions): TestOptions["fetch"] {
  const dispatcher = new Agent({ connect });
  onTestFinished(() => dispatcher.destroy());
  return (url, init) => undiciFetch(url, { ...(init as object), dispatcher });
}

// A key and a self-signed certificate for plants.example.com, until 2120. Nothing trusts them.
const key = `-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEIHoWdHhZ+Ia4Qw002RSbb7uq2iV5I2C91Qkq9rIV3zCB
-----END PRIVATE KEY-----`;
const cert = `-----BEGIN CERTIFICATE-----
MIHjMIGWAgEBMAUGAytlcDAdMRswGQYDVQQDDBJwbGFudHMuZXhhbXBsZS5jb20w
IBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMB0xGzAZBgNVBAMMEnBs
YW50cy5leGFtcGxlLmNvbTAqMAUGAytlcAMhAFnXwXAjJ0ZzQaRyGABQM786axWy
CQ7Z2fARpAn9WyigMAUGAytlcANBAJHn8VezmEtlpkfZNE7+I9+1CtNMBa8s2TDd
sMxWF3+sDrF1p6SScDwEIZaEPFQXk5THJNFUIbOSPk3MXh5d6Qc=
-----END CERTIFICATE-----`;

async function startTlsServer(code: string, connect: buildConnector.BuildOptions): Promise<Case> {
  let requests = 0;
  const server = createServer({ key, cert }, (_, response) => {
    requests += 1;
    response.end("{}");
  });
  const baseUrl = (await listening(server)).replace("http:", "https:");
  return [code, { baseUrl, fetch: fetchWith(connect) }, () => requests];
}

type Case = [code: string, options: TestOptions, count?: () => number];

/** `lookup` never calls back, so that nothing connects. */
const stuck = { lookup: () => {} };

describe("mayHaveBeenCreated is false without a connection, and no request arrives", () => {
  it.each<[title: string, start: () => Case | Promise<Case>]>([
    [
      "it is refused",
      async () => {
        const server = createTcpServer();
        const baseUrl = await listening(server);
        await once(server.close(), "close");
        return ["ECONNREFUSED", { baseUrl }];
      },
    ],
    // A label of more than 63 characters is invalid in DNS, so nothing is asked.
    ["the host is unknown", () => ["ENOTFOUND", { baseUrl: `http://${"x".repeat(64)}.invalid` }]],
    ["it times out", () => ["UND_ERR_CONNECT_TIMEOUT", { fetch: fetchWith({ timeout: 1, ...stuck }) }]],
    ["the certificate is self-signed", () => startTlsServer("DEPTH_ZERO_SELF_SIGNED_CERT", {})],
    ["the name differs", () => startTlsServer("ERR_TLS_CERT_ALTNAME_INVALID", { ca: cert })],
  ])("when %s", async (_, start) => {
    const [code, options, count = () => 0] = await start();
    const ends: ErrorEnd[] = [];
    const hooks = [{ onError: (end: ErrorEnd) => void ends.push(end) }];
    const error = await getRejection(createPlant({ ...options, hooks, retries: 1, retryDelayMs: () => 0 }));
    const isFalse = { name: "PlantStoreConnectionError", mayHaveBeenCreated: false };
    expect(error).toMatchObject({ ...isFalse, attempts: 2, cause: { cause: { code } } });
    expect(ends).toMatchObject([{ mayHaveBeenCreated: false }, { mayHaveBeenCreated: false, error }]);
    expect(count()).toBe(0);
  });
});

describe("mayHaveBeenCreated is true when a connection is lost", () => {
  const HEAD = "HTTP/1.1 200 OK\r\ncontent-length: 15\r\n\r\n";

  it.each<[string, RawAnswer, ((socket: Socket) => void)?]>([
    // Not a reset, which Node may report as a failure to connect.
    ["before the request", () => {}, (socket) => socket.destroy()],
    ["during the request's body", () => {}, (socket) => socket.once("data", () => socket.resetAndDestroy())],
    ["after the request", (socket) => socket.resetAndDestroy()],
    ["within the headers", (socket) => socket.end("HTTP/1.1 200 OK\r\ncontent-ty")],
    ["in the middle of a 200", (socket) => socket.end(`${HEAD}{"name":`)],
    ["after bytes that aren't HTTP", (socket) => socket.end("220 smtp.example.com ESMTP\r\n")],
  ])("%s", async (_, answer, onConnection) => {
    const server = await startRawServer(answer, onConnection);
    const client = createTestClient({ baseUrl: server.url });
    const error = await getRejection(client.createPlant({ id: 1, name: "x".repeat(2 ** 20) }));
    expect(error).toMatchObject({ name: "PlantStoreConnectionError", mayHaveBeenCreated: true, attempts: 1 });
  });

  it("and false in the middle of a 400, since the status decides", async () => {
    const server = await startRawServer((socket) =>
      socket.end(`HTTP/1.1 400 No\r\ncontent-length: 99\r\n\r\n{"error"`),
    );
    const error = await getRejection(createPlant({ baseUrl: server.url }));
    expect(error).toMatchObject({ name: "PlantStoreConnectionError", mayHaveBeenCreated: false, attempts: 1 });
  });
});

describe("mayHaveBeenCreated after a response", () => {
  const ERROR = '{"error":7,"message":"no"}';
  const isTrue = [200, 201, 299, 300, 302, 304, 408, 500, 502, 503, 599, 600];

  it.each([...isTrue, 400, 401, 404, 407, 409, 429, 499])("is decided by the status: %s", async (status) => {
    // Node's fetch rejects a 407, and says nothing of its status.
    const mayHaveBeenCreated = status === 407 || isTrue.includes(status);
    for (const body of ["<h1>Fern</h1>", ERROR]) {
      const server = await startRawServer(rawAnswer(`${status} Odd`, {}, status === 304 ? "" : body));
      const ends: ResponseEnd[] = [];
      const hooks = [{ onResponse: (end: ResponseEnd) => void ends.push(end) }];
      const outcome = await createPlant({ baseUrl: server.url, hooks }).catch((error) => error);
      expect(outcome).toMatchObject({ mayHaveBeenCreated, attempts: 1 });
      expect(ends).toMatchObject(status === 407 ? [] : [{ mayHaveBeenCreated }]);
    }
  });

  it("is true for a 400 after a lost connection, and false for one after a refused connection", async () => {
    for (const [syscall, mayHaveBeenCreated] of [["read", true] as const, ["connect", false] as const]) {
      const fetch = vi
        .fn()
        .mockRejectedValueOnce(Object.assign(new Error("no"), { syscall }))
        .mockImplementation(refused);
      const result = await createPlant({ fetch, retries: 1, retryDelayMs: () => 0 });
      expect(result).toMatchObject({ error: { error: 7 }, mayHaveBeenCreated, attempts: 2 });
    }
  });
});

describe("mayHaveBeenCreated with a custom fetch", () => {
  const end = (fields: object) => Object.assign(new Error("no"), fields);
  const refusal = () => end({ syscall: "connect", code: "ECONNREFUSED" });

  const ownCause = refusal();
  ownCause.cause = ownCause;
  const certificates = [
    ...["SELF_SIGNED_CERT_IN_CHAIN", "UNABLE_TO_VERIFY_LEAF_SIGNATURE", "UNABLE_TO_GET_ISSUER_CERT"],
    ...["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "CERT_HAS_EXPIRED", "CERT_NOT_YET_VALID"],
  ];

  it.each<[boolean, string, unknown]>([
    [false, "an error with syscall connect", refusal()],
    [false, "an error with syscall getaddrinfo", end({ syscall: "getaddrinfo" })],
    ...certificates.map((code): [boolean, string, unknown] => [
      false,
      code,
      new TypeError("no", { cause: end({ code }) }),
    ]),
    [false, "several refusals", new TypeError("no", { cause: new AggregateError([refusal(), refusal()]) })],
    [false, "a refusal with a cause of null", end({ syscall: "connect", cause: null })],
    [false, "a refusal that is frozen", Object.freeze(refusal())],
    [true, "a refusal beside another error", new AggregateError([refusal(), end({ code: "ECONNRESET" })])],
    [true, "a refusal whose cause is another error", end({ syscall: "connect", cause: new Error("reset") })],
    [true, "an error that is its own cause", ownCause],
    [true, "no error", undefined],
    [true, "an empty list of errors", new AggregateError([])],
    [true, "a code of the wrong name", end({ code: "connect", syscall: "CERT_HAS_EXPIRED" })],
  ])("is %s after %s", async (mayHaveBeenCreated, _, cause) => {
    const error = await getRejection(createPlant({ fetch: () => Promise.reject(cause) }));
    expect(error).toMatchObject({ name: "PlantStoreConnectionError", mayHaveBeenCreated });
  });

  it("is true after a lost connection, even with a polluted Object.prototype", async () => {
    const result = withPolluted("syscall", { value: "connect" }, () => getRejection(createPlant({ fetch: lost })));
    expect(await result).toMatchObject({ mayHaveBeenCreated: true });
  });

  it("is true when the body of a 200 breaks with the error of another connection", async () => {
    const pull = () => Promise.reject(refusal());
    const error = await getRejection(createPlant({ fetch: () => new Response(new ReadableStream({ pull })) }));
    expect(error).toMatchObject({ name: "PlantStoreConnectionError", mayHaveBeenCreated: true });
  });

  it.each<[boolean, string, unknown]>([
    [true, "a status that is no number", { status: Number.NaN, headers: new Headers(), body: null }],
    [true, "what is no Response", 42],
    [false, "an unreadable 400", { status: 400, headers: new Headers(), body: "text" }],
  ])("is %s for %s", async (mayHaveBeenCreated, _, response) => {
    const error = await getRejection(createPlant({ fetch: () => response }));
    expect(error).toMatchObject({ mayHaveBeenCreated, attempts: 1 });
  });
});
