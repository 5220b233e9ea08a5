import { type ConformanceReport, type ConformanceRow, checkConformance } from "plant-store-sdk/conformance";
import { describe, expect, it } from "vitest";
import {
  type Deviation,
  idDigits,
  json,
  on,
  plantServiceFetch,
  refused,
  type ServiceRequest,
  type ServiceResponse,
  startPlantService,
  TOKEN,
} from "../support/plant-service.ts";

const baseUrl = "https://plants.test";

const check = (deviate?: Deviation, timeoutMs = 5_000): Promise<ConformanceReport> =>
  checkConformance({ baseUrl, token: TOKEN, timeoutMs, fetch: plantServiceFetch(deviate) });

const describeCauses = ({ causes }: ConformanceReport): string[] =>
  causes.map(({ clause, reason }) => `${clause} ${reason}`);

const isNearby = ({ title }: ConformanceRow) => title.includes("nearby");

const on200 = (change: Partial<ServiceResponse>) => on(200, change);
const on400 = (change: Partial<ServiceResponse>) => on(400, change);
const errorOf = (value: object): Deviation => on400({ body: JSON.stringify(value) });

/** Rejects a valid plant if its request matches. */
const rejects =
  (matches: (request: ServiceRequest) => boolean, change: Partial<ServiceResponse> = { status: 400 }): Deviation =>
  (request, right) =>
    right.status === 200 && matches(request) ? { ...refused("no"), ...change } : right;

const isBeyondAscii = ({ body }: ServiceRequest) => /[^\0-\x7f]/.test(body.toString());

/** Rejects an id in use. `toStored` makes what the service stores of its digits. */
function rejectsUsedIds(toStored: (digits: string) => unknown = String, change?: Partial<ServiceResponse>): Deviation {
  const taken = new Set<unknown>();
  return rejects((request) => {
    const id = toStored(idDigits(request));
    return taken.has(id) || !taken.add(id);
  }, change);
}

const isSafe = (request: ServiceRequest) => Number.isSafeInteger(Number(idDigits(request)));

const roundedId = (request: ServiceRequest) => `"id":${BigInt(Number(idDigits(request)))}`;

/** Adds fields to each Plant. */
const withFields =
  (fields: (request: ServiceRequest) => string, change?: Partial<ServiceResponse>): Deviation =>
  (request, right) =>
    right.status === 200 ? { ...right, body: right.body.replace(/\}$/, `,${fields(request)}}`), ...change } : right;

const EMPTY = '{"name":"","tag":""}';
const LARGEST_BODY = '{"id":1,"name":"'.padEnd(2 ** 20 - 2, "\\n").concat('"}');

const dropsTag: Deviation = (_, right) => ({ ...right, body: right.body.replace(/,"tag".*\}/, "}") });

describe("a service that conforms", () => {
  it.each<[string, Deviation]>([
    ["do what the contract states", (_, right) => right],
    ["echo ids, up to 2^53 as decimals (I5)", withFields((r) => `"id":${idDigits(r)}${isSafe(r) ? ".0" : ""}`)],
    ["send fields that no schema declares (I9)", withFields(() => '"createdAt":"now","tags":[1]')],
    ["add a parameter to the type (I9, I10)", (_, r) => ({ ...r, contentType: "Application/JSON ; charset=utf-8" })],
    ["close the connection when the token is missing (I13)", (_, r) => (r.status === 401 ? "close" : r)],
    ["limit requests without a valid token (I13)", on(401, { status: 429 })],
  ])("may %s", async (_, deviate) => {
    expect(await check(deviate)).toMatchObject({ causes: [], conforms: true, stopped: null });
  });

  it("may reject ids in use, including ids of earlier runs", async () => {
    const service = rejectsUsedIds();
    const [first, second] = [await check(service), await check(service)];
    expect([first.causes, second.causes]).toEqual([[], []]);
    const mayBeUsed = second.rows.filter(({ reason }) => reason?.startsWith("rejected: an earlier run may have used"));
    expect(mayBeUsed.map(({ verdict }) => verdict)).toEqual(Array(6).fill("not stated"));
    expect(second.rows.filter(isNearby).map(({ verdict }) => verdict)).toEqual(Array(4).fill("conforms"));
    expect(first.rows.filter(isNearby)).toEqual([]);
  });

  const accepted = "accepted: the contract doesn't state that this fails";
  const either = "both 200 and 400 conform";
  const otherToken = "the contract doesn't define the response to a missing or invalid token";
  const other = (fields: string) =>
    `the Plant has another ${fields} than was sent: the contract doesn't state which Plant is returned`;

  it.each<[string, string, string, Deviation]>([
    ["accept invalid bodies", "I12 an id that is a fraction", accepted, on400(json(200, { name: "Fern" }))],
    ["accept a missing token", "I13 no token", accepted, on(401, json(200, { name: "Fern" }))],
    ["return 201 for a wrong token", "I13 a wrong token", otherToken, on(401, json(201, {}))],
    ["reject an empty name", "I4 an empty name", either, rejects(({ body }) => body.includes('"name":""'))],
    ["drop the tag", "I4 a NewPlant with every field", other("tag"), dropsTag],
    ["return another Plant", "I4 a name in many scripts", other("name and tag"), on200({ body: EMPTY })],
  ])("may %s, which isn't stated", async (_, row, reason, deviate) => {
    const { rows, causes, stopped } = await check(deviate);
    expect({ causes, stopped }).toEqual({ causes: [], stopped: null });
    const found = rows.filter(({ clause, title }) => row === `${clause} ${title}`);
    expect(found.map(({ verdict, reason }) => [verdict, reason])).toEqual([["not stated", reason]]);
  });
});

