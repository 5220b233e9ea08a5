import { ConformanceError, type ConformanceProgress, checkConformance } from "plant-store-sdk/conformance";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { describe, expect, it } from "vitest";
import { isValidBody } from "../support/contract.ts";
import { getRejection } from "../support/get-rejection.ts";
import { type ServiceResponse, startPlantService, TOKEN } from "../support/plant-service.ts";

const baseUrl = "https://plants.test/v1";

function run(options: Partial<Parameters<typeof checkConformance>[0]> = {}) {
  return checkConformance({ baseUrl, token: TOKEN, fetch: createPlantStoreMock({ token: TOKEN }).fetch, ...options });
}

describe("the cases", () => {
  it("agree with openapi.yaml on what a NewPlant is (I5)", async () => {
    const bodies: Uint8Array[] = [];
    const rows: string[] = [];
    await run({
      async fetch(_, { body }) {
        bodies.push(new Uint8Array(await new Response(body ?? null).arrayBuffer()));
        return Response.json({ name: "Fern" });
      },
      onProgress: ({ rows: [row] }) => rows.push(`${row?.clause} ${row?.expected}`),
    });
    expect(bodies).toHaveLength(rows.length);
    for (const [index, row] of rows.entries()) {
      // I7 is also about the content type, which the schema doesn't cover.
      if (!row.startsWith("I7")) {
        expect(isValidBody(bodies[index] as Uint8Array)).toBe(!row.includes("if it fails"));
      }
    }
  });

  it("send ids as bare digits (I5)", async () => {
    const { rows } = await run();
    const sent = (title: string) => rows.find((row) => row.title === title)?.sent;
    expect(sent("an id of 2^53 + 1")).toContain('; {"id":9007199254740993,"name":');
    expect(sent("an id of -2^63, the smallest int64")).toContain('; {"id":-9223372036854775808,"name":');
    expect(sent("an id of 2^63, above int64")).toContain('; {"id":9223372036854775808,"name":');
  });

  it("have rows with what was sent, expected and received", async () => {
    const { rows, tag } = await run();
    expect(rows.find(({ title }) => title === "a tag that is null")).toEqual({
      clause: "I12",
      title: "a tag that is null",
      verdict: "conforms",
      reason: null,
      status: 400,
      sent: expect.stringMatching(
        new RegExp(
          `^POST \\{base_url\\}/plants; authorization: Bearer \\[redacted\\]; content-type: application/json; \\{"id":\\d+,"name":"${tag} plant","tag":null\\}$`,
        ),
      ),
      expected: "400 and an Error, as application/json, if it fails",
      received: expect.stringMatching(/^400, application\/json, \{"error":400,"message":".*tag must be a string.*"\}$/),
      durationMs: expect.any(Number),
    });
  });

  it("put the run's tag on every plant, or in the name of the plant without a tag", async () => {
    const { created, tag } = await run();
    expect(tag).toMatch(/^plant-store-conformance [0-9a-f]{16}$/);
    expect(created.filter((plant) => !plant.tag?.startsWith(tag))).toEqual([
      { id: expect.any(String), name: `${tag} plant`, tag: null, certain: true },
    ]);
  });

  it("use different ids in every run, except in the cases about particular ids", async () => {
    const [first, second] = [await run(), await run()].map(({ created }) => new Set(created.map(({ id }) => id)));
    expect([...(first ?? [])].filter((id) => second?.has(id))).toEqual([
      "0",
      "-1",
      "9007199254740993",
      "9007199254740994",
      "-9223372036854775808",
      "9223372036854775807",
    ]);
  });
});

describe("newId", () => {
  it("returns the ids of all plants, except in the cases about particular ids", async () => {
    let next = 500;
    const { created } = await run({ newId: () => next++ });
    const others = created.map(({ id }) => Number(id)).filter((id) => id < 500 || id > 600);
    // 0, -1, two beyond 2^53, the ends of int64, and two random ids beyond 2^61.
    expect(others).toHaveLength(8);
  });

  it.each([
    ["newId must return an int64: a bigint in range, or a safe integer", () => 0.5],
    ["newId must return an int64: a bigint in range, or a safe integer", () => 2 ** 53],
    ["newId must return an int64: a bigint in range, or a safe integer", () => 2n ** 63n],
    ["newId must return a different id each time, but returned 7 twice", () => 7],
  ])("throws a TypeError: %s", async (message, newId) => {
    expect(await getRejection(run({ newId }))).toEqual(new TypeError(message));
  });
});

