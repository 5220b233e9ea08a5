import { gzipSync } from "node:zlib";
import { type ConformanceReport, checkConformance } from "plant-store-sdk/conformance";
import { describe, expect, it } from "vitest";
import {
  type Deviation,
  idDigits,
  json,
  plantServiceFetch,
  refused,
  type ServiceRequest,
  startPlantService,
  TOKEN,
} from "../support/plant-service.ts";

const baseUrl = "https://plants.test";

const check = (deviate?: Deviation, timeoutMs = 5_000): Promise<ConformanceReport> =>
  checkConformance({ baseUrl, token: TOKEN, timeoutMs, fetch: plantServiceFetch(deviate) });

async function checkOverHttp(deviate?: Deviation): Promise<ConformanceReport> {
  const { url } = await startPlantService(deviate);
  return checkConformance({ baseUrl: url, token: TOKEN });
}

function violated({ rows }: ConformanceReport): string[] {
  return [...new Set(rows.filter(({ verdict }) => verdict === "violates").map(({ clause }) => clause))];
}

const violations = ({ rows }: ConformanceReport) => rows.filter(({ verdict }) => verdict === "violates");

const html = "<!doctype html><h1>Unprocessable</h1>";

function rounding(): Deviation {
  const taken = new Set<number>();
  return (request, right) => {
    const id = Number(idDigits(request));
    if (right.status === 200 && taken.has(id)) {
      return refused(`${id} is in use`);
    }
    taken.add(id);
    return right;
  };
}

function withFields(fields: (request: ServiceRequest) => string): Deviation {
  return (request, right) =>
    right.status === 200 ? { ...right, body: right.body.replace(/\}$/, `,${fields(request)}}`) } : right;
}

function both(first: Deviation, second: Deviation): Deviation {
  return (request, right) => {
    const reply = first(request, right);
    return typeof reply === "string" ? reply : second(request, { ...reply, body: String(reply.body) });
  };
}

