import { getEventListeners } from "node:events";
import { ConformanceError, type ConformanceProgress, checkConformance } from "plant-store-sdk/conformance";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { getRejection } from "../support/get-rejection.ts";
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

describe("progress", () => {
  it("is reported after each request", async () => {
    const steps: ConformanceProgress[] = [];
    const report = await check(undefined, { onProgress: (step) => steps.push(step) });
    expect(steps.map(({ done }) => done)).toEqual(Array.from({ length: report.requests }, (_, index) => index + 1));
    expect(new Set(steps.map(({ total }) => total))).toEqual(new Set([report.requests]));
    expect(steps.flatMap(({ rows }) => rows)).toEqual(report.rows);
  });

  it("lists the plants created so far", async () => {
    const created: ConformanceProgress["created"][] = [];
    const report = await check(undefined, { onProgress: (step) => created.push(step.created) });
    expect(created[0]).toHaveLength(1);
    expect(created.at(-1)).toEqual(report.created);
  });

  it("lists the plants that may have been created so far", async () => {
    const unconfirmed: ConformanceProgress["mayHaveBeenCreated"][] = [];
    await check(() => "close", { onProgress: (step) => unconfirmed.push(step.mayHaveBeenCreated) });
    expect(unconfirmed.map(({ length }) => length)).toEqual([1, 2, 3]);
  });

  it("counts the request with a wrong token", async () => {
    const steps: ConformanceProgress[] = [];
    const report = await check(on(200, errorReply("no")), { onProgress: (step) => steps.push(step) });
    expect(steps.at(-1)).toMatchObject({ done: report.requests, total: report.requests });
    expect(steps[2]?.total).toBe((steps[1]?.total ?? 0) + 1);
  });
});

describe("newId", () => {
  it("returns the ids of all plants, except in the cases about particular ids", async () => {
    let next = 500;
    const { created } = await check(undefined, { newId: () => next++ });
    const others = created.map(Number).filter((id) => id < 500 || id > 600);
    // 0, -1, two beyond 2^53, the ends of int64, and two random ids beyond 2^61.
    expect(others).toHaveLength(8);
  });

  it.each([
    [0.5, "newId must return an int64: a bigint in range, or a safe integer"],
    [7, "newId must return a different id each time, but returned 7 twice"],
  ])("throws a TypeError if it always returns %d", async (id, message) => {
    expect(await getRejection(check(undefined, { newId: () => id }))).toEqual(new TypeError(message));
  });

  it("counts up within int32 by default, from a random id", async () => {
    const first = (await check()).created.map(Number);
    const second = (await check()).created.map(Number);
    expect(first[1]).toBe(Number(first[0]) + 1);
    expect(first[0]).not.toBe(second[0]);
    expect(first.filter((id) => id >= 2 ** 30 && id < 2 ** 31).length).toBe(first.length - 8);
  });
});

describe("a run stops", () => {
  it("after three requests in a row without a response", async () => {
    const report = await check(() => "hang", { timeoutMs: 20 });
    expect(report).toMatchObject({ requests: 3, stopped: "3 requests in a row had no complete response" });
    expect(report.rows.map(({ clause, status }) => `${clause} ${status}`)).toEqual([
      "I11 null",
      "I11 null",
      "I11 null",
    ]);
  });

  it("not after failures that aren't in a row", async () => {
    let requests = 0;
    const report = await check((_, right) => (requests++ % 3 === 0 ? right : "close"));
    expect(report).toMatchObject({ stopped: null, conforms: false, requests });
  });

  it("reading an endless body at the timeout", async () => {
    const endless = () => new ReadableStream({ start: (body) => body.enqueue(Uint8Array.of(1)) });
    const { causes } = await check(undefined, { timeoutMs: 20, fetch: async () => new Response(endless()) });
    expect(causes.map(({ reason }) => reason)).toEqual(["no complete response within 20 ms"]);
  });
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
    expect(report).toMatchObject({ conforms: true, stopped: null, requests: requests - 1 });
  });

  it("ends the run if it comes twice for one request", async () => {
    const { report, requests } = await runLimited(6, 7, "0");
    expect(report).toMatchObject({ conforms: false, stopped: "request 6 returned 429 (Retry-After: 0)" });
    expect(requests).toBe(7);
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

  it("is the only status that is waited for", async () => {
    const deviate = vi.fn(on(400, { headers: { "retry-after": "0" } }));
    const { requests } = await check(deviate);
    expect(deviate).toHaveBeenCalledTimes(requests);
  });
});