describe("the token", () => {
  const base64url = (text: string) => Buffer.from(text).toString("base64url");
  const hex = (text: string) => Buffer.from(text).toString("hex");

  it.each([
    ["as it is", TOKEN],
    ["URL-encoded", encodeURIComponent(TOKEN)],
    ["JSON-escaped", TOKEN.replace("/", "\\/")],
    ["with a JSON escape for each special character", TOKEN.replace("/", "\\u002f").replace("+", "\\u002B")],
    ["in base64", btoa(TOKEN)],
    ["in base64url", base64url(TOKEN)],
    ["in hex", hex(TOKEN)],
    ["in upper-case hex", hex(TOKEN).toUpperCase()],
    ["in Basic credentials", `Basic ${btoa(`user:${TOKEN}`)}`],
  ])("never appears in the report when the service echoes it %s (I13)", async (_, echo) => {
    const { url } = await startPlantService((request, right) =>
      right.status === 400
        ? {
            ...right,
            contentType: `text/${echo}`,
            body: `${echo} ${request.authorization} ${"x".repeat(245)}${echo}`,
          }
        : right,
    );
    const shown = JSON.stringify(await checkConformance({ baseUrl: url, token: TOKEN }));
    expect(shown).toContain("Bearer [redacted]");
    // Base64 encodes the edges of the token together with its neighbors, so only the middle is recognizable.
    expect(shown).not.toMatch(/s3cret|czNjcmV0|MzY3JldC|zM2NyZXQ|733363726574/i);
  });

  it("is redacted in the Authorization header whatever its length", async () => {
    const report = await run({ token: "any", fetch: createPlantStoreMock().fetch });
    expect(report.rows[0]?.sent).toContain("authorization: Bearer [redacted];");
  });

  it("may be Latin-1 (I13)", async () => {
    const token = "caf\u00e9-token";
    const { conforms } = await run({ token, fetch: createPlantStoreMock({ token }).fetch });
    expect(conforms).toBe(true);
  });

  it("never appears in the message of a failing fetch", async () => {
    const report = await run({
      fetch: async () => {
        throw new TypeError(`bad header Bearer ${TOKEN}`, { cause: new Error(TOKEN) });
      },
    });
    expect(report.rows[0]).toMatchObject({
      reason: "no response: bad header Bearer [redacted]: [redacted]",
      received: "no response: bad header Bearer [redacted]: [redacted]",
    });
    expect(report.causes[0]?.reason).toBe("no response: bad header Bearer [redacted]: [redacted]");
  });

  it("isn't sent to the target of a redirect", async () => {
    const elsewhere = await startPlantService();
    const { url } = await startPlantService((_, right) =>
      right.status === 400 ? { ...right, status: 307, headers: { location: elsewhere.url } } : right,
    );
    const report = await checkConformance({ baseUrl: url, token: TOKEN });
    expect(elsewhere.requests).toEqual([]);
    expect(report.causes[0]?.example.received).toContain(`307, Location: ${elsewhere.url}, application/json, `);
  });
});

