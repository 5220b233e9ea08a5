import { type ConformanceReport, checkConformance } from "plant-store-sdk/conformance";
import { describe, expect, it } from "vitest";
import {
  type Deviation,
  idDigits,
  json,
  refused,
  type ServiceRequest,
  startPlantService,
  TOKEN,
} from "../support/plant-service.ts";

async function check(deviate?: Deviation, timeoutMs = 5_000): Promise<ConformanceReport> {
  const { url } = await startPlantService(deviate);
  return checkConformance({ baseUrl: url, token: TOKEN, timeoutMs });
}

/** The clauses that are reported as violated, each once. */
function violated({ rows }: ConformanceReport): string[] {
  return [...new Set(rows.filter(({ verdict }) => verdict === "violates").map(({ clause }) => clause))];
}

function violations({ rows }: ConformanceReport) {
  return rows
    .filter(({ verdict }) => verdict === "violates")
    .map(({ clause, title, received }) => ({ clause, title, received }));
}

const html = "<!doctype html><h1>Unprocessable</h1>";

/** A service that keeps ids as doubles, and refuses one that it has already. */
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

describe("a right service", () => {
  it("violates nothing", async () => {
    const report = await check();
    expect(violations(report)).toEqual([]);
    expect(report).toMatchObject({ conforms: true, stopped: null });
  });

  it("has something to say on every clause", async () => {
    const { rows } = await check();
    const clauses = Array.from({ length: 13 }, (_, index) => `I${index + 1}`);
    expect(clauses.filter((name) => !rows.some(({ clause }) => clause === name))).toEqual([]);
  });

  it("may refuse ids in use, and ids of earlier runs with them", async () => {
    const taken = new Set<string>();
    const { url } = await startPlantService((request, right) => {
      if (right.status !== 200 || !taken.has(idDigits(request))) {
        taken.add(idDigits(request));
        return right;
      }
      return refused("in use");
    });
    const first = await checkConformance({ baseUrl: url, token: TOKEN });
    const second = await checkConformance({ baseUrl: url, token: TOKEN });
    expect([violations(first), violations(second)]).toEqual([[], []]);
    const nearby = second.rows.filter(({ title }) => title.includes("nearby"));
    expect(nearby.map(({ verdict }) => verdict)).toEqual(["conforms", "conforms", "conforms", "conforms"]);
  });

  it("may echo the id as the digits that were sent (I5)", async () => {
    expect(violations(await check(withFields((request) => `"id":${idDigits(request)}`)))).toEqual([]);
  });

  it("may answer with fields that no schema declares (I9)", async () => {
    expect(violations(await check(withFields(() => '"createdAt":"now","tags":[1]')))).toEqual([]);
  });

  it("may add a parameter to the content type (I9, I10)", async () => {
    const report = await check((_, right) => ({ ...right, contentType: "Application/JSON ; charset=utf-8" }));
    expect(violations(report)).toEqual([]);
  });

  it("may take what is no NewPlant, which is observed", async () => {
    const report = await check((_, right) => (right.status === 400 ? json(200, { name: "Fern" }) : right));
    expect(violations(report)).toEqual([]);
    expect(report.rows).toContainEqual(
      expect.objectContaining({
        title: "the id is a fraction",
        verdict: "not stated",
        received: '200, application/json, {"name":"Fern"} (that it fails is not stated)',
      }),
    );
  });

  it.each([401, 403, 404, 500])("may answer a missing token with %i (I13)", async (status) => {
    const report = await check((_, right) =>
      right.status === 401 ? { status, contentType: "text/html", body: html } : right,
    );
    expect(violations(report)).toEqual([]);
    const rows = report.rows.filter(({ title }) => /^no token|^an empty token|^a wrong token/.test(title));
    expect(rows.map(({ clause, verdict }) => `${clause} ${verdict}`)).toEqual(Array(3).fill("I13 not stated"));
  });

  it("may leave a missing token unanswered (I13)", async () => {
    const report = await check((_, right) => (right.status === 401 ? "close" : right));
    expect(violations(report)).toEqual([]);
    expect(report.stopped).toBeNull();
  });

  it("may answer with a Plant that is not the one that was sent, which is observed (I4)", async () => {
    const report = await check((_, right) => (right.status === 200 ? json(200, { name: "Rose", tag: "red" }) : right));
    expect(violations(report)).toEqual([]);
    expect(report.rows.find(({ title }) => title === "a name in many scripts")).toMatchObject({
      verdict: "not stated",
      received:
        '200, application/json, {"name":"Rose","tag":"red"} (another name and tag than was sent: which Plant comes is not stated)',
    });
  });
});

