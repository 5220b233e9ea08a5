import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { Changes } from "../../mocks/changes.ts";
import { RecordHistory, RequestLog, receivedTokens } from "../../mocks/requests.ts";
import { baseUrl, fetchAdapter } from "../support/adapter.ts";
import { adapters } from "../support/adapters.ts";
import { post } from "../support/post.ts";

const TOKEN = "s3cr3t-token/of+tests==";
const CONFIGURED = "configured-token";
const FERN = '{"id":1,"name":"Fern"}';
const URL = `${baseUrl}/plants`;
const KIB = 2 ** 10;
const CUT = "… [cut after 16 KiB]";

describe.each(adapters)("mock.requests through $name", ({ start }) => {
  it("has each request with its plant, response and outcome, oldest first", async () => {
    const service = await start({ token: "test-token", duplicateIds: "reject" });
    await post(service, '{"id":9007199254740993,"name":"Fern","tag":"indoor","color":"green"}');
    await post(service, '{"id":9007199254740993.0,"name":"Moss"}');
    await post(service, "{");
    service.mock.failNext({ error: 1, message: "no", status: 503, headers: { "Retry-After": "1" } });
    await post(service, FERN);
    const head = {
      method: "POST",
      url: expect.stringMatching(/^https?:\/\/[^?]+\/v1\/plants$/),
      headers: expect.objectContaining({ "content-type": "application/json" }),
      receivedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      durationMs: expect.any(Number),
    };
    const headers = { "content-type": "application/json" };
    const refused = (message: string) => {
      const body = JSON.stringify({ error: 400, message });
      return { status: 400, response: { status: 400, headers, body }, outcome: "refused" };
    };
    expect(service.mock.requests).toStrictEqual([
      {
        ...head,
        body: '{"id":9007199254740993,"name":"Fern","tag":"indoor","color":"green"}',
        newPlant: { id: 9007199254740993n, name: "Fern", tag: "indoor" },
        status: 200,
        response: { status: 200, headers, body: '{"name":"Fern","tag":"indoor"}' },
        outcome: "created",
      },
      {
        ...head,
        body: '{"id":9007199254740993.0,"name":"Moss"}',
        newPlant: { id: 9007199254740993n, name: "Moss" },
        ...refused('The id 9007199254740993 is in use, and this mock has duplicateIds: "reject".'),
      },
      { ...head, body: "{", ...refused("Invalid NewPlant: not valid JSON.") },
      {
        ...head,
        body: FERN,
        newPlant: { id: 1n, name: "Fern" },
        status: 503,
        response: { status: 503, headers: { ...headers, "retry-after": "1" }, body: '{"error":1,"message":"no"}' },
        outcome: "fault",
      },
    ]);
  });

  it("has a request as soon as it arrives", async () => {
    const service = await start();
    service.mock.failNext("timeout");
    const lost = expect(post(service, FERN)).rejects.toThrow(TypeError);
    await expect.poll(() => service.mock.requests[0]?.newPlant, { interval: 1 }).toEqual({ id: 1n, name: "Fern" });
    expect(service.mock.requests[0]?.outcome).toBe("pending");
    for (const field of ["status", "response", "durationMs"]) {
      expect(service.mock.requests[0]).not.toHaveProperty(field);
    }
    service.mock.reset();
    await lost;
  });

  it("has the body of a fault function's Response, as it arrives", async () => {
    const service = await start();
    const encode = (text: string) => new TextEncoder().encode(text);
    let end = () => {};
    service.mock.failNext(() => {
      const stream = new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(Uint8Array.of(...encode("Foug"), encode("è")[0] as number));
          end = () => {
            controller.enqueue(Uint8Array.of(encode("è")[1] as number, ...encode("re of test-token")));
            controller.close();
          };
        },
      });
      return new Response(stream, { status: 418, headers: { "x-seen": "yes" } });
    });
    const response = service.fetch(`${service.baseUrl}/plants`, {
      method: "POST",
      headers: { authorization: "Bearer test-token" },
    });
    const body = () => service.mock.requests[0]?.response?.body;
    await expect.poll(body, { interval: 1 }).toBe("Foug");
    end();
    expect(await (await response).text()).toBe("Fougère of test-token");
    await expect.poll(body, { interval: 1 }).toBe("Fougère of [redacted]");
    expect(service.mock.requests[0]?.response).toMatchObject({ status: 418, headers: { "x-seen": "yes" } });
  });

  it("has texts cut after 16 KiB, then redacted", async () => {
    const service = await start();
    const name = `${"ä".repeat(16 * KIB - 20)}${"test-token"}${"x".repeat(16 * KIB)}`;
    await post(service, `{"id":1,"name":"${name}"}`, { "x-long": "y".repeat(4 * KIB + 1) });
    service.mock.failNext(() => new Response("z".repeat(20 * KIB)));
    await post(service, "x".repeat(16 * KIB));
    const [first, second] = service.mock.requests;
    const start16 = `${"ä".repeat(16 * KIB - 20)}[redacted]`;
    expect(first?.newPlant).toEqual({ id: 1n, name: `${start16}${"x".repeat(10)}${CUT}` });
    expect(first?.body).toBe(`{"id":1,"name":"${"ä".repeat(16 * KIB - 20)}test${CUT}`);
    expect(first?.response?.body).toBe(`{"name":"${start16}x${CUT}`);
    expect(first?.headers["x-long"]).toBe(`${"y".repeat(4 * KIB)}… [cut after 4 KiB]`);
    expect(second?.body).toBe("x".repeat(16 * KIB));
    expect(second?.response?.body).toBe(`${"z".repeat(16 * KIB)}${CUT}`);
    expect(service.mock.plants.get(1)?.name).toBe(name);
  });

  it("says that a body was too large, and a fault function gets none of it", async () => {
    const service = await start();
    service.mock.failNext({ delayMs: 0 }, async (request) => new Response(`got ${(await request.text()).length}`));
    const body = "x".repeat(KIB * KIB + 1);
    expect((await post(service, body)).body).toContain("larger than 1 MiB");
    expect((await post(service, body)).body).toBe("got 0");
    expect(service.mock.requests.map((request) => request.body)).toEqual(Array(2).fill("[larger than 1 MiB]"));
  });

  it("has no token or other credentials (I13)", async () => {
    const service = await start({ token: [TOKEN, CONFIGURED] });
    const escaped = TOKEN.replace("/", "\\/");
    const sendWith = (query: string, headers: Record<string, string>) =>
      service.fetch(`${service.baseUrl}/plants${query}`, {
        method: "POST",
        body: `{"id":1,"name":"${escaped}","tag":"${CONFIGURED}"}`,
        headers: { "content-type": "application/json", ...headers },
      });
    await sendWith(`?a=${encodeURIComponent(TOKEN)}&b=${TOKEN}&c=${CONFIGURED}`, {
      authorization: `Bearer ${TOKEN}`,
      cookie: "session=abcdef",
      "proxy-authorization": "Basic YWJjZGVm",
      "x-debug": `sent with ${TOKEN} and ${CONFIGURED}`,
      [`x-${CONFIGURED}`]: "1",
    });
    service.mock.failNext({ error: 1, message: TOKEN, headers: { "x-echo": TOKEN, "set-cookie": "session=abcdef" } });
    for (const authorization of ["Basic YWJjZGVm", `Bearer ${TOKEN} twice`, TOKEN]) {
      await sendWith("", { authorization });
    }
    const { requests } = service.mock;
    const text = JSON.stringify(requests, (_, value) => (typeof value === "bigint" ? `${value}` : value));
    expect(requests[0]?.headers).toHaveProperty(["x-[redacted]"], "1");
    for (const secret of [
      TOKEN,
      escaped,
      encodeURIComponent(TOKEN),
      CONFIGURED,
      CONFIGURED.toLowerCase(),
      "abcdef",
      "YWJjZGVm",
    ]) {
      expect(text).not.toContain(secret);
    }
    const authorizations = requests.map(({ headers }) => headers.authorization);
    expect(authorizations).toEqual(["Bearer [redacted]", "[redacted]", "Bearer [redacted]", "[redacted]"]);
    expect(requests[0]?.headers["x-debug"]).toBe("sent with [redacted] and [redacted]");
    expect(requests[0]?.url).toMatch(/\/plants\?a=\[redacted\]&b=\[redacted\]&c=\[redacted\]$/);
    expect(requests[0]?.newPlant).toEqual({ id: 1n, name: "[redacted]", tag: "[redacted]" });
  });

  it("has only requests to the operation", async () => {
    const service = await start();
    const print = vi.spyOn(console, "error").mockImplementation(() => {});
    onTestFinished(() => print.mockRestore());
    await service.fetch(`${service.baseUrl}/plants`).catch(() => {});
    expect(service.mock.requests).toEqual([]);
  });
});