describe("a service that conforms", () => {
  it("violates nothing", async () => {
    const report = await check();
    expect(report.causes).toEqual([]);
    expect(report).toMatchObject({ conforms: true, stopped: null });
  });

  it("has a row for every clause", async () => {
    const { rows } = await check();
    const clauses = Array.from({ length: 13 }, (_, index) => `I${index + 1}`);
    expect(clauses.filter((name) => !rows.some(({ clause }) => clause === name))).toEqual([]);
  });

  it("may reject ids in use, including ids of earlier runs", async () => {
    const taken = new Set<string>();
    const fetch = plantServiceFetch((request, right) => {
      if (right.status !== 200 || !taken.has(idDigits(request))) {
        taken.add(idDigits(request));
        return right;
      }
      return refused("in use");
    });
    const first = await checkConformance({ baseUrl, token: TOKEN, fetch });
    const second = await checkConformance({ baseUrl, token: TOKEN, fetch });
    expect([first.causes, second.causes]).toEqual([[], []]);
    const nearby = second.rows.filter(({ title }) => title.includes("nearby"));
    expect(nearby.map(({ verdict }) => verdict)).toEqual(["conforms", "conforms", "conforms", "conforms"]);
  });

  it("may echo the id as the digits that were sent (I5)", async () => {
    expect((await check(withFields((request) => `"id":${idDigits(request)}`))).causes).toEqual([]);
  });

  it("may send fields that no schema declares (I9)", async () => {
    expect((await check(withFields(() => '"createdAt":"now","tags":[1]'))).causes).toEqual([]);
  });

  it("may add a parameter to the content type (I9, I10)", async () => {
    const report = await check((_, right) => ({ ...right, contentType: "Application/JSON ; charset=utf-8" }));
    expect(report.causes).toEqual([]);
  });

  it("may send its bodies byte by byte", async () => {
    // The longest name would take 10,000 turns.
    const report = await checkOverHttp((_, right) => ({ ...right, isTrickled: right.body.length < 1000 }));
    expect(report.causes).toEqual([]);
  });

  it("may compress its bodies with gzip", async () => {
    const report = await checkOverHttp((_, right) => ({
      ...right,
      body: gzipSync(right.body),
      headers: { "content-encoding": "gzip" },
    }));
    expect(report.causes).toEqual([]);
  });

  it("may accept every invalid body, which isn't stated", async () => {
    const report = await check((_, right) => (right.status === 400 ? json(200, { name: "Fern" }) : right));
    expect(report.causes).toEqual([]);
    expect(report.rows).toContainEqual(
      expect.objectContaining({
        title: "an id that is a fraction",
        verdict: "not stated",
        reason: "accepted: the contract doesn't state that this fails",
        received: '200, application/json, {"name":"Fern"}',
      }),
    );
  });

  it("may accept a missing token, which isn't stated (I13)", async () => {
    const report = await check((_, right) => (right.status === 401 ? json(200, { name: "Fern" }) : right));
    expect(report.causes).toEqual([]);
    expect(report.rows.find(({ title }) => title === "no token")).toMatchObject({
      clause: "I13",
      verdict: "not stated",
      reason: "accepted: the contract doesn't state that this fails",
    });
  });

  it.each([401, 403, 404, 429, 500])("may return %i for a missing token (I13)", async (status) => {
    const report = await check((_, right) =>
      right.status === 401 ? { status, contentType: "text/html", body: html } : right,
    );
    expect(report).toMatchObject({ conforms: true, causes: [] });
    const rows = report.rows.filter(({ title }) => /^no token|^an empty token|^a wrong token/.test(title));
    expect(rows.map(({ clause, verdict }) => `${clause} ${verdict}`)).toEqual(Array(3).fill("I13 not stated"));
  });

  it("may close the connection when the token is missing (I13)", async () => {
    const report = await check((_, right) => (right.status === 401 ? "close" : right));
    expect(report).toMatchObject({ causes: [], stopped: null });
  });

  it("may return another Plant than was sent, which isn't stated (I4)", async () => {
    const report = await check((_, right) => (right.status === 200 ? json(200, { name: "Rose", tag: "red" }) : right));
    expect(report.causes).toEqual([]);
    expect(report.rows.find(({ title }) => title === "a name in many scripts")).toMatchObject({
      verdict: "not stated",
      received: '200, application/json, {"name":"Rose","tag":"red"}',
      reason: "the Plant has another name and tag than was sent: the contract doesn't state which Plant is returned",
    });
  });
});

