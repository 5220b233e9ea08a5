import { describe, expect, it, onTestFinished, vi } from "vitest";
import { startMock } from "../../support/adapter.ts";
import { adapters } from "../../support/adapters.ts";
import { FERN_JSON } from "../../support/fern.ts";
import { type PostHeaders, post } from "../../support/post.ts";

const JSON_TYPE = { "content-type": "application/json" };

describe.each(adapters)("a record through $name", ({ start }) => {
  it("has the request and its response", async () => {
    const service = await start();
    await post(service, '{"id":9007199254740993,"name":"Fern"}');
    expect(service.mock.requests).toStrictEqual([
      {
        number: 1,
        method: "POST",
        url: expect.stringMatching(/^https?:\/\/[^?]+\/v1\/plants$/),
        headers: expect.objectContaining({ ...JSON_TYPE, authorization: "Bearer test-token" }),
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
});

describe("a record of mock.fetch", () => {
  async function record(body: string, headers: PostHeaders = {}) {
    const { mock, ...service } = startMock();
    await post(service, body, headers);
    return mock.requests[0];
  }

  it("has a body of 1 MiB as it was sent", async () => {
    const body = `{"id":1,"name":"${"x".repeat(2 ** 20 - 18)}"}`;
    expect(await record(body)).toMatchObject({ body, newPlant: { id: 1, name: "x".repeat(2 ** 20 - 18) } });
  });

  it("has a body in another encoding as text", async () => {
    expect((await record("{", { "content-type": "text/plain" }))?.body).toBe("{");
  });

  it("says that a body is larger than 1 MiB", async () => {
    expect((await record("x".repeat(2 ** 20 + 1)))?.body).toBe("[larger than 1 MiB]");
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
