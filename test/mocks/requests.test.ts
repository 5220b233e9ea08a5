import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { fetchAdapter, type RunningMock } from "../support/adapter.ts";
import { adapters } from "../support/adapters.ts";
import { post } from "../support/post.ts";

const TOKEN = "s3cr3t-token/of+tests==";
const CONFIGURED = "configured-token";
const FERN = '{"id":1,"name":"Fern"}';

const send = ({ fetch, baseUrl }: RunningMock) =>
  fetch(`${baseUrl}/plants`, {
    method: "POST",
    body: FERN,
    headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
  });

describe.each(adapters)("mock.requests through $name", ({ start }) => {
  it("has each request with its plant, response and outcome, oldest first", async () => {
    const service = await start({ token: "test-token", duplicateIds: "reject" });
    await post(service, '{"id":9007199254740993,"name":"Fern","tag":"indoor","color":"green"}');
    await post(service, '{"id":9007199254740993.0,"name":"Moss"}');
    await post(service, FERN, { authorization: "Bearer another" });
    await post(service, "{");
    service.mock.failNext({ error: 1, message: "no", status: 503, headers: { "Retry-After": "1" } });
    await post(service, FERN);
    const shared = {
      method: "POST",
      url: expect.stringMatching(/^https?:\/\/[^?]+\/v1\/plants$/),
      headers: expect.objectContaining({ "content-type": "application/json" }),
      receivedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      durationMs: expect.any(Number),
    };
    const headers = { "content-type": "application/json" };
    const error = (message: string, value = 400) => `{"error":${value},"message":${JSON.stringify(message)}}`;
    expect(service.mock.requests).toStrictEqual([
      {
        ...shared,
        body: '{"id":9007199254740993,"name":"Fern","tag":"indoor","color":"green"}',
        newPlant: { id: 9007199254740993n, name: "Fern", tag: "indoor" },
        status: 200,
        response: { status: 200, headers, body: '{"name":"Fern","tag":"indoor"}' },
        outcome: "created",
      },
      {
        ...shared,
        body: '{"id":9007199254740993.0,"name":"Moss"}',
        newPlant: { id: 9007199254740993n, name: "Moss" },
        status: 400,
        response: {
          status: 400,
          headers,
          body: error('The id 9007199254740993 is in use, and this mock has duplicateIds: "reject".'),
        },
        outcome: "refused",
      },
      {
        ...shared,
        body: FERN,
        newPlant: { id: 1n, name: "Fern" },
        status: 400,
        response: { status: 400, headers, body: error("The access token is not valid.") },
        outcome: "refused",
      },
      {
        ...shared,
        body: "{",
        status: 400,
        response: {
          status: 400,
          headers,
          body: error("Invalid NewPlant: not valid JSON: unexpected end of input at position 1."),
        },
        outcome: "refused",
      },
      {
        ...shared,
        body: FERN,
        newPlant: { id: 1n, name: "Fern" },
        status: 503,
        response: { status: 503, headers: { ...headers, "retry-after": "1" }, body: error("no", 1) },
        outcome: "fault",
      },
    ]);
  });

  it("has what a fault function responds with, as it arrives", async () => {
    const service = await start();
    let end = () => {};
    service.mock.failNext(() => {
      const stream = new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(new TextEncoder().encode("begi"));
          end = () => {
            controller.enqueue(new TextEncoder().encode("nning"));
            controller.close();
          };
        },
      });
      return new Response(stream, { status: 418, headers: { "x-seen": "yes" } });
    });
    const response = await send(service);
    const body = () => service.mock.requests[0]?.response?.body;
    await expect.poll(body, { interval: 1 }).toBe("begi");
    end();
    expect(await response.text()).toBe("beginning");
    await expect.poll(body, { interval: 1 }).toBe("beginning");
    expect(service.mock.requests[0]?.response).toMatchObject({ status: 418, headers: { "x-seen": "yes" } });
  });

  it("has texts cut after 64 KiB", async () => {
    const service = await start();
    const name = "ä".repeat(40_000);
    const body = `{"id":1,"name":"${name}"}`;
    await post(service, body);
    await post(service, body, { authorization: undefined });
    const [first, second] = service.mock.requests;
    const cut = "… [cut after 64 KiB]";
    expect(first?.body?.startsWith('{"id":1,"name":"ää')).toBe(true);
    expect(first?.body?.endsWith(cut) && first?.response?.body.endsWith(cut)).toBe(true);
    expect(new TextEncoder().encode(first?.body).byteLength).toBeLessThan(65_536 + 32);
    expect(first?.newPlant).toEqual({ id: 1n, name });
    expect(second?.body).toBe(first?.body);
    expect(second).not.toHaveProperty("newPlant");
  });

  it("says that a body was too large, and a fault function gets none of it", async () => {
    const service = await start();
    let seen: string | undefined;
    service.mock.failNext({ delayMs: 0 }, async (request) => {
      seen = await request.text();
      return new Response("made");
    });
    const body = "x".repeat(2 ** 20 + 1);
    expect((await post(service, body)).body).toContain("larger than 1 MiB");
    expect(await post(service, body)).toMatchObject({ status: 200, body: "made" });
    expect(seen).toBe("");
    expect(service.mock.requests).toMatchObject([
      { outcome: "refused", body: "[larger than 1 MiB]" },
      { outcome: "fault", body: "[larger than 1 MiB]" },
    ]);
  });

  it("has no part of a token where a text was cut", async () => {
    const service = await start({ token: "another-token" });
    const token = "secret-token-12345678";
    const name = "x".repeat(65_536 - '{"id":1,"name":"'.length - 18);
    await post(service, `{"id":1,"name":"${name}${token}"}`, { authorization: `Bearer ${token}` });
    expect(service.mock.requests[0]?.body?.slice(-25)).toBe("xxxxx… [cut after 64 KiB]");
  });

  it("has a connection that was closed, without a response", async () => {
    const service = await start();
    service.mock.failNext("connection");
    await expect(send(service)).rejects.toThrow(TypeError);
    expect(service.mock.requests).toMatchObject([{ outcome: "fault", body: FERN, durationMs: expect.any(Number) }]);
    expect(service.mock.requests[0]).not.toHaveProperty("status");
    expect(service.mock.requests[0]).not.toHaveProperty("response");
  });

  it("has a request as soon as it arrives", async () => {
    const service = await start();
    service.mock.failNext("timeout");
    const lost = expect(post(service, FERN)).rejects.toThrow(TypeError);
    await expect.poll(() => service.mock.requests[0]?.newPlant, { interval: 1 }).toEqual({ id: 1n, name: "Fern" });
    expect(service.mock.requests[0]?.outcome).toBe("pending");
    expect(service.mock.requests[0]).not.toHaveProperty("status");
    service.mock.reset();
    await lost;
  });

  it("has no token or other credentials (I13)", async () => {
    const service = await start({ token: [TOKEN, CONFIGURED] });
    const base64 = btoa(`user:${TOKEN}`);
    const hex = Array.from(TOKEN, (character) => character.charCodeAt(0).toString(16)).join("");
    const sendWith = (query: string, headers: Record<string, string>) =>
      service.fetch(`${service.baseUrl}/plants${query}`, {
        method: "POST",
        body: `{"id":1,"name":"${TOKEN}","tag":"${base64} ${hex} ${CONFIGURED}"}`,
        headers: { "content-type": "application/json", ...headers },
      });
    await sendWith(`?access_token=${encodeURIComponent(TOKEN)}&again=${TOKEN}&other=${CONFIGURED}`, {
      authorization: `Bearer ${TOKEN}`,
      cookie: "session=abcdef",
      "proxy-authorization": "Basic YWJjZGVm",
      "x-debug": `sent with ${TOKEN}`,
      "x-basic": base64,
      "x-configured": CONFIGURED,
    });
    await sendWith("", { authorization: "Basic YWJjZGVm" });
    await sendWith("", { authorization: `Bearer ${TOKEN} twice` });
    await sendWith("", { authorization: `${TOKEN}` });
    const shown = JSON.stringify(service.mock.requests, (_, value) => (typeof value === "bigint" ? `${value}` : value));
    expect(shown).not.toContain(TOKEN);
    expect(shown).not.toContain(encodeURIComponent(TOKEN));
    expect(shown).not.toContain(CONFIGURED);
    expect(shown).not.toContain(base64.slice(8, -4));
    expect(shown).not.toContain(hex);
    expect(shown).not.toContain("abcdef");
    expect(shown).not.toContain("YWJjZGVm");
    expect(service.mock.requests.map(({ headers: { authorization } }) => authorization)).toEqual([
      "Bearer [redacted]",
      "[redacted]",
      "Bearer [redacted]",
      "[redacted]",
    ]);
    expect(service.mock.requests[0]?.headers["x-debug"]).toBe("sent with [redacted]");
    expect(service.mock.requests[0]?.url).toMatch(
      /\/plants\?access_token=\[redacted\]&again=\[redacted\]&other=\[redacted\]$/,
    );
  });

  it("has only requests to the operation", async () => {
    const service = await start();
    const print = vi.spyOn(console, "error").mockImplementation(() => {});
    onTestFinished(() => print.mockRestore());
    await service.fetch(`${service.baseUrl}/plants`).catch(() => {});
    await service.fetch(`${service.baseUrl}/other`, { method: "POST" }).catch(() => {});
    expect(service.mock.requests).toEqual([]);
  });
});