describe("the report", () => {
  it("is plain JSON", async () => {
    const report = await run({ fetch: async () => Response.json({ name: 1 }) });
    expect(report.causes).not.toEqual([]);
    expect(JSON.parse(JSON.stringify(report))).toEqual(report);
  });

  it("counts its rows and requests", async () => {
    let sent = 0;
    const { fetch } = createPlantStoreMock({ token: TOKEN });
    const { counts, rows, requests } = await run({
      fetch: (url, init) => {
        sent += 1;
        return fetch(url, init);
      },
    });
    expect(counts.conforms + counts.violates + counts.notStated).toBe(rows.length);
    expect(requests).toBe(sent);
  });

  it("shows a response on one line, cut and without control characters", async () => {
    const { url } = await startPlantService((_, right) => ({
      ...right,
      body: `\u001b[2J\r\n\u202e\u2028${"🌱".repeat(200)}`,
    }));
    const { causes } = await checkConformance({ baseUrl: url, token: TOKEN });
    const received = causes[0]?.example.received ?? "";
    expect(received).toMatch(/^200, application\/json, \\u001b\[2J \\u202e 🌱+\S*…$/u);
    expect(received.length).toBeLessThan(400);
  });

  it("never cuts the reason", async () => {
    const { url } = await startPlantService((_, right) => ({ ...right, body: "x".repeat(1000) }));
    const { causes } = await checkConformance({ baseUrl: url, token: TOKEN });
    expect(causes[0]).toMatchObject({
      reason: "the 200 body isn't JSON",
      example: { received: expect.stringMatching(/…$/) },
    });
  });

  it("shows a body that isn't UTF-8 (I9)", async () => {
    const report = await run({
      fetch: async () => new Response(new Uint8Array([0xff]), { headers: { "content-type": "application/json" } }),
    });
    expect(report.causes[0]).toMatchObject({
      clause: "I9",
      reason: "the 200 body isn't UTF-8",
      example: { received: "200, application/json, a body that isn't UTF-8" },
    });
  });

  it("says that a custom fetch returned a body of text", async () => {
    const toText = () => new ReadableStream({ pull: (controller) => controller.enqueue("text") });
    const report = await run({ fetch: async () => new Response(toText()) });
    expect(report.causes[0]).toMatchObject({
      reason: "could not read the body of the 200 response: a chunk isn't bytes",
    });
  });

  it("grows with each request", async () => {
    const steps: ConformanceProgress[] = [];
    const { rows, created, requests } = await run({ onProgress: (step) => steps.push(step) });
    expect(steps.map(({ done }) => done)).toEqual(Array.from({ length: requests }, (_, index) => index + 1));
    expect(steps.flatMap((step) => step.rows)).toEqual(rows);
    expect(steps[0]?.created).toHaveLength(1);
    expect(steps.at(-1)?.created).toEqual(created);
  });
});

describe("a created plant", () => {
  it("is uncertain if the response never arrived", async () => {
    const { url } = await startPlantService((_, right) => (right.status === 200 ? "close" : right));
    const { created } = await checkConformance({ baseUrl: url, token: TOKEN });
    expect(created.length).toBeGreaterThan(0);
    expect(created.every(({ certain }) => !certain)).toBe(true);
  });

  it.each<[string, Partial<ServiceResponse>]>([
    ["a 500", { status: 500 }],
    ["a redirect", { status: 307 }],
    ["a login page", { status: 200, contentType: "text/html", body: "<form>" }],
  ])("isn't %s", async (_, deviation) => {
    const { url, requests } = await startPlantService((__, right) =>
      // The run stops if the first request fails.
      right.status === 200 && requests.length > 1 ? { ...right, ...deviation } : right,
    );
    const { created } = await checkConformance({ baseUrl: url, token: TOKEN });
    expect(created).toHaveLength(1);
  });
});

describe("a run that can't start", () => {
  it("rejects with ConformanceError when nothing listens", async () => {
    const error = await getRejection(checkConformance({ baseUrl: "http://127.0.0.1:9", token: TOKEN }));
    expect(error).toBeInstanceOf(ConformanceError);
    expect(String(error)).toMatch(
      /^ConformanceError: Could not connect to http:\/\/127\.0\.0\.1:9: no response: fetch failed: .+\.$/,
    );
  });

  it.each<[string, string, Partial<ServiceResponse>]>([
    ["401", "The service rejected the token: the first request returned 401.", { status: 401 }],
    [
      "403 and WWW-Authenticate",
      'The service rejected the token: the first request returned 403 (WWW-Authenticate: Bearer error="invalid_token").',
      { status: 403, headers: { "www-authenticate": 'Bearer error="invalid_token"' } },
    ],
    [
      "429 and Retry-After",
      "The service limits requests: the first request returned 429 (Retry-After: 30).",
      { status: 429, headers: { "retry-after": "30" } },
    ],
    ["404", "The base URL is wrong: POST <url>/plants returned 404.", { status: 404 }],
    ["405", "The base URL is wrong: POST <url>/plants returned 405.", { status: 405 }],
    [
      "a redirect",
      "The base URL is wrong: POST <url>/plants returned 301 (Location: https://www.plants.test/).",
      { status: 301, headers: { location: "https://www.plants.test/" } },
    ],
    [
      "an HTML page",
      "This is not the Plant Store service: POST <url>/plants returned 200 and an HTML page.",
      { status: 200, contentType: "text/html; charset=utf-8", body: "<h1>Welcome</h1>" },
    ],
  ])("rejects with ConformanceError when the first response is %s", async (_, message, deviation) => {
    const { url, requests } = await startPlantService((__, right) => ({ ...right, ...deviation }));
    const error = await getRejection(checkConformance({ baseUrl: url, token: TOKEN }));
    expect(error).toEqual(new ConformanceError(message.replace("<url>", url)));
    expect(requests).toHaveLength(1);
  });

  it("rejects with ConformanceError when a browser hides the redirect", async () => {
    const redirect = { type: "opaqueredirect", status: 0, headers: new Headers(), body: null } as Response;
    expect(await getRejection(run({ fetch: async () => redirect }))).toEqual(
      new ConformanceError("The base URL is wrong: POST https://plants.test/v1/plants returned a redirect."),
    );
  });

  it("redacts the token in a quoted header", async () => {
    const { url } = await startPlantService((_, right) => ({
      ...right,
      status: 302,
      headers: { location: `https://login.test/?token=${encodeURIComponent(TOKEN)}` },
    }));
    expect(String(await getRejection(checkConformance({ baseUrl: url, token: TOKEN })))).toContain(
      "Location: https://login.test/?token=[redacted]",
    );
  });

  it("rejects with the signal's reason before it sends anything", async () => {
    const { url, requests } = await startPlantService();
    const signal = AbortSignal.abort("enough");
    expect(await getRejection(checkConformance({ baseUrl: url, token: TOKEN, signal }))).toBe("enough");
    expect(requests).toEqual([]);
  });

  it("rejects with the signal's reason during a request", async () => {
    const controller = new AbortController();
    const { url, requests } = await startPlantService((_, right) => {
      if (requests.length === 5) {
        controller.abort("enough");
        return "hang";
      }
      return right;
    });
    const running = checkConformance({ baseUrl: url, token: TOKEN, signal: controller.signal });
    expect(await getRejection(running)).toBe("enough");
    expect(requests).toHaveLength(5);
  });
});

describe("the options", () => {
  it.each<[string, Record<string, unknown>]>([
    ["baseUrl is required", { baseUrl: "" }],
    ["baseUrl must be an absolute URL", { baseUrl: "plants.test" }],
    ["baseUrl must start with http:// or https://", { baseUrl: "ftp://plants.test" }],
    ["baseUrl must not contain a user name or password", { baseUrl: "http://a:b@x.test" }],
    ["baseUrl must not contain a query or a fragment", { baseUrl: "http://x.test/?a" }],
    ["token is required", { token: "" }],
    ["token must be printable Latin-1 characters without spaces", { token: "a b" }],
    ['token must not include "Bearer ": pass the token alone', { token: "Bearer abc" }],
    ["timeoutMs must be a number from 1 to 2147483647", { timeoutMs: 0 }],
    ["timeoutMs must be a number from 1 to 2147483647", { timeoutMs: Number.NaN }],
    ["timeoutMs must be a number from 1 to 2147483647", { timeoutMs: 2 ** 31 }],
    ["timeoutMs must be a number from 1 to 2147483647", { timeoutMs: "100" }],
    ["fetch must be a function", { fetch: "fetch" }],
    ["unknown option timeout, did you mean timeoutMs?", { timeout: 5 }],
    ["token is required; unknown option tokn, did you mean token?", { token: undefined, tokn: "abc" }],
  ])("are rejected with a TypeError: %s", async (message, options) => {
    const error = await getRejection(run(options));
    expect(error).toBeInstanceOf(TypeError);
    expect(String(error)).toContain(`TypeError: Invalid options: ${message}`);
  });

  it("are own properties: a polluted prototype has no effect", async () => {
    Object.defineProperty(Object.prototype, "timeoutMs", { value: -1, configurable: true });
    try {
      expect((await run()).conforms).toBe(true);
    } finally {
      Reflect.deleteProperty(Object.prototype, "timeoutMs");
    }
  });

  it("accept a URL with trailing slashes as baseUrl (I2)", async () => {
    const urls = new Set<string>();
    const { fetch } = createPlantStoreMock({ token: TOKEN });
    await run({
      baseUrl: new URL("https://plants.test/v1//"),
      fetch: (url: string, init: RequestInit) => {
        urls.add(url);
        return fetch(url, init);
      },
    });
    expect([...urls][0]).toBe("https://plants.test/v1/plants");
  });
});
