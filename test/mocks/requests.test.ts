import { createPlantStoreMock, type PlantStoreMock } from "plant-store-sdk/mocks";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { baseUrl, fetchAdapter } from "../support/adapter.ts";
import { adapters } from "../support/adapters.ts";
import { mockApp } from "../support/mock-app.ts";
import { post } from "../support/post.ts";

const TOKEN = "s3cr3t-token/of+tests==";
const CONFIGURED = "Configured-token";
const FERN = '{"id":1,"name":"Fern"}';
const URL = `${baseUrl}/plants`;
const KIB = 2 ** 10;
const CUT = "… [cut after 16 KiB]";

describe.each(adapters)("mock.requests through $name", ({ start }) => {
  it("has each request with its plant, response and outcome, oldest first", async () => {
    const service = await start({ duplicateIds: "reject" });
    service.mock.failWhen({ id: 1n }, { error: 1, message: "no", status: 503, headers: { "Retry-After": "1" } });
    const id = 9007199254740993n;
    const sent: [text: string, status: number, end: object][] = [
      [`{"id":${id},"name":"Fern","color":"green"}`, 200, { outcome: "created", newPlant: { id, name: "Fern" } }],
      [`{"id":${id}.0,"name":"Moss"}`, 400, { outcome: "refused", newPlant: { id, name: "Moss" } }],
      ["not UTF-8: \xFF", 400, { outcome: "refused" }],
      [FERN, 503, { outcome: "fault", newPlant: { id: 1n, name: "Fern" } }],
    ];
    const expected = [];
    for (const [text, status, end] of sent) {
      const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
      const { body } = await post(service, bytes);
      expected.push({
        method: "POST",
        url: expect.stringMatching(/^https?:\/\/[^?]+\/v1\/plants$/),
        headers: expect.objectContaining({ "content-type": "application/json" }),
        receivedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        body: text.replace("\xFF", "\uFFFD"),
        status,
        response: { status, headers: expect.objectContaining({ "content-type": "application/json" }), body },
        durationMs: expect.any(Number),
        ...end,
      });
    }
    const { requests } = service.mock;
    expect(requests).toStrictEqual(expected);
    expect(requests[3]?.response?.headers).toEqual({ "content-type": "application/json", "retry-after": "1" });
  });

  it("has the body of a fault function's Response, as it arrives", async () => {
    const service = await start();
    const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>();
    service.mock.failNext(() => new Response(readable, { status: 418, headers: { "x-seen": "yes" } }));
    const response = post(service, FERN);
    const writer = writable.getWriter();
    const bytes = new TextEncoder().encode("Fougère of test-token");
    void writer.write(bytes.slice(0, 5));
    const body = () => service.mock.requests[0]?.response?.body;
    await expect.poll(body, { interval: 1 }).toBe("Foug");
    void writer.write(bytes.slice(5));
    void writer.close();
    expect((await response).body).toBe("Fougère of test-token");
    await expect.poll(body, { interval: 1 }).toBe("Fougère of [redacted]");
    expect(service.mock.requests[0]?.response).toMatchObject({ status: 418, headers: { "x-seen": "yes" } });
  });

  it("has no token or other credentials (I13)", async () => {
    const service = await start({ token: [TOKEN, CONFIGURED] });
    const escaped = TOKEN.replace("/", "\\/");
    const body = `{"id":1,"name":"${escaped}","tag":"${CONFIGURED}"}`;
    const sendWith = (query: string, headers: Record<string, string>) =>
      post({ ...service, fetch: (url, init) => service.fetch(url + query, init) }, body, headers);
    await sendWith(`?a=${encodeURIComponent(TOKEN)}&b=${TOKEN}&c=${CONFIGURED}`, {
      authorization: `Bearer ${TOKEN}`,
      cookie: "session=abcdef",
      "proxy-authorization": "Basic YWJjZGVm",
      "x-debug": `sent with ${TOKEN} and ${CONFIGURED}`,
      [`x-${CONFIGURED}`]: "1",
    });
    service.mock.failNext({ error: 1, message: TOKEN, headers: { "x-echo": TOKEN, "set-cookie": "session=abcdef" } });
    for (const authorization of ["Not bearer YWJjZGVm", `Bearer ${TOKEN} twice`, TOKEN]) {
      await sendWith("", { authorization });
    }
    const { requests } = service.mock;
    const text = JSON.stringify(requests, (_, value) => (typeof value === "bigint" ? `${value}` : value));
    for (const secret of [TOKEN, escaped, encodeURIComponent(TOKEN), CONFIGURED, "abcdef", "YWJjZGVm"]) {
      expect(text).not.toContain(secret);
    }
    const authorizations = requests.map(({ headers }) => headers.authorization);
    expect(authorizations).toEqual(["Bearer [redacted]", "[redacted]", "Bearer [redacted]", "[redacted]"]);
    expect(requests[0]).toMatchObject({
      url: expect.stringMatching(/\/plants\?a=\[redacted\]&b=\[redacted\]&c=\[redacted\]$/),
      headers: { "x-debug": "sent with [redacted] and [redacted]", "x-[redacted]": "1" },
      newPlant: { id: 1n, name: "[redacted]", tag: "[redacted]" },
    });
  });
});

