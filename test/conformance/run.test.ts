import { getEventListeners } from "node:events";
import { ConformanceError, checkConformance } from "plant-store-sdk/conformance";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { getRejection } from "../support/get-rejection.ts";
import { closedUrl } from "../support/listening.ts";
import {
  type Deviation,
  errorReply,
  jsonReply,
  on,
  plantServiceFetch,
  type ServiceResponse,
  TOKEN,
} from "../support/plant-service.ts";
import { baseUrl, check } from "./check.ts";

it("sends ids within int32 that count up from a random start, except in cases about others", async () => {
  const first = (await check()).created.map(Number);
  const second = (await check()).created.map(Number);
  expect(first[1]).toBe(Number(first[0]) + 1);
  expect(first[0]).not.toBe(second[0]);
  // 0, -1, two beyond 2^53, the ends of int64, and two random ids beyond 2^61.
  expect(first.filter((id) => id >= 2 ** 30 && id < 2 ** 31).length).toBe(first.length - 8);
});

it("has an id of its own, which is in the plants that it sends", async () => {
  const bodies: string[] = [];
  const run = async () =>
    (
      await check(({ body }, right) => {
        bodies.push(body.toString());
        return right;
      })
    ).runId;
  const [first, second] = [await run(), await run()];
  expect([first, second]).toEqual(Array(2).fill(expect.stringMatching(/^plant-store-conformance [\da-f]{16}$/)));
  expect(first).not.toBe(second);
  expect(bodies.filter((body) => body.includes(first)).length).toBeGreaterThan(20);
});

describe("a run stops", () => {
  it("after three requests in a row without a response", async () => {
    let requests = 0;
    const hangs: Deviation = (_, right) => (++requests === 1 ? right : "hang");
    const { rows, stopped, causes } = await check(hangs, { timeoutMs: 20 });
    expect(stopped).toBe("3 requests in a row had no complete response");
    expect(rows.slice(1).map(({ clauses, status }) => `${clauses} ${status}`)).toEqual([
      "I4 null",
      "I13 null",
      "I4 null",
    ]);
    expect(causes).toMatchObject([{ reason: "no complete response within 20 ms" }]);
  });

  it("not after failures that aren't in a row", async () => {
    let requests = 0;
    const { rows, stopped } = await check((_, right) => (requests++ % 3 === 0 ? right : "close"));
    expect(stopped).toBe(null);
    expect(rows).toHaveLength(requests);
  });

  it("reading an endless body at the timeout", async () => {
    const cancel = vi.fn();
    const endless = () => new ReadableStream({ start: (body) => body.enqueue(Uint8Array.of(1)), cancel });
    const error = await getRejection(check(undefined, { timeoutMs: 20, fetch: async () => new Response(endless()) }));
    expect(String(error)).toContain("no complete response within 20 ms");
    expect(cancel).toHaveBeenCalledTimes(1);
  });
});

it("sends a request once that returns another status than 429 with Retry-After", async () => {
  let requests = 0;
  const { rows } = await check((_, right) =>
    ++requests === 6 ? { ...jsonReply(503, {}), headers: { "retry-after": "0" } } : right,
  );
  expect(rows).toHaveLength(requests);
  expect(rows[5]).toMatchObject({ status: 503, verdict: "violates" });
});

describe("a 429", () => {
  const limited = (retryAfter: string) => ({ ...jsonReply(429, {}), headers: { "retry-after": retryAfter } });

  /** Returns 429 from one request to another. The first is request 1. */
  async function runLimited(from: number, to: number, retryAfter: string) {
    let requests = 0;
    const report = await check((_, right) => {
      requests += 1;
      return requests >= from && requests <= to ? limited(retryAfter) : right;
    });
    return { report, requests };
  }

  it.each([1, 6])("is waited for if it is the response to request %i", async (number) => {
    const { report, requests } = await runLimited(number, number, "0");
    expect(report).toMatchObject({ conforms: true, stopped: null });
    expect(report.rows).toHaveLength(requests - 1);
  });

  it("ends the run if it is the response to the first request", async () => {
    const { report } = await runLimited(1, 1, "90");
    expect(report).toMatchObject({ causes: [], conforms: false, stopped: "request 1 returned 429 (Retry-After: 90)" });
  });

  it.each(["61", "soon"])("ends the run at once with Retry-After: %s", async (retryAfter) => {
    const { report, requests } = await runLimited(6, 6, retryAfter);
    expect(report).toMatchObject({ conforms: false, stopped: `request 6 returned 429 (Retry-After: ${retryAfter})` });
    expect(requests).toBe(6);
  });

  it("ends the run with a reason that has no token", async () => {
    const { report } = await runLimited(6, 6, TOKEN);
    expect(report.stopped).toBe("request 6 returned 429 (Retry-After: [redacted])");
  });

  it("isn't a violation", async () => {
    const { report } = await runLimited(6, 7, "0");
    expect(report.causes).toEqual([]);
    const reason = "the contract doesn't define rate limits";
    expect(report.rows.at(-1)).toMatchObject({ status: 429, verdict: "not stated", reason });
  });

  it("is waited for a minute at most", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const sent = runLimited(6, 6, "60");
    await vi.advanceTimersByTimeAsync(59_999);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await sent).toMatchObject({ report: { conforms: true } });
  });

  it("isn't waited for after an abort", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const controller = new AbortController();
    const rejection = getRejection(check(() => limited("60"), { signal: controller.signal }));
    await vi.advanceTimersByTimeAsync(1_000);
    controller.abort("enough");
    expect(await rejection).toBe("enough");
    expect(vi.getTimerCount()).toBe(0);
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
  });
});

