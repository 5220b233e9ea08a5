import { ConformanceError, type ConformanceProgress, checkConformance } from "plant-store-sdk/conformance";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { isValidBody } from "../support/contract.ts";
import { getRejection } from "../support/get-rejection.ts";
import {
  type Deviation,
  json,
  on,
  plantServiceFetch,
  type ServiceResponse,
  startPlantService,
  TOKEN,
} from "../support/plant-service.ts";
import { withPolluted } from "../support/test-client.ts";

const baseUrl = "https://plants.test/v1";

const run = (deviate?: Deviation, options: Partial<Parameters<typeof checkConformance>[0]> = {}) =>
  checkConformance({ baseUrl, token: TOKEN, fetch: plantServiceFetch(deviate), ...options });

describe("the cases", () => {
  it("agree with openapi.yaml on what a NewPlant is (I5)", async () => {
    let body: Uint8Array = Buffer.of();
    const accepts: Deviation = (request) => {
      body = request.body;
      return json(200, { name: "Fern" });
    };
    const others: unknown[] = [];
    const onProgress = ({ rows: [row] }: ConformanceProgress) =>
      isValidBody(body) === row?.expected.includes("if it fails") && others.push(row?.title);
    await run(accepts, { onProgress });
    // The schema doesn't cover the content type.
    expect(others).toEqual(["JSON as text/plain", "JSON without a content type"]);
  });

  it("are those of requests.txt, with random ids, and the run's tag on every plant", async () => {
    const random = vi.spyOn(crypto, "getRandomValues").mockImplementation((array) => {
      (array as BigUint64Array).fill(0x0f0c9a4be27d63d8n);
      return array;
    });
    onTestFinished(() => random.mockRestore());
    const { url, requests } = await startPlantService(on(400, { headers: { location: "/elsewhere" } }));
    let text = "";
    const onProgress = ({ rows }: ConformanceProgress) => {
      const { clause, title, sent, expected, received } = rows.at(-1) ?? {};
      text += `${clause} ${title}\n  ${sent}\n  Expected: ${expected}\n  Received: ${received}\n`;
      text += `  Content-Type on the wire: ${requests.at(-1)?.contentType ?? "none"}\n`;
    };
    await checkConformance({ baseUrl: url, token: TOKEN, onProgress });
    await expect(text).toMatchFileSnapshot("requests.txt");
  });
});

describe("newId", () => {
  it("returns the ids of all plants, except in the cases about particular ids", async () => {
    let next = 500;
    const { created } = await run(undefined, { newId: () => next++ });
    const others = created.map(({ id }) => Number(id)).filter((id) => id < 500 || id > 600);
    // 0, -1, two beyond 2^53, the ends of int64, and two random ids beyond 2^61.
    expect(others).toHaveLength(8);
  });

  it.each([
    [0.5, "newId must return an int64: a bigint in range, or a safe integer"],
    [7, "newId must return a different id each time, but returned 7 twice"],
  ])("throws a TypeError if it always returns %d", async (id, message) => {
    expect(await getRejection(run(undefined, { newId: () => id }))).toEqual(new TypeError(message));
  });
});

