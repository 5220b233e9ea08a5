import { createPlantStoreMock, type Fault, type PlantStoreMock } from "plant-store-sdk/mocks";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { baseUrl, fetchAdapter } from "../support/adapter.ts";
import { adapters } from "../support/adapters.ts";
import { mockApp } from "../support/mock-app.ts";
import { post } from "../support/post.ts";

const TOKEN = 's3cr3t-"token"/of+tests==';
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
      [`{"id":${id},"name":"Fern"}`, 200, { outcome: "created", newPlant: { id, name: "Fern" }, created: true }],
      [`{"id":${id}.0,"name":"Moss"}`, 400, { outcome: "refused", newPlant: { id, name: "Moss" }, created: false }],
      ["not UTF-8: \xFF", 400, { outcome: "refused", created: false }],
      [FERN, 503, { outcome: "fault", newPlant: { id: 1n, name: "Fern" }, fault: "error 1", created: false }],
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

  it("has the head of a fault function's Response, without its body", async () => {
    const service = await start();
    service.mock.failNext(() => new Response("made", { status: 418, headers: { "x-seen": "yes" } }));
    expect((await post(service, FERN)).body).toBe("made");
    const { response, ...recorded } = service.mock.requests[0] ?? {};
    expect(recorded).toMatchObject({ outcome: "fault", fault: "function", status: 418 });
    expect(response).toEqual({ status: 418, headers: expect.objectContaining({ "x-seen": "yes" }) });
  });

  it("has no token or other credentials (I13)", async () => {
    const service = await start({ token: TOKEN });
    const sendWith = (query: string, headers: Record<string, string>) => {
      const body = `{"id":1,"name":${JSON.stringify(`of ${TOKEN}`)}}`;
      return post({ ...service, fetch: (url, init) => service.fetch(url + query, init) }, body, headers);
    };
    await sendWith(`?a=${encodeURIComponent(TOKEN)}&b=${encodeURIComponent(TOKEN)}`, {
      authorization: `Bearer ${TOKEN}`,
      cookie: "session=abcdef",
      "proxy-authorization": "Basic YWJjZGVm",
      "x-debug": `sent with ${TOKEN}`,
    });
    service.mock.failNext({ error: 1, message: TOKEN, headers: { "x-echo": TOKEN, "set-cookie": "session=abcdef" } });
    for (const authorization of ["Not bearer YWJjZGVm", `Bearer ${TOKEN} twice`, TOKEN]) {
      await sendWith("", { authorization });
    }
    const { requests } = service.mock;
    const text = JSON.stringify(requests, (_, value) => (typeof value === "bigint" ? `${value}` : value));
    for (const secret of ["abcdef", "YWJjZGVm", "twice"]) {
      expect(text).not.toContain(secret);
    }
    const authorizations = requests.map(({ headers }) => headers.authorization);
    expect(authorizations).toEqual(["Bearer [redacted]", "[redacted]", "Bearer [redacted]", "[redacted]"]);
    expect(requests[0]).toMatchObject({
      url: expect.stringMatching(/\/plants\?a=\[redacted\]&b=\[redacted\]$/),
      headers: { "x-debug": "sent with [redacted]" },
      body: '{"id":1,"name":"of [redacted]"}',
      newPlant: { id: 1n, name: "of [redacted]" },
    });
  });

  it("redacts the token of each request", async () => {
    const service = await start();
    for (const token of ["first-token", "second-token"]) {
      await post(service, `{"id":1,"name":"${token}"}`, { authorization: `Bearer ${token}` });
    }
    expect(service.mock.requests.map(({ newPlant }) => newPlant?.name)).toEqual(["[redacted]", "[redacted]"]);
  });

  it.each<[Fault, fault: string, created: boolean]>([
    ["connection", "connection", false],
    [{ fault: "connection", creates: true }, "connection", true],
    [{ error: 503, message: "no", status: 503 }, "error 503", false],
    [{ delayMs: 5 }, "delay 5 ms", true],
    [() => Response.error(), "function", false],
  ])("says which fault applied, and whether the plant was created: %o", async (failure, fault, created) => {
    const service = await start();
    service.mock.failNext(failure);
    await post(service, FERN).catch(() => "lost");
    expect(service.mock.requests).toMatchObject([{ fault, created }]);
  });
});

describe("mock.requests", () => {
  const send = ({ fetch }: PlantStoreMock, query = "", init: RequestInit = {}) =>
    fetch(URL + query, { method: "POST", ...init });

  it("has texts redacted and cut after 16 KiB, without a part of a token at the end", async () => {
    const service = await fetchAdapter.start();
    const start16 = "x".repeat(16 * KIB - 20);
    const name = `${start16}test-token${"y".repeat(16 * KIB)}`;
    await post(service, `{"id":1,"name":"${name}"}`, { "x-long": "y".repeat(4 * KIB + 1) });
    const [recorded] = service.mock.requests;
    expect(recorded?.headers["x-long"]).toBe(`${"y".repeat(4 * KIB)}… [cut after 4 KiB]`);
    expect(recorded?.newPlant?.name).toBe(`${start16}[redacted]${"y".repeat(10)}${CUT}`);
    expect(recorded?.body).toBe(`{"id":1,"name":"${start16}[red${CUT}`);
    expect(service.mock.plants.get(1)?.name).toBe(name);
  });

  it("has no texts of a request whose token is longer than 1,500 characters", async () => {
    const service = await fetchAdapter.start();
    await post(service, FERN, { authorization: `Bearer ${"x".repeat(1_501)}` });
    expect(service.mock.requests).toMatchObject([
      { url: "[redacted]", body: "[redacted]", newPlant: { id: 1n, name: "[redacted]" }, created: true },
    ]);
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
    await left;
    vi.advanceTimersByTime(1);
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
    expect(service.mock.requests).toMatchObject([{ method: "POST", outcome: "pending", created: false }]);
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
    expect(reasons).toEqual(["enough"]);
  });
});