describe("a service that refuses its first plants", () => {
  it("with the status and the Error for a wrong token can't be checked", async () => {
    const { fetch } = createPlantStoreMock({ token: "another-token" });
    const error = await getRejection(check(undefined, { fetch }));
    expect(error).toMatchObject({
      name: "ConformanceError",
      message:
        "The token isn't accepted, the base URL is wrong, or the service refuses valid plants: it returns the same Error " +
        'for this token and for a wrong one (status 400, error 400, "The access token is not valid.").',
      isUnavailable: false,
    });
  });

  it("gets a wrong token in the third request", async () => {
    const tokens: unknown[] = [];
    await getRejection(check(({ authorization }) => errorReply(`no ${tokens.push(authorization) && ""}`)));
    expect(tokens).toEqual([`Bearer ${TOKEN}`, `Bearer ${TOKEN}`, expect.stringMatching(/^Bearer wrong-\w+$/)]);
  });

  it.each<[string, Deviation]>([
    [
      "a wrong token gets another status",
      (_, right) => ({ ...errorReply("no"), status: right.status === 401 ? 401 : 400 }),
    ],
    ["a wrong token gets another Error", (_, right) => errorReply(right.status === 401 ? "no token" : "no")],
    [
      "it accepts the smallest NewPlant",
      (request, right) => (request.body.includes('"tag"') ? errorReply("no") : right),
    ],
    ["the first plants get no Error", () => jsonReply(400, {})],
  ])("is checked to the end if %s", async (_, deviate) => {
    const { causes, stopped } = await check(deviate);
    expect(stopped).toBe(null);
    expect(causes).not.toEqual([]);
  });
});