describe("a wrong service is caught under the clause that it breaks, and under no other", () => {
  const wrong: readonly [string, string, string, Deviation][] = [
    ["echoes the id as a string", "I9", "a Plant declares no id", withFields((r) => `"id":"${idDigits(r)}"`)],
    ["answers 201", "I11", "the status is not 200", (_, r) => (r.status === 200 ? { ...r, status: 201 } : r)],
    ["answers 204", "I11", "the status is not 200", (_, r) => (r.status === 200 ? { ...r, status: 204, body: "" } : r)],
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
      "sends an error that is a string",
      "I6",
      "error is not an int32",
      (_, r) => (r.status === 400 ? json(400, { error: "4", message: "no" }) : r),
    ],
    [
      "answers an invalid body with 422 and HTML",
      "I12",
      "the status is not 400",
      (_, r) => (r.status === 400 ? { status: 422, contentType: "text/html", body: html } : r),
    ],
    [
      "answers an invalid body with 500",
      "I12",
      "the status is not 400",
      (_, r) => (r.status === 400 ? { ...r, status: 500 } : r),
    ],
    [
      "answers an invalid body with a page of HTML and 400",
      "I10",
      "the content type is not application/json",
      (_, r) => (r.status === 400 ? { ...r, contentType: "text/html", body: html } : r),
    ],
    [
      "sends a Plant as text/plain",
      "I9",
      "the content type is not application/json",
      (_, r) => (r.status === 200 ? { ...r, contentType: "text/plain" } : r),
    ],
    [
      "sends a Plant without a content type",
      "I9",
      "the content type is not application/json",
      (_, r) => (r.status === 200 ? { ...r, contentType: "" } : r),
    ],
    [
      "sends an Error as text/plain",
      "I10",
      "the content type is not application/json",
      (_, r) => (r.status === 400 ? { ...r, contentType: "text/plain" } : r),
    ],
    ["sends no body", "I9", "the body is no JSON", (_, r) => (r.status === 200 ? { ...r, body: "" } : r)],
    [
      "sends an array",
      "I9",
      "the body is no JSON object",
      (_, r) => (r.status === 200 ? { ...r, body: `[${r.body}]` } : r),
    ],
    [
      "sends a Plant without a name",
      "I4",
      "name is missing",
      (_, r) => (r.status === 200 ? json(200, { tag: "x" }) : r),
    ],
    [
      "sends a tag of null",
      "I4",
      "tag is no string",
      (_, r) => (r.status === 200 ? json(200, { name: "x", tag: null }) : r),
    ],
    ["rounds ids", "I5", "the status is not 200", rounding()],
    [
      "rounds ids, and echoes them",
      "I5",
      "the id in the answer is not ",
      withFields((r) => `"id":${BigInt(Number(idDigits(r)))}`),
    ],
    [
      "refuses ids beyond 2^53",
      "I5",
      "the status is not 200",
      (r, right) => (right.status === 200 && !Number.isSafeInteger(Number(idDigits(r))) ? refused("too large") : right),
    ],
    [
      "fails on ids below 0",
      "I5",
      "the status is not 200",
      (r, right) => (right.status === 200 && idDigits(r).startsWith("-") ? { ...right, status: 500 } : right),
    ],
    [
      "refuses names beyond ASCII",
      "I4",
      "the status is not 200",
      (r, right) => (right.status === 200 && !/^[\0-\x7f]*$/.test(r.body.toString()) ? refused("ASCII") : right),
    ],
    ["never answers", "I11", "no answer within 50 ms", () => "hang"],
    ["closes early", "I11", "no answer: fetch failed", () => "close"],
    ["breaks the body off", "I11", "200, then the body broke off", () => "break off"],
    ["never answers an invalid body", "I12", "no answer within 50 ms", (_, r) => (r.status === 400 ? "hang" : r)],
    [
      "redirects",
      "I11",
      "a redirect, which is not followed",
      (_, r) => (r.status === 200 ? { ...r, status: 307, location: "/elsewhere" } : r),
    ],
    ["is not there", "I1", "the status is not 200", () => json(404, { error: 404, message: "not found" })],
    [
      "refuses ids in use with 409",
      "I12",
      "the status is not 400",
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

  it.each(wrong)("one that %s (%s)", async (_, clause, fault, deviate) => {
    const report = await check(deviate, fault.includes("within") ? 50 : 5_000);
    expect(violated(report)).toEqual([clause]);
    expect(violations(report)[0]?.received).toContain(fault);
    expect(report.conforms).toBe(false);
  });

  it("one that sends all as text/plain (I9, I10)", async () => {
    expect(violated(await check((_, right) => ({ ...right, contentType: "text/plain" }))).sort()).toEqual([
      "I10",
      "I9",
    ]);
  });

  it("one that rounds ids at the two that a double can't tell apart (I5)", async () => {
    expect(violations(await check(rounding()))).toEqual([
      {
        clause: "I5",
        title: "that id plus one, which is the same to a double",
        received: expect.stringMatching(/^400, .* is in use"\} \(the status is not 200\)$/),
      },
    ]);
  });
});

describe("a run ends", () => {
  it("after three requests in a row that had no answer", async () => {
    const { url, requests } = await startPlantService(() => "hang");
    const report = await checkConformance({ baseUrl: url, token: TOKEN, timeoutMs: 50 });
    expect(requests).toHaveLength(3);
    expect(report.stopped).toBe("3 requests in a row had no answer");
    expect(report.rows.map(({ clause, title }) => `${clause} ${title}`)).toEqual([
      "I11 the smallest NewPlant",
      "I11 the fullest NewPlant: an id, a name and a tag",
      "I11 a name in many scripts",
    ]);
    expect(report.created.map(({ certain }) => certain)).toEqual([false, false, false]);
  });

  it("at once where the operation is not there (I1)", async () => {
    const { url, requests } = await startPlantService();
    const report = await checkConformance({ baseUrl: `${url}/v1`, token: TOKEN });
    expect(requests).toHaveLength(1);
    expect(report.rows).toHaveLength(1);
    expect(report.stopped).toBe("the operation is not there: is the base URL right?");
    expect(report.created).toEqual([]);
  });

  it("in the middle of a body that never ends, at the deadline", async () => {
    const report = await checkConformance({
      baseUrl: "http://plants.test",
      token: TOKEN,
      timeoutMs: 20,
      fetch: async () => new Response(new ReadableStream({ start: (body) => body.enqueue(new Uint8Array(1)) })),
    });
    expect(violated(report)).toEqual(["I11"]);
  });

  it("at the deadline though a fetch of the caller's own takes no notice of the signal", async () => {
    const fetch = () => new Promise<Response>(() => {});
    const report = await checkConformance({ baseUrl: "http://plants.test", token: TOKEN, timeoutMs: 20, fetch });
    expect(report.stopped).toBe("3 requests in a row had no answer");
  });

  it("where a body goes beyond 10 MiB", async () => {
    const { url } = await startPlantService((_, right) => ({ ...right, body: " ".repeat(10 * 2 ** 20 + 1) }));
    const report = await checkConformance({ baseUrl: url, token: TOKEN });
    expect(violations(report)[0]?.received).toBe("200, with a body of more than 10485760 bytes");
  });
});