/** Services by their only cause. */
const WRONG: Readonly<Record<string, Deviation | Deviation[]>> = {
  "I4 the 200 body isn't a Plant: name is not a string": on200({ body: '{"name":42}' }),
  "I4 a valid name or tag fails with a redirect, 307, instead of 200": rejects(isBeyondAscii, { status: 307 }),
  "I5 the id in the response isn't the id that was sent": [withFields(roundedId), on200({ body: LARGEST_BODY })],
  "I5 a valid id fails with status 400 instead of 200": rejects((request) => !isSafe(request)),
  "I5 a valid id fails with status 400 instead of 200: ids may be rounded to doubles": rejectsUsedIds(Number),
  "I5 no response: fetch failed: other side closed": (request, right) =>
    right.status === 200 && roundedId(request) !== `"id":${idDigits(request)}` ? "close" : right,
  "I6 the 400 body isn't an Error: error is not an int32": errorOf({ error: 2_147_483_648, message: "no" }),
  "I6 the 400 body isn't an Error: message is missing": on(401, json(400, { error: 4 })),
  "I6 the 400 body isn't an Error: message is not a string": errorOf({ error: 4, message: 4 }),
  "I9 the 200 response isn't application/json": ["application/json-seq", "text/application/json"].map((contentType) =>
    on200({ contentType }),
  ),
  "I9 the 200 body isn't JSON": on200({ body: "" }),
  "I9 the 200 body isn't a JSON object": ['[{"name":"Fern"}]', "null", '"name"'].map((body) => on200({ body })),
  "I9 status 201 instead of 200": on400(json(201, { name: "Fern" })),
  "I10 the 400 response isn't application/json": on400({ contentType: "text/plain" }),
  "I10 the 400 body isn't JSON": on400({ body: "<h1>" }),
  "I11 status 204 instead of 200": on200({ status: 204, body: "" }),
  "I11 a valid request fails with status 500 instead of 200": on200({ status: 500 }),
  "I11 no response: fetch failed: other side closed": () => "close",
  "I11 the body of the 200 response is larger than 1 MiB": on200({ body: `${LARGEST_BODY} ` }),
  "I12 a failing request returns status 422 instead of 400": on400({ status: 422, contentType: "text/html" }),
  "I12 a failing request returns status 409 instead of 400": rejectsUsedIds(String, { status: 409 }),
};

describe("a wrong service violates the clause that it breaks, and no other", () => {
  it.each(Object.entries(WRONG))("%s", async (cause, services) => {
    for (const deviate of [services].flat()) {
      const report = await check(deviate);
      expect(describeCauses(report)).toEqual([cause]);
      expect(report.conforms).toBe(false);
    }
  });

  it("could not read the body of the 200 response (I11)", async () => {
    const { url } = await startPlantService(() => "break off");
    const report = await checkConformance({ baseUrl: url, token: TOKEN });
    expect(describeCauses(report)).toEqual([
      expect.stringMatching(/^I11 could not read the body of the 200 response: /),
    ]);
  });

  it.each<[string, Deviation, string[]]>([
    [
      "every wrong field, behind a wrong content type",
      on200({ contentType: "text/plain", body: '{"tag":null,"id":"1"}' }),
      [
        "I9 the 200 response isn't application/json",
        "I4 the 200 body isn't a Plant: name is missing",
        "I4 the 200 body isn't a Plant: tag is not a string",
        "I9 the id in the 200 body is not an integer, and a Plant declares no id",
      ],
    ],
    [
      "a valid plant gets 400, and no Error",
      rejects(isBeyondAscii, { body: "{}" }),
      [
        "I4 a valid name or tag fails with status 400 instead of 200",
        "I6 the 400 body isn't an Error: error is missing",
        "I6 the 400 body isn't an Error: message is missing",
      ],
    ],
    [
      "a rounded id, with status 201",
      withFields(roundedId, { status: 201 }),
      ["I11 status 201 instead of 200", "I5 the id in the response isn't the id that was sent"],
    ],
  ])("has each violation of a response reported: %s", async (_, deviate, expected) => {
    expect(describeCauses(await check(deviate))).toEqual(expected);
  });
});