describe("the token", () => {
  it("never appears in the report when the service echoes it (I13)", async () => {
    const echo = encodeURIComponent(TOKEN);
    const report = await run((request, right) =>
      right.status === 400
        ? { ...right, contentType: `text/${echo}`, body: `${echo} ${request.authorization}` }
        : right,
    );
    expect(JSON.stringify(report)).toContain("400, text/[redacted], [redacted] Bearer [redacted]");
    expect(JSON.stringify(report)).not.toContain("s3cret");
  });

  it("is redacted in the Authorization header at any length, and may be Latin-1", async () => {
    const report = await run(undefined, { token: "\u00e9", fetch: createPlantStoreMock({ token: "\u00e9" }).fetch });
    expect(report.conforms).toBe(true);
    expect(report.rows[0]?.sent).toContain("authorization: Bearer [redacted];");
  });

  it("never appears in the message of a failing fetch", async () => {
    const cause = new Error(TOKEN);
    const fetch = () => Promise.reject(new TypeError(`bad header Bearer ${TOKEN}`, { cause }));
    const { causes } = await run(undefined, { fetch });
    const reason = "no response: bad header Bearer [redacted]: [redacted]";
    expect(causes).toMatchObject([{ reason, example: { reason, received: reason } }]);
  });

  it("is redacted in the curl command of a base URL that contains it, also with an apostrophe", async () => {
    const secret = "s3cret-o'token";
    const { fetch } = createPlantStoreMock({ token: "another" });
    const { causes } = await run(undefined, { baseUrl: `${baseUrl}/${secret}`, token: secret, fetch });
    expect(causes[0]?.curl).toMatch(/^curl --include --globoff '[^' ]*\/\[redacted\]\/plants' /);
  });

  it("isn't sent to the target of a redirect", async () => {
    const elsewhere = await startPlantService();
    const { url } = await startPlantService(on(400, { status: 307, headers: { location: elsewhere.url } }));
    const report = await checkConformance({ baseUrl: url, token: TOKEN });
    expect(elsewhere.requests).toEqual([]);
    expect(report.causes[0]?.example.received).toContain(`307, Location: ${elsewhere.url}, application/json, `);
  });
});