describe("mock.requests", () => {
  it("is the same frozen array of frozen records until they change", async () => {
    const service = await fetchAdapter.start();
    const { mock } = service;
    const before = mock.requests;
    mock.plants.add({ id: 2, name: "Moss" });
    expect(mock.requests).toBe(before);
    await post(service, FERN);
    const after = mock.requests;
    expect([before, mock.requests === after]).toEqual([[], true]);
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

  it("doesn't take a token of 7 characters for a secret, since it may be a word", async () => {
    const mock = createPlantStoreMock();
    for (const token of ["abcdefg", "abcdefgh"]) {
      await mock.fetch(`${URL}?q=${token}`, { method: "POST", headers: { authorization: `Bearer ${token}` } });
    }
    await mock.fetch(`${URL}?q=undefined`, { method: "POST" });
    expect(mock.requests.map(({ url }) => url.slice(URL.length))).toEqual([
      "?q=abcdefg",
      "?q=[redacted]",
      "?q=undefined",
    ]);
  });

  it("has a body that isn't UTF-8 with replacement characters", async () => {
    const service = await fetchAdapter.start();
    await post(service, Uint8Array.of(0x61, 0xff, 0x62));
    expect(service.mock.requests[0]?.body).toBe("a\ufffdb");
  });

  it("stays empty when requests that were cleared end", async () => {
    const service = await fetchAdapter.start({ delayMs: 1 });
    const response = post(service, FERN);
    service.mock.clearRequests();
    const listener = vi.fn();
    service.mock.subscribe(listener);
    expect((await response).status).toBe(200);
    expect(service.mock.requests).toEqual([]);
    expect(listener.mock.calls).toEqual([[{ added: [{ id: 1n, name: "Fern" }] }]]);
  });

  it("passes on that the caller cancels a Response of a fault function", async () => {
    const service = await fetchAdapter.start();
    const reasons: unknown[] = [];
    const body = new ReadableStream({ cancel: (reason) => void reasons.push(reason) });
    service.mock.failNext(() => new Response(body));
    const response = await service.fetch(URL, { method: "POST" });
    await response.body?.cancel("enough");
    expect(reasons).toEqual(["enough"]);
  });
});

describe("RequestLog", () => {
  const startLog = (history = new RecordHistory()) => {
    const changes = new Changes();
    const listener = vi.fn();
    changes.subscribe(listener);
    const log = new RequestLog(history, [], changes);
    const record = (path: string) => log.begin({ method: "POST", url: path, headers: new Headers() });
    return { log, record, listener, urls: () => log.list().map(({ url }) => url) };
  };

  it("numbers requests from 1", () => {
    const { log, record } = startLog();
    for (const path of ["/a", "/b", "/c"]) {
      record(path);
    }
    expect(log.records.map(({ number, recorded }) => [number, recorded.url])).toEqual([
      [1, "/a"],
      [2, "/b"],
      [3, "/c"],
    ]);
  });

  it("records the duration in tenths of a millisecond, once", () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    onTestFinished(() => void vi.useRealTimers());
    const { log, record } = startLog();
    const entry = record("/");
    vi.advanceTimersByTime(12.34);
    entry.finish("aborted");
    vi.advanceTimersByTime(1);
    entry.finish("created");
    expect(log.list()[0]).toMatchObject({ durationMs: 12.3, outcome: "aborted" });
  });

  it("keeps the last 1,000 records of all logs together, and clears only its own", () => {
    const history = new RecordHistory();
    const [one, two] = [startLog(history), startLog(history)];
    for (let id = 0; id < 600; id++) {
      one.record(`/${id}`).finish("aborted");
      two.record(`/${id}`).finish("aborted");
    }
    expect([one.urls().length, two.urls().length, one.urls()[0], two.urls().at(-1)]).toEqual([
      500,
      500,
      "/100",
      "/599",
    ]);
    one.listener.mockClear();
    two.record("/600");
    expect([one.urls().length, one.listener.mock.calls]).toEqual([499, [[{}]]]);
    one.log.clear();
    expect([one.urls().length, two.urls().length]).toEqual([0, 501]);
  });
});

describe("receivedTokens", () => {
  it.each([
    ["Bearer a-long-token", ["a-long-token"]],
    ["  Negotiate   a-long-token  ", ["a-long-token"]],
    ["a-token-without-scheme", ["a-token-without-scheme"]],
    ["Bearer a b c d e f", ["a", "b", "c", "d"]],
    ["", [""]],
    [null, [""]],
  ])("reads the tokens of %j", (authorization, tokens) => {
    expect(receivedTokens({ get: () => authorization } as never)).toEqual(tokens);
  });
});