describe("a wrong service violates the clause that it breaks, and no other", () => {
  const wrong: readonly [string, string, string, Deviation][] = [
    [
      "echoes the id as a string",
      "I9",
      "the id in the 200 body is not an integer",
      withFields((r) => `"id":"${idDigits(r)}"`),
    ],
    ["returns 201", "I11", "status 201 instead of 200", (_, r) => (r.status === 200 ? { ...r, status: 201 } : r)],
    [
      "returns 204",
      "I11",
      "status 204 instead of 200",
      (_, r) => (r.status === 200 ? { ...r, status: 204, body: "" } : r),
    ],
    [
      "sends an Error without a message",
      "I6",
      "message is missing",
      (_, r) => (r.status === 400 ? json(400, { error: 4 }) : r),
    ],
    [
      "sends an error beyond int32",
      "I6",
      "error is not an int32",
      (_, r) => (r.status === 400 ? json(400, { error: 2_147_483_648, message: "no" }) : r),
    ],
    [
      "sends an error that is a string of digits",
      "I6",
      "error is not an int32",
      (_, r) => (r.status === 400 ? json(400, { error: "400", message: "no" }) : r),
    ],
    [
      "returns 422 and HTML for an invalid body",
      "I12",
      "a failing request returns status 422 instead of 400",
      (_, r) => (r.status === 400 ? { status: 422, contentType: "text/html", body: html } : r),
    ],
    [
      "returns 500 for an invalid body",
      "I12",
      "a failing request returns status 500 instead of 400",
      (_, r) => (r.status === 400 ? { ...r, status: 500 } : r),
    ],
    [
      "returns 400 and HTML for an invalid body",
      "I10",
      "the 400 response isn't application/json",
      (_, r) => (r.status === 400 ? { ...r, contentType: "text/html", body: html } : r),
    ],
    [
      "sends a Plant as text/plain",
      "I9",
      "the 200 response isn't application/json",
      (_, r) => (r.status === 200 ? { ...r, contentType: "text/plain" } : r),
    ],
    [
      "sends a Plant without a content type",
      "I9",
      "the 200 response isn't application/json",
      (_, r) => (r.status === 200 ? { ...r, contentType: "" } : r),
    ],
    [
      "sends an Error as text/plain",
      "I10",
      "the 400 response isn't application/json",
      (_, r) => (r.status === 400 ? { ...r, contentType: "text/plain" } : r),
    ],
    ["sends no body", "I9", "the 200 body isn't JSON", (_, r) => (r.status === 200 ? { ...r, body: "" } : r)],
    [
      "sends an array",
      "I9",
      "the 200 body isn't a JSON object",
      (_, r) => (r.status === 200 ? { ...r, body: `[${r.body}]` } : r),
    ],
    [
      "sends a Plant without a name",
      "I4",
      "name is missing",
      (_, r) => (r.status === 200 ? json(200, { tag: "x" }) : r),
    ],
    [
      "sends a tag that is null",
      "I4",
      "tag is not a string",
      (_, r) => (r.status === 200 ? json(200, { name: "x", tag: null }) : r),
    ],
    ["rounds ids and rejects duplicates", "I5", "ids may be rounded to doubles", rounding()],
    [
      "rounds ids and rejects duplicates, but echoes ids exactly",
      "I5",
      "ids may be rounded to doubles",
      both(
        rounding(),
        withFields((request) => `"id":${idDigits(request)}`),
      ),
    ],
    [
      "rounds ids and echoes them",
      "I5",
      "the id in the response isn't the id that was sent",
      withFields((r) => `"id":${BigInt(Number(idDigits(r)))}`),
    ],
    [
      "rejects ids beyond 2^53",
      "I5",
      "a valid id fails with status 400 instead of 200",
      (r, right) => (right.status === 200 && !Number.isSafeInteger(Number(idDigits(r))) ? refused("too large") : right),
    ],
    [
      "fails on negative ids",
      "I5",
      "a valid id fails with status 500 instead of 200",
      (r, right) => (right.status === 200 && idDigits(r).startsWith("-") ? { ...right, status: 500 } : right),
    ],
    [
      "rejects names beyond ASCII",
      "I4",
      "a valid name or tag fails with status 400 instead of 200",
      (r, right) => (right.status === 200 && !/^[\0-\x7f]*$/.test(r.body.toString()) ? refused("ASCII") : right),
    ],
    ["never responds", "I11", "no complete response within 50 ms", () => "hang"],
    [
      "never responds to an invalid body",
      "I12",
      "no complete response within 50 ms",
      (_, r) => (r.status === 400 ? "hang" : r),
    ],
    [
      "redirects some requests",
      "I4",
      "a valid name or tag fails with a redirect, 307, instead of 200",
      (r, right) =>
        right.status === 200 && /[^\0-\x7f]/.test(r.body.toString())
          ? { ...right, status: 307, headers: { location: "/elsewhere" } }
          : right,
    ],
    [
      "fails on everything",
      "I11",
      "a valid request fails with status 500 instead of 200",
      (_, r) => (r.status === 200 ? { ...r, status: 500 } : r),
    ],
    [
      "rejects ids in use with 409",
      "I12",
      "a failing request returns status 409 instead of 400",
      (() => {
        const taken = new Set<string>();
        return (r, right) => {
          const isTaken = right.status === 200 && taken.has(idDigits(r));
          taken.add(idDigits(r));
          return isTaken ? { ...right, status: 409 } : right;
        };
      })(),
    ],
  ];

  it.each(wrong)("%s (%s)", async (_, clause, reason, deviate) => {
    const report = await check(deviate, reason.includes("within") ? 50 : 5_000);
    expect(violated(report)).toEqual([clause]);
    expect(new Set(report.causes.map((cause) => cause.clause))).toEqual(new Set([clause]));
    expect(report.causes[0]?.reason).toContain(reason);
    expect(report.conforms).toBe(false);
  });

  it.each<[string, string, Deviation]>([
    ["closes the connection", "no response: fetch failed: ", () => "close"],
    ["closes the connection mid-body", "could not read the body of the 200 response: ", () => "break off"],
  ])("%s (I11)", async (_, reason, deviate) => {
    const report = await checkOverHttp(deviate);
    expect(violated(report)).toEqual(["I11"]);
    expect(report.causes[0]?.reason).toContain(reason);
  });

  it("sends everything as text/plain (I9, I10)", async () => {
    expect(violated(await check((_, right) => ({ ...right, contentType: "text/plain" }))).sort()).toEqual([
      "I10",
      "I9",
    ]);
  });

  it("rounds ids: only the case with two ids that are the same double violates (I5)", async () => {
    expect(violations(await check(rounding()))).toEqual([
      expect.objectContaining({
        clause: "I5",
        title: "that id plus one, the same double",
        received: expect.stringMatching(/^400, .* is in use"\}$/),
        reason: "a valid id fails with status 400 instead of 200: ids may be rounded to doubles",
      }),
    ]);
  });
});

describe("a service that rejects everything with 400, as for a wrong token", () => {
  it("violates I11 in every valid case, also with fixed ids", async () => {
    const { rows, causes, created } = await check(() => refused("invalid token"));
    expect(causes).toEqual([
      expect.objectContaining({ clause: "I11", reason: "a valid request fails with status 400 instead of 200" }),
    ]);
    expect(causes[0]?.cases).toEqual(expect.arrayContaining(["an id of 0", "an unused id", "a name in many scripts"]));
    expect(rows.filter(({ title }) => title.includes("nearby"))).toEqual([]);
    expect(created).toEqual([]);
  });
});

describe("a cause", () => {
  it("groups all cases with the same clause and reason, with an example", async () => {
    const { causes } = await check((_, right) =>
      right.status === 400 ? json(400, { error: "no", message: "" }) : right,
    );
    expect(causes).toHaveLength(1);
    const [cause] = causes;
    expect(cause).toMatchObject({
      clause: "I6",
      requirement: "An Error has error, a required int32, and message, a required string.",
      reason: "the 400 body isn't an Error: error is not an int32",
      example: {
        verdict: "violates",
        reason: cause?.reason,
        sent: expect.stringMatching(/^POST \{base_url\}\/plants; authorization: Bearer \[redacted\]; /),
        received: '400, application/json, {"error":"no","message":""}',
      },
    });
    expect(cause?.cases).toEqual(expect.arrayContaining(["a tag that is null", "no body", "an array"]));
  });

  it("comes before causes with fewer cases", async () => {
    const { causes } = await check((request, right) =>
      right.status === 400 ? json(400, {}) : idDigits(request) === "0" ? refused("") : right,
    );
    expect(causes.map(({ clause }) => clause)).toEqual(["I6", "I5"]);
    expect(causes[0]?.cases.length).toBeGreaterThan(causes[1]?.cases.length ?? 0);
  });
});

describe("a service that returns 201 and the right Plant", () => {
  const created: Deviation = (_, right) => (right.status === 200 ? { ...right, status: 201 } : right);

  it("violates I11 once", async () => {
    const report = await check(created);
    expect(violations(report)).toEqual([
      expect.objectContaining({ clause: "I11", status: 201, reason: "status 201 instead of 200" }),
    ]);
    expect(report.causes).toEqual([
      expect.objectContaining({ clause: "I11", cases: expect.arrayContaining(["an id of 0", "an empty name"]) }),
    ]);
  });

  it("has its plants listed", async () => {
    const [right, wrong] = [await check(), await check(created)];
    expect(wrong.created).toHaveLength(right.created.length);
    expect(wrong.created.every(({ certain }) => certain)).toBe(true);
  });

  it("violates I5 too if it rounds the ids that it echoes", async () => {
    const report = await check(
      both(
        withFields((r) => `"id":${BigInt(Number(idDigits(r)))}`),
        created,
      ),
    );
    expect(report.causes.map(({ clause, reason }) => `${clause} ${reason}`)).toEqual([
      "I11 status 201 instead of 200",
      "I5 the id in the response isn't the id that was sent",
    ]);
  });

  it("violates I9 in cases where only invalid bodies get 201", async () => {
    const report = await check((_, right) => (right.status === 400 ? json(201, { name: "Fern" }) : right));
    expect(report.causes.map(({ clause, reason }) => `${clause} ${reason}`)).toEqual(["I9 status 201 instead of 200"]);
  });
});

describe("a run stops", () => {
  it("after three requests in a row without a response", async () => {
    const { url, requests } = await startPlantService(() => "hang");
    const report = await checkConformance({ baseUrl: url, token: TOKEN, timeoutMs: 50 });
    expect(requests.length).toBeLessThanOrEqual(3);
    expect(report.requests).toBe(3);
    expect(report.stopped).toBe("3 requests in a row had no complete response");
    expect(report.rows.map(({ clause, status }) => `${clause} ${status}`)).toEqual([
      "I11 null",
      "I11 null",
      "I11 null",
    ]);
    expect(report.causes).toHaveLength(1);
    expect(report.created.map(({ certain }) => certain)).toEqual([false, false, false]);
  });

  it("when a later request returns 429", async () => {
    const { url, requests } = await startPlantService((_, right) =>
      requests.length > 5 ? { ...json(429, {}), headers: { "retry-after": "30" } } : right,
    );
    const report = await checkConformance({ baseUrl: url, token: TOKEN });
    expect(requests).toHaveLength(6);
    expect(report).toMatchObject({ conforms: false, stopped: "request 6 returned 429 (Retry-After: 30)" });
  });

  it("reading a body that never ends, at the timeout", async () => {
    const report = await checkConformance({
      baseUrl: "http://plants.test",
      token: TOKEN,
      timeoutMs: 20,
      fetch: async () => new Response(new ReadableStream({ start: (body) => body.enqueue(new Uint8Array(1)) })),
    });
    expect(violated(report)).toEqual(["I11"]);
  });

  it("at the timeout, even if a custom fetch ignores the signal", async () => {
    const fetch = () => new Promise<Response>(() => {});
    const report = await checkConformance({ baseUrl: "http://plants.test", token: TOKEN, timeoutMs: 20, fetch });
    expect(report.stopped).toBe("3 requests in a row had no complete response");
  });
});

describe("a large body", () => {
  it("is a violation beyond 1 MiB", async () => {
    const report = await check((_, right) => ({ ...right, body: " ".repeat(2 ** 20 + 1) }));
    expect(report.causes[0]?.reason).toBe("the body of the 200 response is larger than 1 MiB");
  });

  it("is read up to 1 MiB, also if it is one string of escapes", async () => {
    const long = "\\n".repeat(2 ** 19 - 6);
    const names = [long];
    const fetch = async () =>
      new Response(`{"name":"${names.shift() ?? "Fern"}"}`, { headers: { "content-type": "application/json" } });
    const report = await checkConformance({ baseUrl: "http://plants.test", token: TOKEN, fetch });
    expect(report.causes).toEqual([]);
  });
});