describe("mock.requests", () => {
  it("returns frozen records in the same frozen array until they change", async () => {
    const service = await fetchAdapter.start();
    const { mock } = service;
    const before = mock.requests;
    mock.plants.add({ id: 2, name: "Moss" });
    expect(mock.requests).toBe(before);
    await post(service, FERN);
    expect(before).toEqual([]);
    const after = mock.requests;
    expect(mock.requests).toBe(after);
    const [first] = after;
    for (const value of [after, first, first?.headers, first?.newPlant, first?.response, first?.response?.headers]) {
      expect(Object.isFrozen(value)).toBe(true);
    }
    await post(service, FERN);
    expect(mock.requests).not.toBe(after);
    expect(mock.requests[0]).toBe(first);
    mock.clearRequests();
    expect(mock.requests).toEqual([]);
  });

  it("has headers in lower case, and joins those that occur twice", async () => {
    const mock = createPlantStoreMock();
    const headers = new Headers([
      ["X-Trace", "a"],
      ["x-trace", "b"],
    ]);
    await mock.fetch("https://plants.example.com/plants", { method: "POST", body: FERN, headers });
    expect(mock.requests[0]?.headers["x-trace"]).toBe("a, b");
  });

  it("stays empty after a reset when requests in progress end", async () => {
    const service = await fetchAdapter.start();
    service.mock.failNext({ delayMs: 1 });
    const lost = expect(post(service, FERN)).rejects.toThrow(TypeError);
    service.mock.reset();
    await lost;
    expect(service.mock.requests).toEqual([]);
    expect(service.mock.plants.size).toBe(0);
  });
});
