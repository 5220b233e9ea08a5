import { once } from "node:events";
import { createServer } from "node:https";
import { createServer as createTcpServer, type Socket } from "node:net";
import type { ErrorEnd, ResponseEnd } from "plant-store-sdk";
import { describe, expect, it, vi } from "vitest";
import { getRejection } from "../support/get-rejection.ts";
import { listening } from "../support/listening.ts";
import { type RawAnswer, startRawServer } from "../support/raw-server.ts";
import { lost, refused } from "../support/scripted-fetch.ts";
import { createPlant, createTestClient, type TestOptions, withPolluted } from "../support/test-client.ts";

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

const startTlsServer = async () => (await listening(createServer({ key, cert }))).replace("http:", "https:");

async function startRefusing() {
  const server = createTcpServer();
  const baseUrl = await listening(server);
  await once(server.close(), "close");
  return baseUrl;
}

it.each<[code: string, start: () => Promise<TestOptions>]>([
  ["ECONNREFUSED", async () => ({ baseUrl: await startRefusing() })],
  // A label of more than 63 characters is invalid in DNS, so nothing is asked.
  ["ENOTFOUND", async () => ({ baseUrl: `http://${"x".repeat(64)}.invalid` })],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", async () => ({ baseUrl: await startTlsServer() })],
])("mayHaveBeenCreated is false without a connection: %s", async (code, start) => {
  const ends: ErrorEnd[] = [];
  const hooks = [{ onError: (end: ErrorEnd) => void ends.push(end) }];
  const error = await getRejection(createPlant({ ...(await start()), hooks, retries: 1, retryDelayMs: () => 0 }));
  const isFalse = { name: "PlantStoreConnectionError", mayHaveBeenCreated: false };
  expect(error).toMatchObject({ ...isFalse, attempts: 2, cause: { cause: { code } } });
  expect(ends).toMatchObject([{ mayHaveBeenCreated: false }, { mayHaveBeenCreated: false, error }]);
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
  const isTrue = [200, 302, 399, 408, 500, 599];

  it.each([...isTrue, 400, 401, 409, 429, 499])("is decided by the status: %s", async (status) => {
    const mayHaveBeenCreated = isTrue.includes(status);
    for (const body of ["<h1>Fern</h1>", '{"error":7,"message":"no"}']) {
      const ends: ResponseEnd[] = [];
      const hooks = [{ onResponse: (end: ResponseEnd) => void ends.push(end) }];
      const fetch = () => new Response(body, { status });
      const outcome = await createPlant({ fetch, hooks }).catch((error) => error);
      expect(outcome).toMatchObject({ mayHaveBeenCreated, attempts: 1 });
      expect(ends).toMatchObject([{ mayHaveBeenCreated }]);
    }
  });

  it.each([
    ["read", true],
    ["connect", false],
  ])("depends on what happened before a 400: a failure to %s", async (syscall, mayHaveBeenCreated) => {
    const failure = Object.assign(new Error("no"), { syscall });
    const fetch = vi.fn().mockRejectedValueOnce(failure).mockImplementation(refused);
    const result = await createPlant({ fetch, retries: 1, retryDelayMs: () => 0 });
    expect(result).toMatchObject({ error: { error: 7 }, mayHaveBeenCreated, attempts: 2 });
  });

  it("is true when the body of a 200 breaks with the error of another connection", async () => {
    const pull = () => Promise.reject(Object.assign(new Error("no"), { syscall: "connect" }));
    const error = await getRejection(createPlant({ fetch: () => new Response(new ReadableStream({ pull })) }));
    expect(error).toMatchObject({ name: "PlantStoreConnectionError", mayHaveBeenCreated: true });
  });
});

describe("mayHaveBeenCreated with a custom fetch", () => {
  const end = (fields: object) => Object.assign(new Error("no"), fields);
  const refusal = () => end({ syscall: "connect", code: "ECONNREFUSED" });
  const ownCause = refusal();
  ownCause.cause = ownCause;
  const codes = [
    ...["UND_ERR_CONNECT_TIMEOUT", "SELF_SIGNED_CERT_IN_CHAIN", "UNABLE_TO_VERIFY_LEAF_SIGNATURE"],
    ...["UNABLE_TO_GET_ISSUER_CERT", "UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "CERT_HAS_EXPIRED", "CERT_NOT_YET_VALID"],
    "ERR_TLS_CERT_ALTNAME_INVALID",
  ];

  it.each<[boolean, string, unknown]>([
    [false, "an error with syscall connect", refusal()],
    [false, "an error with syscall getaddrinfo", end({ syscall: "getaddrinfo" })],
    ...codes.map((code): [boolean, string, unknown] => [false, code, end({ code })]),
    [false, "several refusals", new TypeError("no", { cause: new AggregateError([refusal(), refusal()]) })],
    [false, "a refusal with a cause of null", end({ syscall: "connect", cause: null })],
    [false, "a refusal that is frozen", Object.freeze(refusal())],
    [true, "a refusal beside another error", new AggregateError([refusal(), end({ code: "ECONNRESET" })])],
    [true, "a refusal whose cause is another error", end({ syscall: "connect", cause: new Error("reset") })],
    [true, "an error that is its own cause", ownCause],
    [true, "no error", undefined],
    [true, "a code of the wrong name", end({ code: "connect", syscall: "CERT_HAS_EXPIRED" })],
  ])("is %s after %s", async (mayHaveBeenCreated, _, cause) => {
    const error = await getRejection(createPlant({ fetch: () => Promise.reject(cause) }));
    expect(error).toMatchObject({ name: "PlantStoreConnectionError", mayHaveBeenCreated });
  });

  it("is true after a lost connection, even with a polluted Object.prototype", async () => {
    const result = withPolluted("syscall", { value: "connect" }, () => getRejection(createPlant({ fetch: lost })));
    expect(await result).toMatchObject({ mayHaveBeenCreated: true });
  });
});
