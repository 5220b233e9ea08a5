import { ConformanceError, type ConformanceProgress, checkConformance } from "plant-store-sdk/conformance";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { describe, expect, it } from "vitest";
import { isValidBody } from "../support/contract.ts";
import { startPlantService, TOKEN } from "../support/plant-service.ts";
import { rejectionOf } from "../support/rejection-of.ts";

const baseUrl = "https://plants.test/v1";

function run(options: Partial<Parameters<typeof checkConformance>[0]> = {}) {
  return checkConformance({ baseUrl, token: TOKEN, fetch: createPlantStoreMock({ token: TOKEN }).fetch, ...options });
}

describe("the cases", () => {
  it("agree with openapi.yaml on what is a NewPlant (I5)", async () => {
    const bodies: Uint8Array[] = [];
    const said: string[] = [];
    await run({
      async fetch(_, { body }) {
        bodies.push(new Uint8Array(await new Response(body ?? null).arrayBuffer()));
        return Response.json({ name: "Fern" });
      },
      onProgress: ({ rows }) => said.push(`${rows[0]?.clause} ${rows[0]?.expected}`),
    });
    expect(bodies).toHaveLength(48);
    for (const [index, expected] of said.entries()) {
      // I7 is about the content type too, of which the schema knows nothing.
      if (!expected.startsWith("I7")) {
        expect(isValidBody(bodies[index] as Uint8Array)).toBe(!expected.includes("400 and an Error as"));
      }
    }
  });

  it("send ids as bare digits (I5)", async () => {
    const { rows } = await run();
    const sent = (title: string) => rows.find((row) => row.title === title)?.sent;
    expect(sent("an id of 2^53 + 1")).toContain('; {"id":9007199254740993,"name":');
    expect(sent("an id of -2^63, the smallest int64")).toContain('; {"id":-9223372036854775808,"name":');
    expect(sent("an id of 2^63, one beyond int64")).toContain('; {"id":9223372036854775808,"name":');
  });

  it("say what was sent, expected and received", async () => {
    const { rows, tag } = await run();
    expect(rows.find(({ title }) => title === "the tag is null")).toEqual({
      clause: "I12",
      title: "the tag is null",
      sent: expect.stringMatching(
        new RegExp(
          `^POST \\{base_url\\}/plants; authorization: Bearer \\[token\\]; content-type: application/json; \\{"id":\\d+,"name":"${tag} plant","tag":null\\}$`,
        ),
      ),
      expected: "400 and an Error as application/json, where it fails",
      received: '400, application/json, {"error":400,"message":"The NewPlant is invalid: tag must be a string."}',
      verdict: "conforms",
    });
  });

  it("put the run's tag on every plant, and its name on the one that has no tag", async () => {
    const { created, tag } = await run();
    expect(tag).toMatch(/^plant-store-conformance [0-9a-f]{16}$/);
    expect(created.filter((plant) => !plant.tag?.startsWith(tag))).toEqual([
      { id: expect.any(String), name: `${tag} plant`, tag: null, certain: true },
    ]);
  });

  it("have ids of their own in every run, but for those that are the case", async () => {
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
  it("gives the ids of all plants but those whose id is the case", async () => {
    let next = 500;
    const { created } = await run({ newId: () => next++ });
    const others = created.map(({ id }) => Number(id)).filter((id) => id < 500 || id > 600);
    expect(others).toHaveLength(8);
    expect(created).toHaveLength(22);
  });

  it.each([
    ["newId must give a bigint or a safe integer.", () => 0.5],
    ["newId must give a bigint or a safe integer.", () => 2 ** 53],
    ["newId must give an int64.", () => 2n ** 63n],
    ["newId must give a fresh id each time, and gave 7 twice.", () => 7],
  ])("is refused with %s", async (message, newId) => {
    expect(await rejectionOf(run({ newId }))).toEqual(new TypeError(message));
  });
});

describe("the token", () => {
  it("stands nowhere in the report, however the service echoes it (I13)", async () => {
    const { url } = await startPlantService((request, right) => {
      const echoes = [TOKEN, encodeURIComponent(TOKEN), btoa(TOKEN), TOKEN.toUpperCase(), TOKEN.replace("/", "\\/")];
      const { authorization = "" } = request;
      return right.status === 400
        ? { ...right, contentType: `text/${TOKEN}`, body: `${echoes} ${authorization} ${"x".repeat(245)}${TOKEN}` }
        : right;
    });
    const shown = JSON.stringify(await checkConformance({ baseUrl: url, token: TOKEN }));
    expect(shown).toContain("Bearer [token]");
    expect(shown.toLowerCase()).not.toMatch(/s3cret|czncm/);
  });

  it("leaves words that contain it as they are, where it is short", async () => {
    const report = await run({
      token: "any",
      fetch: async () => new Response("any company: the token any", { status: 500 }),
    });
    expect(report.rows[0]?.received).toContain("[token] company: the token [token]");
    expect(report.rows[0]?.sent).toContain("authorization: Bearer [token]");
  });

  it("stands nowhere in what a failing fetch says", async () => {
    const report = await run({
      fetch: async () => {
        throw new TypeError(`bad header Bearer ${TOKEN}`, { cause: new Error(TOKEN) });
      },
    });
    expect(report.rows[0]?.received).toBe("no answer: bad header Bearer [token]: [token]");
  });

  it("is not sent along with a redirect", async () => {
    const elsewhere = await startPlantService();
    const { url } = await startPlantService((_, right) => ({ ...right, status: 307, location: elsewhere.url }));
    const report = await checkConformance({ baseUrl: url, token: TOKEN });
    expect(elsewhere.requests).toEqual([]);
    expect(report.rows.find(({ clause }) => clause === "I11")?.received).toMatch(
      new RegExp(
        `^307, to ${elsewhere.url}, application/json, .* \\(a redirect, which is not followed, and not 200\\)$`,
      ),
    );
  });
});

describe("the report", () => {
  it("is plain JSON", async () => {
    const report = await run();
    expect(JSON.parse(JSON.stringify(report))).toEqual(report);
  });

  it("counts its rows", async () => {
    const { counts, rows, requests } = await run();
    expect(counts.conforms + counts.violates + counts.notStated).toBe(rows.length);
    expect(requests).toBe(48);
  });

  it("shows an answer on one line that no terminal obeys, cut short", async () => {
    const { url } = await startPlantService((_, right) => ({
      ...right,
      body: `\u001b[2J\r\n\u202e\u2028${"🌱".repeat(200)}`,
    }));
    const { rows } = await checkConformance({ baseUrl: url, token: TOKEN });
    const received = rows.find(({ verdict }) => verdict === "violates")?.received ?? "";
    expect(received).toMatch(
      /^200, application\/json, \\u001b\[2J\\u000d\\u000a\\u202e\\u2028🌱+\S*… \(the body is no JSON\)$/u,
    );
    expect(received.length).toBeLessThan(400);
  });

  it("shows a body that is not UTF-8 (I9)", async () => {
    const report = await run({
      fetch: async () => new Response(new Uint8Array([0xff]), { headers: { "content-type": "application/json" } }),
    });
    expect(report.rows.find(({ clause }) => clause === "I9")?.received).toBe(
      "200, application/json, bytes that are no UTF-8 (the body is not UTF-8)",
    );
  });

  it("says of a plant that no answer tells of that it may be there", async () => {
    const { url } = await startPlantService((_, right) => (right.status === 200 ? { ...right, status: 500 } : right));
    const { created } = await checkConformance({ baseUrl: url, token: TOKEN });
    expect(new Set(created.map(({ certain }) => certain))).toEqual(new Set([false]));
  });

  it("is shown as it grows", async () => {
    const steps: ConformanceProgress[] = [];
    const { rows, created } = await run({ onProgress: (step) => steps.push(step) });
    expect(steps.map(({ done }) => done)).toEqual(Array.from({ length: 48 }, (_, index) => index + 1));
    expect(steps.flatMap((step) => step.rows)).toEqual(rows);
    expect(steps[0]?.created).toHaveLength(1);
    expect(steps.at(-1)?.created).toEqual(created);
  });
});

describe("a run that can't be made", () => {
  it("says that nothing was reached", async () => {
    const error = await rejectionOf(checkConformance({ baseUrl: "http://127.0.0.1:9", token: TOKEN }));
    expect(error).toBeInstanceOf(ConformanceError);
    expect(String(error)).toMatch(/^ConformanceError: Nothing was reached at the base URL: no answer: fetch failed: ./);
  });

  it.each([401, 403])("says that the token was refused, at a first answer of %i", async (status) => {
    const { url, requests } = await startPlantService((_, right) => ({ ...right, status }));
    const error = await rejectionOf(checkConformance({ baseUrl: url, token: TOKEN }));
    expect(error).toEqual(
      new ConformanceError(`The service refused the token: the first request was answered with ${status}.`),
    );
    expect(requests).toHaveLength(1);
  });

  it("rejects with the signal's reason, before anything is sent", async () => {
    const { url, requests } = await startPlantService();
    const signal = AbortSignal.abort("enough");
    expect(await rejectionOf(checkConformance({ baseUrl: url, token: TOKEN, signal }))).toBe("enough");
    expect(requests).toEqual([]);
  });

  it("rejects with the signal's reason in the middle of a request", async () => {
    const controller = new AbortController();
    const { url, requests } = await startPlantService((_, right) => {
      if (requests.length === 5) {
        controller.abort("enough");
        return "hang";
      }
      return right;
    });
    const running = checkConformance({ baseUrl: url, token: TOKEN, signal: controller.signal });
    expect(await rejectionOf(running)).toBe("enough");
    expect(requests).toHaveLength(5);
  });

  it.each([
    ["baseUrl must be an http or https URL, without user info, query and fragment.", { baseUrl: "plants.test" }],
    ["baseUrl must be an http or https URL, without user info, query and fragment.", { baseUrl: "ftp://plants.test" }],
    ["baseUrl must be an http or https URL, without user info, query and fragment.", { baseUrl: "http://a:b@x.test" }],
    ["baseUrl must be an http or https URL, without user info, query and fragment.", { baseUrl: "http://x.test/?a" }],
    ["token must be a string of visible ASCII characters.", { token: "" }],
    ["token must be a string of visible ASCII characters.", { token: "a b" }],
    ["token must be a string of visible ASCII characters.", { token: "caf\u00e9" }],
    ["timeoutMs must be a number from 1 to 2147483647.", { timeoutMs: 0 }],
    ["timeoutMs must be a number from 1 to 2147483647.", { timeoutMs: Number.NaN }],
    ["timeoutMs must be a number from 1 to 2147483647.", { timeoutMs: 2 ** 31 }],
  ])("throws a TypeError: %s (%o)", async (message, options) => {
    expect(await rejectionOf(run(options))).toEqual(new TypeError(message));
  });

  it("takes a URL, and any number of trailing slashes (I2)", async () => {
    const urls = new Set<string>();
    const fetch = (url: string, init: RequestInit) => {
      urls.add(url);
      return createPlantStoreMock({ token: TOKEN }).fetch(url, init);
    };
    await run({ baseUrl: new URL("https://plants.test/v1//"), fetch });
    expect([...urls][0]).toBe("https://plants.test/v1/plants");
  });
});