describe("a service that refuses its first plants", () => {
  const refusal = { clauses: ["I11"], reason: "a valid request fails with status 400 instead of 200" };

  it("with the Error for a wrong token can't be checked", async () => {
    const { fetch } = createPlantStoreMock({ token: "another-token" });
    expect(await getRejection(check(undefined, { fetch }))).toEqual(
      new ConformanceError(
        "The token isn't accepted, the base URL is wrong, or the service refuses valid plants: it returns the same Error " +
          'for this token and for a wrong one (error 400, "The access token is not valid.").',
      ),
    );
  });

  it("gets three requests to find out, the second and the third with the same plant", async () => {
    const bodies: string[] = [];
    await getRejection(check(({ body }) => errorReply(`no ${bodies.push(body.toString()) && ""}`)));
    expect(bodies).toHaveLength(3);
    expect(bodies[2]).toBe(bodies[1]);
  });

  it("gets a wrong token in the third request", async () => {
    const tokens: unknown[] = [];
    await getRejection(check(({ authorization }) => errorReply(`no ${tokens.push(authorization) && ""}`)));
    expect(tokens).toEqual([`Bearer ${TOKEN}`, `Bearer ${TOKEN}`, expect.stringMatching(/^Bearer wrong-\w+$/)]);
  });

  it.each<[string, Deviation]>([
    ["a wrong token gets another status", on(200, errorReply("no"))],
    ["a wrong token gets another Error", (_, right) => errorReply(right.status === 401 ? "no token" : "no")],
    ["the first plants get no Error", () => jsonReply(400, {})],
  ])("is checked to the end if %s", async (_, deviate) => {
    const { causes, stopped } = await check(deviate);
    expect(stopped).toBe(null);
    expect(causes).toContainEqual(expect.objectContaining(refusal));
  });

  it.each(["the smallest NewPlant", "a NewPlant with every field"])(
    "isn't sent a wrong token if it accepts %s",
    async (title) => {
      const hasTag = title !== "the smallest NewPlant";
      const { rows } = await check((request, right) =>
        right.status === 200 && request.body.includes('"tag"') !== hasTag ? errorReply("no") : right,
      );
      expect(rows.filter((row) => row.title.endsWith("and a wrong token"))).toEqual([]);
    },
  );

  it("shows its response to a wrong token", async () => {
    const { rows } = await check(on(200, errorReply("no")));
    expect(rows).toContainEqual(
      expect.objectContaining({ clause: "I13", title: "a NewPlant with every field and a wrong token", status: 401 }),
    );
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

  it("every request without a response is aborted", async () => {
    const signals: (AbortSignal | null | undefined)[] = [];
    const fetch = (_: string, init: RequestInit) => {
      signals.push(init.signal);
      return new Promise<Response>(() => {});
    };
    await check(undefined, { fetch, timeoutMs: 20 });
    expect(signals.map((signal) => signal?.aborted)).toEqual([true, true, true]);
  });
});

describe("a run that can't start", () => {
  it("rejects with ConformanceError when nothing listens", async () => {
    const error = await getRejection(checkConformance({ baseUrl: "http://127.0.0.1:9", token: TOKEN }));
    expect(error).toBeInstanceOf(ConformanceError);
    expect(String(error)).toMatch(/^ConformanceError: Could not connect to http:\/\/127.0.0.1:9: no response: .+\.$/);
  });

  it.each([
    ...["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"],
    ...["ERR_TLS_CERT_ALTNAME_INVALID", "CERT_HAS_EXPIRED", "UNABLE_TO_VERIFY_LEAF_SIGNATURE"],
    ...["ERR_SSL_WRONG_VERSION_NUMBER", "EPROTO"],
  ])("rejects with ConformanceError after %s", async (code) => {
    const error = new TypeError("fetch failed", { cause: Object.assign(new Error(), { code }) });
    expect(await getRejection(check(undefined, { fetch: () => Promise.reject(error) }))).toEqual(
      new ConformanceError(`Could not connect to ${baseUrl}: no response: fetch failed: ${code}.`),
    );
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
  ])("rejects with ConformanceError when the first response is %s", async (_, message, change) => {
    expect(await getRejection(check(on(200, change)))).toEqual(new ConformanceError(message));
  });

  it.each([404, 405, 501, 300])("rejects with ConformanceError when the first response is %i", async (status) => {
    const message = `The base URL is wrong: POST https://plants.test/v1/plants returned ${status}.`;
    expect(await getRejection(check(on(200, { status })))).toEqual(new ConformanceError(message));
  });

  it("rejects with ConformanceError when the first response is a redirect that a browser hides", async () => {
    const message = "The base URL is wrong: POST https://plants.test/v1/plants returned a redirect.";
    const fetch = async () => Response.error();
    expect(await getRejection(check(undefined, { fetch }))).toEqual(new ConformanceError(message));
  });

  it("redacts a token in the headers of the first response", async () => {
    const deviate = on(200, { status: 403, headers: { "www-authenticate": `Bearer realm=${TOKEN}` } });
    expect(String(await getRejection(check(deviate)))).toContain("WWW-Authenticate: Bearer realm=[redacted]");
  });

  it("redacts a token in the base URL", async () => {
    const options = { baseUrl: `${baseUrl}/${encodeURIComponent(TOKEN)}` };
    expect(await getRejection(check(on(200, { status: 404 }), options))).toEqual(
      new ConformanceError("The base URL is wrong: POST https://plants.test/v1/[redacted]/plants returned 404."),
    );
  });
});

describe("the signal", () => {
  it("rejects the run with its reason", async () => {
    const controller = new AbortController();
    const abort: Deviation = () => {
      controller.abort("enough");
      return "hang";
    };
    expect(await getRejection(check(abort, { signal: controller.signal, timeoutMs: 60_000 }))).toBe("enough");
  });

  it("prevents all requests if it aborted before", async () => {
    const fetch = vi.fn(plantServiceFetch());
    expect(await getRejection(check(undefined, { signal: AbortSignal.abort("enough"), fetch }))).toBe("enough");
    expect(fetch).not.toHaveBeenCalled();
  });
});

describe("the options", () => {
  it("are rejected with a TypeError that names every problem", async () => {
    const wrong = { fetch: 1, newId: 1, onProgress: 1, signal: new AbortController(), timeoutMs: 0, tokn: "abc" };
    const options: object = { ...wrong, baseUrl: "plants.test", token: undefined };
    expect(String(await getRejection(check(undefined, options)))).toBe(
      'TypeError: Invalid options: baseUrl must be an absolute URL, such as "https://plants.example.com/v1"; ' +
        "token is required; fetch must be a function; signal must be an AbortSignal; newId must be a function; " +
        "timeoutMs must be a number of milliseconds from 1 to 2147483647; onProgress must be a function; " +
        "unknown option tokn, did you mean token?",
    );
  });

  it("accept a URL with trailing slashes as baseUrl (I2)", async () => {
    const report = await check(undefined, { baseUrl: new URL(`${baseUrl}//`) });
    expect(report).toMatchObject({ baseUrl, conforms: true });
  });

  it("default to the global fetch", async () => {
    vi.stubGlobal("fetch", createPlantStoreMock({ token: TOKEN, baseUrl }).fetch);
    onTestFinished(() => void vi.unstubAllGlobals());
    expect(await checkConformance({ baseUrl, token: TOKEN, fetch: undefined })).toMatchObject({ conforms: true });
  });
});