describe("a cause", () => {
  it("groups all cases with the same clause and reason, with an example", async () => {
    const { causes } = await check(errorOf({ error: 0.5, message: "" }));
    const reason = "the 400 body isn't an Error: error is not an int32";
    const received = '400, application/json, {"error":0.5,"message":""}';
    const example = { clause: "I6", title: "an id of 2^63, above int64", verdict: "violates", reason, received };
    expect(causes).toEqual([
      {
        clause: "I6",
        requirement: "An Error has error, a required int32, and message, a required string.",
        reason,
        cases: expect.arrayContaining(["a tag that is null", "no body", "an array"]),
        example: expect.objectContaining(example),
        curl: expect.stringMatching(/^curl --include --globoff https:\/\/plants\.test\/plants .*9223372036854775808/),
      },
    ]);
  });

  it("covers every valid case if a service rejects everything, as for a wrong token", async () => {
    const { rows, causes, created } = await check(() => refused("invalid token"));
    expect(causes.map(({ reason }) => reason)).toEqual(["a valid request fails with status 400 instead of 200"]);
    expect(causes[0]?.cases).toEqual(expect.arrayContaining(["an id of 0", "an unused id", "a name in many scripts"]));
    expect(rows.filter(isNearby)).toEqual([]);
    expect(created).toEqual([]);
  });

  it("has one row if every response has it, such as a 201 with the right Plant", async () => {
    const [right, report] = [await check(), await check(on200({ status: 201 }))];
    const row = { clause: "I11", status: 201, reason: "status 201 instead of 200" };
    expect(report.rows.filter(({ verdict }) => verdict === "violates")).toEqual([expect.objectContaining(row)]);
    expect(report.causes[0]?.cases).toEqual(expect.arrayContaining(["an id of 0", "an empty name"]));
    expect(report.created).toHaveLength(right.created.length);
    expect(report.created.every(({ certain }) => certain)).toBe(true);
  });
});

describe("the smallest NewPlant", () => {
  it.each<[string, string, string, Deviation | undefined]>([
    ["its response conforms", "I1 I2 I3 I8 I11 I13 I9 I4", "", undefined],
    ["it gets 400", "I1 I2 I3 I8", "I11", () => refused("no")],
    ["it gets 500", "", "I11", () => json(500, {})],
    ["its Plant has no name", "I1 I2 I3 I8 I11 I13 I9", "I4", on200({ body: "{}" })],
    ["its Plant is text", "I1 I2 I3 I8 I11 I13", "I9", on200({ contentType: "text/plain" })],
    ["its status is 201", "I1 I2 I3 I8 I13 I9 I4", "I11", on200({ status: 201 })],
  ])("confirms the clauses that it can when %s", async (_, conforms, violates, deviate) => {
    const { rows } = await check(deviate);
    const first = rows.filter(({ sent }) => sent === rows[0]?.sent);
    const clauses = (verdict: string) => first.filter((row) => row.verdict === verdict).map(({ clause }) => clause);
    expect([clauses("conforms").join(" "), clauses("violates").join(" ")]).toEqual([conforms, violates]);
  });
});

describe("a run stops", () => {
  const run = (fetch: typeof globalThis.fetch) => checkConformance({ baseUrl, token: TOKEN, timeoutMs: 20, fetch });

  it("after three requests in a row without a response, each of which it aborts", async () => {
    const signals: (AbortSignal | null | undefined)[] = [];
    const report = await run((_, init) => {
      signals.push(init?.signal);
      return new Promise(() => {});
    });
    expect(signals.map((signal) => signal?.aborted)).toEqual([true, true, true]);
    expect(report).toMatchObject({ requests: 3, stopped: "3 requests in a row had no complete response" });
    expect(report.rows.map(({ clause, status }) => `${clause} ${status}`)).toEqual(Array(3).fill("I11 null"));
    expect(report.created.map(({ certain }) => certain)).toEqual([false, false, false]);
  });

  it("not after failures that aren't in a row", async () => {
    let requests = 0;
    const report = await check((_, right) => (requests++ % 3 === 0 ? right : "close"));
    expect(report).toMatchObject({ stopped: null, requests });
    expect(new Set(report.causes.map(({ clause }) => clause))).toEqual(new Set(["I4", "I5", "I12"]));
    expect(report.created.filter(({ certain }) => !certain)).toHaveLength(14);
  });

  it("when a later request returns 429", async () => {
    let requests = 0;
    const limited = { ...json(429, {}), headers: { "retry-after": "30" } };
    const report = await check((_, right) => (++requests > 5 ? limited : right));
    expect(requests).toBe(6);
    expect(report).toMatchObject({ conforms: false, stopped: "request 6 returned 429 (Retry-After: 30)" });
  });

  it("reading a body that never ends, at the timeout", async () => {
    const report = await run(
      async () => new Response(new ReadableStream({ start: (body) => body.enqueue(new Uint8Array(1)) })),
    );
    expect(describeCauses(report)).toEqual(["I11 no complete response within 20 ms"]);
  });
});
