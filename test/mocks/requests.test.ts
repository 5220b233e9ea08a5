import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { describe, expect, it } from "vitest";
import { fetchAdapter } from "../support/adapter.ts";
import { adapters } from "../support/adapters.ts";
import { post } from "../support/post.ts";

const TOKEN = "s3cr3t-token/of+tests==";
const FERN = '{"id":1,"name":"Fern"}';

describe.each(adapters)("mock.requests through $name", ({ start }) => {
  it("shows each request with its newPlant, its status and its outcome, oldest first", async () => {
    const service = await start({ token: "test-token", duplicateIds: "reject" });
    await post(service, '{"id":9007199254740993,"name":"Fern","tag":"indoor","colour":"green"}');
    await post(service, '{"id":9007199254740993.0,"name":"Moss"}');
    await post(service, FERN, { authorization: "Bearer another" });
    await post(service, "{");
    service.mock.failNext({ error: 1, message: "no", status: 503 });
    await post(service, FERN);
    const url = expect.stringMatching(/^https?:\/\/[^?]+\/v1\/plants$/);
    const headers = expect.objectContaining({ "content-type": "application/json" });
    const shared = { method: "POST", url, headers };
    expect(service.mock.requests).toStrictEqual([
      { ...shared, newPlant: { id: 9007199254740993n, name: "Fern", tag: "indoor" }, status: 200, outcome: "created" },
      { ...shared, newPlant: { id: 9007199254740993n, name: "Moss" }, status: 400, outcome: "refused" },
      { ...shared, newPlant: { id: 1n, name: "Fern" }, status: 400, outcome: "refused" },
      { ...shared, status: 400, outcome: "refused" },
      { ...shared, newPlant: { id: 1n, name: "Fern" }, status: 503, outcome: "fault" },
    ]);
  });

  it("shows a request from its arrival on", async () => {
    const service = await start();
    service.mock.failNext("timeout");
    const lost = expect(post(service, FERN)).rejects.toThrow(TypeError);
    await expect.poll(() => service.mock.requests[0]?.newPlant, { interval: 1 }).toEqual({ id: 1n, name: "Fern" });
    expect(service.mock.requests[0]?.outcome).toBe("pending");
    expect(service.mock.requests[0]).not.toHaveProperty("status");
    service.mock.reset();
    await lost;
  });

  it("shows no credentials, wherever they stand (I13)", async () => {
    const service = await start();
    const send = (query: string, headers: Record<string, string>) =>
      service.fetch(`${service.baseUrl}/plants${query}`, {
        method: "POST",
        body: FERN,
        headers: { "content-type": "application/json", ...headers },
      });
    await send(`?access_token=${encodeURIComponent(TOKEN)}&again=${TOKEN}`, {
      authorization: `Bearer ${TOKEN}`,
      cookie: "session=abcdef",
      "proxy-authorization": "Basic YWJjZGVm",
      "x-debug": `sent with ${TOKEN}`,
    });
    await send("", { authorization: "Basic YWJjZGVm" });
    await send("", { authorization: `Bearer ${TOKEN} twice` });
    await send("", { authorization: `${TOKEN}` });
    const shown = JSON.stringify(service.mock.requests, (_, value) => (typeof value === "bigint" ? `${value}` : value));
    expect(shown).not.toContain(TOKEN);
    expect(shown).not.toContain(encodeURIComponent(TOKEN));
    expect(shown).not.toContain("abcdef");
    expect(shown).not.toContain("YWJjZGVm");
    expect(service.mock.requests.map(({ headers: { authorization } }) => authorization)).toEqual([
      "Bearer [redacted]",
      "[redacted]",
      "Bearer [redacted]",
      "[redacted]",
    ]);
    expect(service.mock.requests[0]?.headers["x-debug"]).toBe("sent with [redacted]");
    expect(service.mock.requests[0]?.url).toMatch(/\/plants\?access_token=\[redacted\]&again=\[redacted\]$/);
  });

  it("shows none of what is not for the operation", async () => {
    const service = await start();
    await service.fetch(`${service.baseUrl}/plants`).catch(() => {});
    await service.fetch(`${service.baseUrl}/other`, { method: "POST" }).catch(() => {});
    expect(service.mock.requests).toEqual([]);
  });
});

describe("mock.requests", () => {
  it("holds the last 1,000", { timeout: 30_000 }, async () => {
    const service = await fetchAdapter.start();
    for (let id = 1; id <= 1_003; id++) {
      await post(service, `{"id":${id},"name":"Fern"}`);
    }
    expect(service.mock.requests).toHaveLength(1_000);
    expect(service.mock.requests[0]?.newPlant?.id).toBe(4n);
    expect(service.mock.requests.at(-1)?.newPlant?.id).toBe(1_003n);
  });

  it("is a frozen picture of the moment", async () => {
    const service = await fetchAdapter.start();
    const before = service.mock.requests;
    await post(service, FERN);
    expect(before).toEqual([]);
    const [first] = service.mock.requests;
    expect(Object.isFrozen(first) && Object.isFrozen(first?.headers) && Object.isFrozen(first?.newPlant)).toBe(true);
  });

  it("names header fields in lower case, and joins those that stand twice", async () => {
    const mock = createPlantStoreMock();
    const headers = new Headers([
      ["X-Trace", "a"],
      ["x-trace", "b"],
    ]);
    await mock.fetch("https://plants.example.com/plants", { method: "POST", body: FERN, headers });
    expect(mock.requests[0]?.headers["x-trace"]).toBe("a, b");
  });

  it("is empty again after a reset, and stays so when what was under way ends", async () => {
    const service = await fetchAdapter.start();
    service.mock.failNext({ delayMs: 1 });
    const lost = expect(post(service, FERN)).rejects.toThrow(TypeError);
    service.mock.reset();
    await lost;
    expect(service.mock.requests).toEqual([]);
    expect(service.mock.plants.size).toBe(0);
  });
});
