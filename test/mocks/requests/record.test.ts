import { describe, expect, it, onTestFinished, vi } from "vitest";
import { type RunningMock, startMock } from "../../support/adapter.ts";
import { adapters } from "../../support/adapters.ts";
import { FERN_JSON } from "../../support/fern.ts";
import { type PostHeaders, post } from "../../support/post.ts";

const TOKEN = 's3cr3t-"token"/of+tests==';
const KIB = 2 ** 10;
const JSON_TYPE = { "content-type": "application/json" };

const withQuery = ({ fetch, ...service }: RunningMock, query: string): RunningMock => ({
  ...service,
  fetch: (url, init) => fetch(url + query, init),
});

describe.each(adapters)("a record through $name", ({ start }) => {
  it("has the request and its response", async () => {
    const service = await start();
    await post(service, '{"id":9007199254740993,"name":"Fern"}');
    expect(service.mock.requests).toStrictEqual([
      {
        number: 1,
        method: "POST",
        url: expect.stringMatching(/^https?:\/\/[^?]+\/v1\/plants$/),
        headers: expect.objectContaining(JSON_TYPE),
        receivedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        body: '{"id":9007199254740993,"name":"Fern"}',
        newPlant: { id: 9007199254740993n, name: "Fern" },
        status: 200,
        response: { status: 200, headers: JSON_TYPE, body: '{"name":"Fern"}' },
        durationMs: expect.any(Number),
        outcome: "created",
        created: true,
      },
    ]);
  });

  it("has the URL with its query", async () => {
    const service = await start();
    await post(withQuery(service, "?dry"), FERN_JSON);
    expect(service.mock.requests).toMatchObject([{ url: expect.stringMatching(/\/v1\/plants\?dry$/) }]);
  });

  it("has a body that isn't UTF-8 with replacement characters", async () => {
    const service = await start();
    await post(service, Uint8Array.of(0x46, 0xff));
    expect(service.mock.requests).toMatchObject([{ body: "F\uFFFD" }]);
  });

  it("has no plant when the body isn't a NewPlant", async () => {
    const service = await start();
    await post(service, '{"id":1}');
    expect(service.mock.requests[0]).not.toHaveProperty("newPlant");
  });

  it("has the plant of a request that is refused", async () => {
    const service = await start({ token: "secret" });
    await post(service, FERN_JSON);
    expect(service.mock.requests).toMatchObject([
      { newPlant: { id: 1, name: "Fern" }, status: 400, outcome: "refused", created: false },
    ]);
  });

  it("has the headers of a fault's response in lower case", async () => {
    const service = await start();
    service.mock.failNext({ error: 1, message: "no", headers: { "Retry-After": "1" } });
    await post(service, FERN_JSON);
    expect(service.mock.requests[0]?.response?.headers).toEqual({ ...JSON_TYPE, "retry-after": "1" });
  });

  it("has no body of a fault function's Response", async () => {
    const service = await start();
    service.mock.failNext(() => new Response("made", { status: 418 }));
    await post(service, FERN_JSON);
    expect(service.mock.requests[0]?.response).toEqual({ status: 418, headers: expect.any(Object) });
  });

  it("has no response when the connection is lost", async () => {
    const service = await start();
    service.mock.failNext("connection");
    await post(service, FERN_JSON).catch(() => "lost");
    expect(service.mock.requests[0]).not.toHaveProperty("status");
    expect(service.mock.requests[0]).not.toHaveProperty("response");
  });

  it.each([
    ["connection", "connection", { outcome: "fault", created: false }],
    ["connection", { fault: "connection", creates: true }, { outcome: "fault", created: true }],
    ["error 503", { error: 503, message: "no" }, { outcome: "fault", created: false, status: 400 }],
    ["delay 0 ms", { delayMs: 0 }, { outcome: "created", created: true, status: 200 }],
  ] as const)("has the fault %j of %j", async (fault, queued, expected) => {
    const service = await start();
    service.mock.failNext(queued);
    await post(service, FERN_JSON).catch(() => "lost");
    expect(service.mock.requests).toMatchObject([{ fault, ...expected }]);
  });

  it('has the fault "function" of a function', async () => {
    const service = await start();
    service.mock.failNext(() => Response.error());
    await post(service, FERN_JSON).catch(() => "lost");
    expect(service.mock.requests).toMatchObject([{ fault: "function", outcome: "fault" }]);
  });
});

describe.each(adapters)("a record through $name", ({ start }) => {
  it("has credentials and other texts as they were sent", async () => {
    const service = await start({ token: TOKEN });
    service.mock.failNext({ error: 1, message: TOKEN });
    const sent = { authorization: `Bearer ${TOKEN}`, "x-debug": `sent with ${TOKEN}` };
    await post(withQuery(service, `?a=${encodeURIComponent(TOKEN)}`), JSON.stringify({ id: 1, name: TOKEN }), sent);
    const [recorded] = service.mock.requests;
    expect(recorded?.headers).toMatchObject(sent);
    expect(recorded?.url).toContain(`/plants?a=${encodeURIComponent(TOKEN)}`);
    expect(recorded?.newPlant).toEqual({ id: 1, name: TOKEN });
    expect(JSON.parse(recorded?.response?.body ?? "")).toEqual({ error: 1, message: TOKEN });
  });
});

describe("a record of mock.fetch", () => {
  async function record(body: string, headers: PostHeaders = {}) {
    const { mock, ...service } = startMock();
    await post(service, body, headers);
    return mock.requests[0];
  }

  it("has headers that are cut after 16,384 characters", async () => {
    const recorded = await record(FERN_JSON, { "x-long": "y".repeat(16 * KIB + 1) });
    expect(recorded?.headers["x-long"]).toBe(`${"y".repeat(16 * KIB)}… [cut after 16384 characters]`);
  });

  it("has a body that is cut after 16,384 characters", async () => {
    const recorded = await record("x".repeat(16 * KIB + 1));
    expect(recorded?.body).toBe(`${"x".repeat(16 * KIB)}… [cut after 16384 characters]`);
  });

  it("has texts of the plant that are cut after 16,384 characters", async () => {
    const recorded = await record(`{"id":1,"name":"${"x".repeat(16 * KIB + 1)}"}`);
    expect(recorded?.newPlant?.name).toBe(`${"x".repeat(16 * KIB)}… [cut after 16384 characters]`);
  });

  it("has a text of 16,384 characters as it is", async () => {
    expect((await record("x".repeat(16 * KIB)))?.body).toBe("x".repeat(16 * KIB));
  });

  it("says that a body is larger than 1 MiB", async () => {
    expect((await record("x".repeat(2 ** 20 + 1)))?.body).toBe("[larger than 1 MiB]");
  });

  it.each(["cookie", "set-cookie", "proxy-authorization"])("has the header %s as it was sent", async (name) => {
    const recorded = await record(FERN_JSON, { [name]: "session=abcdef" });
    expect(recorded?.headers[name]).toBe("session=abcdef");
  });

  it("has the duration in tenths of a millisecond", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    onTestFinished(() => void vi.useRealTimers());
    vi.advanceTimersByTime(1_000);
    const token = async () => {
      vi.advanceTimersByTime(12.34);
      return true;
    };
    const { mock, ...service } = startMock({ token });
    await post(service, FERN_JSON);
    expect(mock.requests).toMatchObject([{ durationMs: 12.3 }]);
  });
});