describe("the report", () => {
  it("is plain JSON, counts its rows, and grows with each request", async () => {
    const steps: ConformanceProgress[] = [];
    const report = await run(on(200, { status: 201 }), { onProgress: (step) => steps.push(step) });
    expect(JSON.parse(JSON.stringify(report))).toEqual(report);
    const { rows, counts, requests } = report;
    const count = (verdict: string) => rows.filter((row) => row.verdict === verdict).length;
    expect(counts).toEqual({ conforms: count("conforms"), violates: 1, "not stated": count("not stated") });
    expect(steps.map(({ done }) => done)).toEqual(Array.from({ length: requests }, (_, index) => index + 1));
    expect(new Set(steps.map(({ total }) => total))).toEqual(new Set([requests]));
    expect(steps.flatMap((step) => step.rows)).toEqual(rows);
    expect([steps[0]?.created.length, steps.at(-1)?.created]).toEqual([1, report.created]);
  });

  it("shows a response on one line, cut and without control characters", async () => {
    const body = `\u001b[2J\r\n\u202e\u2028${"🌱".repeat(200)}`;
    const { causes } = await run((_, right) => ({ ...right, body }));
    const received = causes[0]?.example.received ?? "";
    expect(received).toMatch(/^200, application\/json, \\u001b\[2J \\u202e 🌱+…$/u);
    expect(received.length).toBeLessThanOrEqual(300);
  });

  it("shows that a response has no type, no body or a body that isn't UTF-8", async () => {
    const invalid = new Uint8Array([0xff]);
    const [first] = (await run(undefined, { fetch: async () => new Response(invalid) })).causes;
    expect(first?.example.received).toBe("200, no content type, a body that isn't UTF-8");
    const [second] = (await run(undefined, { fetch: async () => new Response() })).causes;
    expect(second?.example.received).toBe("200, no content type, no body");
  });
});

describe("a created plant", () => {
  it("is uncertain if the response never arrived, or came from another path", async () => {
    const { created } = await run((_, right) => (right.status === 200 ? "close" : right));
    expect(created.map(({ certain }) => certain)).toEqual([false, false, false]);
    const elsewhere = await run(on(404, json(200, { name: "Fern" })));
    expect(elsewhere.created.filter(({ certain }) => !certain)).toEqual([elsewhere.created.at(-1)]);
  });

  it.each<[string, Partial<ServiceResponse>]>([
    ["a 500 with a body that is too large", { status: 500, body: " ".repeat(2 ** 20 + 1) }],
    ["a redirect", { status: 307 }],
    ["a login page", { contentType: "text/html", body: "<form>" }],
  ])("isn't %s", async (_, response) => {
    let requests = 0;
    // The run stops if the first request fails.
    const { created } = await run((request, right) => (++requests > 1 ? on(200, response)(request, right) : right));
    expect(created).toHaveLength(1);
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
  ])("rejects with ConformanceError when fetch fails with %s", async (code) => {
    const error = new TypeError("fetch failed", { cause: Object.assign(new Error(), { code }) });
    expect(await getRejection(run(undefined, { fetch: () => Promise.reject(error) }))).toEqual(
      new ConformanceError(`Could not connect to ${baseUrl}: no response: fetch failed: ${code}.`),
    );
  });

  const wrongUrl = "The base URL is wrong: POST https://plants.test/v1/plants returned";

  it.each<[string, Partial<ServiceResponse>]>([
    ["The service rejected the token: the first request returned 401.", { status: 401 }],
    [
      "The service rejected the token: the first request returned 403 (WWW-Authenticate: Bearer realm=[redacted]).",
      { status: 403, headers: { "www-authenticate": `Bearer realm=${TOKEN}` } },
    ],
    [
      "The service limits requests: the first request returned 429 (Location: /quota, Retry-After: 30).",
      { status: 429, headers: { location: "/quota", "retry-after": "30" } },
    ],
    ...[404, 405, 501, 300].map((status): [string, object] => [`${wrongUrl} ${status}.`, { status }]),
    [
      "This is not the Plant Store service: POST https://plants.test/v1/plants returned 200 and an HTML page.",
      { contentType: "text/html; charset=utf-8", body: "<h1>Welcome</h1>" },
    ],
  ])("rejects with ConformanceError: %s", async (message, response) => {
    expect(await getRejection(run(on(200, response)))).toEqual(new ConformanceError(message));
  });

  it("rejects with ConformanceError when a browser hides the redirect", async () => {
    const redirect = { type: "opaqueredirect", status: 0, headers: new Headers(), body: null } as Response;
    expect(await getRejection(run(undefined, { fetch: async () => redirect }))).toEqual(
      new ConformanceError(`${wrongUrl} a redirect.`),
    );
  });

  it.each([0, 5])("rejects with the signal's reason if it aborts after %i requests", async (last) => {
    const controller = new AbortController();
    let requests = 0;
    const abortAfterLast = () => requests === last && controller.abort("enough");
    abortAfterLast();
    const deviate: Deviation = (_, right) => {
      requests++;
      return abortAfterLast() === false ? right : "hang";
    };
    expect(await getRejection(run(deviate, { signal: controller.signal }))).toBe("enough");
    expect(requests).toBe(last);
  });
});

describe("the options", () => {
  it("are rejected with a TypeError that names every problem", async () => {
    const wrong = { fetch: 1, newId: 1, onProgress: 1, signal: new AbortController(), timeoutMs: 0, tokn: "abc" };
    const options: object = { ...wrong, baseUrl: "plants.test", token: undefined };
    expect(String(await getRejection(run(undefined, options)))).toBe(
      'TypeError: Invalid options: baseUrl must be an absolute URL, such as "https://plants.example.com/v1"; ' +
        "token is required; fetch must be a function; signal must be an AbortSignal; newId must be a function; " +
        "timeoutMs must be a number from 1 to 2147483647; onProgress must be a function; " +
        "unknown option tokn, did you mean token?",
    );
  });

  it("accept a URL with trailing slashes as baseUrl (I2), and nothing of Object.prototype", async () => {
    vi.stubGlobal("fetch", createPlantStoreMock({ token: TOKEN, baseUrl }).fetch);
    onTestFinished(() => void vi.unstubAllGlobals());
    const value = () => Promise.reject(new Error("polluted"));
    const options = { baseUrl: new URL(`${baseUrl}//`), fetch: undefined };
    const report = await withPolluted("fetch", { value }, () => run(undefined, options));
    expect(report).toMatchObject({ baseUrl, conforms: true });
  });
});