describe("mock.requests", () => {
  const send = ({ fetch }: PlantStoreMock, query = "", init: RequestInit = {}) =>
    fetch(URL + query, { method: "POST", ...init });

  it("has texts cut after 16 KiB, then redacted", async () => {
    const service = await fetchAdapter.start();
    const start16 = "ä".repeat(16 * KIB - 20);
    const name = `${start16}${"test-token"}${"x".repeat(16 * KIB)}`;
    await post(service, `{"id":1,"name":"${name}"}`, { "x-long": "y".repeat(4 * KIB + 1) });
    service.mock.failNext(() => new Response("z".repeat(20 * KIB)));
    await post(service, "x".repeat(16 * KIB));
    const [first, second] = service.mock.requests;
    expect(first).toMatchObject({
      newPlant: { id: 1n, name: `${start16}[redacted]${"x".repeat(10)}${CUT}` },
      body: `{"id":1,"name":"${start16}test${CUT}`,
      response: { body: `{"name":"${start16}[redacted]x${CUT}` },
      headers: { "x-long": `${"y".repeat(4 * KIB)}… [cut after 4 KiB]` },
    });
    expect(second).toMatchObject({ body: "x".repeat(16 * KIB), response: { body: `${"z".repeat(16 * KIB)}${CUT}` } });
    expect(service.mock.plants.get(1)?.name).toBe(name);
  });

  it.each([
    ["Negotiate      test-token", "[redacted]"],
    ["test-token", "[redacted]"],
    ["Bearer one two six test-token", "[redacted]"],
    ["Bearer one two six ten test-token", "test-token"],
  ])("redacts up to four words after the scheme: %j", async (authorization, shown) => {
    const mock = createPlantStoreMock();
    await send(mock, "?q=test-token&scheme=Negotiate", { headers: { authorization } });
    expect(mock.requests[0]?.url).toBe(`${URL}?q=${shown}&scheme=Negotiate`);
  });

  it("has the duration in tenths of a millisecond, once", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    onTestFinished(() => void vi.useRealTimers());
    vi.advanceTimersByTime(1_000);
    const leaving = new AbortController();
    const mock = createPlantStoreMock();
    mock.failNext("timeout");
    const left = expect(send(mock, "", { signal: leaving.signal })).rejects.toThrow();
    vi.advanceTimersByTime(12.34);
    leaving.abort();
    vi.advanceTimersByTime(1);
    await left;
    expect(mock.requests).toMatchObject([{ durationMs: 12.3, outcome: "aborted" }]);
  });

  it("is the same frozen array of frozen records until they change", async () => {
    const { mock, ...service } = await fetchAdapter.start();
    const before = mock.requests;
    mock.plants.add({ id: 2, name: "Moss" });
    expect(mock.requests).toBe(before);
    await post(service, FERN);
    const after = mock.requests;
    expect([before, mock.requests === after]).toEqual([[], true]);
    const [first] = after;
    const values = [after, first, first?.headers, first?.newPlant, first?.response, first?.response?.headers];
    expect(values.every(Object.isFrozen)).toBe(true);
    await post(service, FERN);
    expect(mock.requests).not.toBe(after);
    expect(mock.requests[0]).toBe(first);
  });

  it("has a request as soon as it arrives, and stays empty when it ends after clearRequests", async () => {
    const service = await fetchAdapter.start({ delayMs: 1 });
    const response = post(service, FERN);
    const fields = ["method", "url", "headers", "receivedAt", "body", "newPlant", "outcome"];
    expect(service.mock.requests.map(Object.keys)).toEqual([fields]);
    service.mock.clearRequests();
    expect((await response).status).toBe(200);
    expect(service.mock.requests).toEqual([]);
  });

  it("has the last 1,000 of an app and its sessions together", async () => {
    const { mock, session } = mockApp();
    const other = session("worker-1");
    const getCounts = () => [mock.requests.length, other.requests.length];
    for (let id = 0; id < 600; id++) {
      await send(mock, `?${id}`);
      await send(other, `?${id}`);
    }
    expect([mock.requests[0]?.url, ...getCounts()]).toEqual([`${URL}?100`, 500, 500]);
    const [listener, otherListener] = [vi.fn(), vi.fn()];
    mock.subscribe(listener);
    other.subscribe(otherListener);
    await send(other);
    expect([...getCounts(), listener.mock.calls]).toEqual([499, 501, [[{}]]]);
    await send(other);
    expect([...getCounts(), otherListener.mock.calls]).toEqual([499, 501, [[{}], [{}]]]);
    mock.clearRequests();
    for (let id = 0; id < 499; id++) {
      await send(mock);
    }
    expect(getCounts()).toEqual([499, 501]);
  });

  it("cancels the Response of a fault function when the caller cancels the response", async () => {
    const mock = createPlantStoreMock();
    const reasons: unknown[] = [];
    mock.failNext(() => new Response(new ReadableStream({ cancel: (reason) => void reasons.push(reason) })));
    await (await send(mock)).body?.cancel("enough");
    expect(mock.requests[0]?.response?.body).toBe("");
    expect(reasons).toEqual(["enough"]);
  });
});