describe("after a run", () => {
  it("no timer is left", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    await check();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("no listener of the signal is left", async () => {
    const { signal } = new AbortController();
    await check(undefined, { signal });
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  it("a request without a response is aborted", async () => {
    const signals: (AbortSignal | null | undefined)[] = [];
    const fetch = (_: string, init: RequestInit) => {
      signals.push(init.signal);
      return new Promise<Response>(() => {});
    };
    await getRejection(check(undefined, { fetch, timeoutMs: 20 }));
    expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
  });
});

it("waits 10 seconds for a response by default", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const rejection = getRejection(check(undefined, { fetch: () => new Promise(() => {}) }));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(vi.getTimerCount()).toBe(0);
  expect(String(await rejection)).toContain("no complete response within 10000 ms");
});

describe("a run that can't start", () => {
  const nest = (levels: number): Error =>
    new Error(`cause ${levels}`, levels > 1 ? { cause: nest(levels - 1) } : undefined);

  it("rejects with ConformanceError when nothing listens", async () => {
    const error = await getRejection(checkConformance({ baseUrl: await closedUrl(), token: TOKEN }));
    expect(error).toBeInstanceOf(ConformanceError);
    expect(error).toMatchObject({ isUnavailable: true });
  });

  it.each([
    ["that has a code only", Object.assign(new Error(), { code: "EPROTO" }), "no response: EPROTO"],
    ["with causes", new Error("fetch failed", { cause: new Error("refused") }), "no response: fetch failed: refused"],
    ["with more than four causes", nest(5), "no response: cause 5: cause 4: cause 3: cause 2"],
    ["that isn't an Error", "lost", "no response: the connection dropped"],
  ])("names what fetch throws, %s", async (_, failure, reason) => {
    const message = `The service is unavailable, or the base URL is wrong: POST ${baseUrl}/plants failed: ${reason}.`;
    const error = await getRejection(check(undefined, { fetch: () => Promise.reject(failure) }));
    expect(error).toMatchObject({ name: "ConformanceError", message, isUnavailable: true });
  });

  it.each([502, 503, 504])("rejects with ConformanceError when the first response is %i", async (status) => {
    expect(await getRejection(check(on(200, { status })))).toMatchObject({
      name: "ConformanceError",
      message: `The service is unavailable: POST https://plants.test/v1/plants returned ${status}.`,
      isUnavailable: true,
    });
  });

  it.each<[string, string, Partial<ServiceResponse>]>([
    ["401", "The service rejected the token: the first request returned 401.", { status: 401 }],
    [
      "403 with a challenge",
      "The service rejected the token: the first request returned 403 (WWW-Authenticate: Bearer).",
      { status: 403, headers: { "www-authenticate": "Bearer" } },
    ],
    [
      "an HTML page",
      "This is not the Plant Store service: POST https://plants.test/v1/plants returned 200 and an HTML page.",
      { contentType: "text/html; charset=utf-8", body: "<h1>Welcome</h1>" },
    ],
    [
      "a page of XHTML",
      "This is not the Plant Store service: POST https://plants.test/v1/plants returned 200 and an HTML page.",
      { contentType: "application/xhtml+xml", body: "<html/>" },
    ],
    [
      "more than 1 MiB",
      "This is not the Plant Store service: POST https://plants.test/v1/plants returned 200 and more than 1 MiB.",
      { body: " ".repeat(2 ** 20 + 1) },
    ],
  ])("rejects with ConformanceError when the first response is %s", async (_, message, change) => {
    expect(await getRejection(check(on(200, change)))).toMatchObject({
      name: "ConformanceError",
      message,
      isUnavailable: false,
    });
  });

  it.each([404, 405, 501, 300])("rejects with ConformanceError when the first response is %i", async (status) => {
    const message = `The base URL is wrong: POST https://plants.test/v1/plants returned ${status}.`;
    expect(await getRejection(check(on(200, { status })))).toMatchObject({
      name: "ConformanceError",
      message,
      isUnavailable: false,
    });
  });

  it("rejects with ConformanceError when the first response is a redirect that a browser hides", async () => {
    const message = "The base URL is wrong: POST https://plants.test/v1/plants returned a redirect.";
    const fetch = async () => Response.error();
    expect(await getRejection(check(undefined, { fetch }))).toMatchObject({
      name: "ConformanceError",
      message,
      isUnavailable: false,
    });
  });

  it("redacts a token in the headers of the first response", async () => {
    const deviate = on(200, { status: 403, headers: { "www-authenticate": `Bearer realm=${TOKEN}` } });
    expect(String(await getRejection(check(deviate)))).toContain("WWW-Authenticate: Bearer realm=[redacted]");
  });
});

describe("the signal", () => {
  it("rejects the run before its first request if it has aborted", async () => {
    const fetch = vi.fn(plantServiceFetch());
    expect(await getRejection(check(undefined, { fetch, signal: AbortSignal.abort("enough") }))).toBe("enough");
    expect(fetch).not.toHaveBeenCalled();
  });

  it("rejects the run with its reason", async () => {
    const controller = new AbortController();
    const abort: Deviation = () => {
      controller.abort("enough");
      return "hang";
    };
    expect(await getRejection(check(abort, { signal: controller.signal, timeoutMs: 60_000 }))).toBe("enough");
  });
});

it("sends no cookies, which could make a wrong token valid", async () => {
  const fetch = vi.fn(plantServiceFetch());
  await check(undefined, { fetch });
  expect([...new Set(fetch.mock.calls.map(([, init]) => init.credentials))]).toEqual(["omit"]);
});

it("sets the member cache of a request only where the runtime has it", async () => {
  const fetch = vi.fn(plantServiceFetch());
  await check(undefined, { fetch });
  vi.stubGlobal("Request", class {});
  onTestFinished(() => void vi.unstubAllGlobals());
  await check(undefined, { fetch });
  expect(fetch.mock.calls[0]?.[1]).toHaveProperty("cache", "no-store");
  expect(fetch.mock.lastCall?.[1]).not.toHaveProperty("cache");
});

describe("the options", () => {
  it("are rejected with a TypeError that names every problem", async () => {
    const wrong = { fetch: 1, signal: new AbortController(), timeoutMs: 0, tokn: "abc" };
    const options: object = { ...wrong, baseUrl: "plants.test", token: undefined };
    expect(String(await getRejection(check(undefined, options)))).toBe(
      'TypeError: Invalid options: baseUrl must be an absolute URL, such as "https://plants.example.com/v1"; ' +
        "token is required; fetch must be a function; signal must be an AbortSignal; " +
        "timeoutMs must be a number of milliseconds from 1 to 2147483647; unknown option tokn, did you mean token?",
    );
  });

  it("accept a URL with trailing slashes as baseUrl (I2)", async () => {
    const report = await check(undefined, { baseUrl: new URL(`${baseUrl}//`) });
    expect(report).toMatchObject({ baseUrl, conforms: true });
  });
});
