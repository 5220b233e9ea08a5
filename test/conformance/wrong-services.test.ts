import { type ConformanceReport, checkConformance } from "plant-store-sdk/conformance";
import { describe, expect, it } from "vitest";
import {
  type Deviation,
  errorReply,
  idDigits,
  jsonReply,
  on,
  type ServiceRequest,
  type ServiceResponse,
  startPlantService,
  TOKEN,
} from "../support/plant-service.ts";
import { check } from "./check.ts";

async function listCauses(deviate: Deviation): Promise<string[]> {
  const { causes } = await check(deviate);
  return causes.map(({ clauses, reason }) => `${clauses.join(" ")} ${reason}`);
}

/** Rejects a valid plant if its request matches. */
const rejects =
  (matches: (request: ServiceRequest) => boolean, change: Partial<ServiceResponse> = {}): Deviation =>
  (request, right) =>
    right.status === 200 && matches(request) ? { ...errorReply("no"), ...change } : right;

const isSafeId = (request: ServiceRequest) => Number.isSafeInteger(Number(idDigits(request)));
const isInt32Id = (request: ServiceRequest) => Math.abs(Number(idDigits(request))) < 2 ** 31;
const isBeyondAscii = ({ body }: ServiceRequest) => /[^\0-\x7f]/.test(body.toString());

/** Rejects an id in use. `toStored` makes what the service stores of its digits. */
function rejectsUsedIds(toStored: (digits: string) => unknown = String, change?: Partial<ServiceResponse>): Deviation {
  const taken = new Set<unknown>();
  return rejects((request) => {
    const id = toStored(idDigits(request));
    return taken.has(id) || !taken.add(id);
  }, change);
}

/** Adds fields to each Plant. */
const withFields =
  (toFields: (request: ServiceRequest) => string, change?: Partial<ServiceResponse>): Deviation =>
  (request, right) =>
    right.status === 200 ? { ...right, body: right.body.replace(/\}$/, `,${toFields(request)}}`), ...change } : right;

const sentId = (request: ServiceRequest) => `"id":${idDigits(request)}`;
const roundedId = (request: ServiceRequest) => `"id":${BigInt(Number(idDigits(request)))}`;

/** Returns the nearest integer whose absolute value is at most `max`. */
function clamp(digits: string, max: bigint): bigint {
  const id = BigInt(digits);
  const largest = id < max ? id : max;
  return largest > -max ? largest : -max;
}

const PLANT = { name: "Fern" };
const MOSS = { name: "Moss", tag: "shade" };
const LARGEST_BODY = '{"id":1,"name":"'.padEnd(2 ** 20 - 2, "\\n").concat('"}');

describe("a service that conforms", () => {
  const conforming = { causes: [], conforms: true, stopped: null };

  it("may do what the contract states", async () => {
    expect(await check()).toMatchObject(conforming);
  });

  it.each<[string, number, Partial<ServiceResponse> | "close"]>([
    ["add a parameter to the type of a Plant (I9)", 200, { contentType: "Application/JSON ; charset=utf-8" }],
    ["add a parameter to the type of an Error (I10)", 400, { contentType: "Application/JSON ; charset=utf-8" }],
    ["close the connection when the token is missing (I13)", 401, "close"],
    ["limit requests without a valid token (I13)", 401, { status: 429 }],
  ])("may %s", async (_, status, change) => {
    expect(await check(on(status, change))).toMatchObject(conforming);
  });

  it("may echo ids (I5)", async () => {
    expect(await check(withFields(sentId))).toMatchObject(conforming);
  });

  it.each<[string, (digits: string) => string]>([
    ["1.0", (digits) => `${digits}.0`],
    ["10e-1", (digits) => `${BigInt(digits) * 10n}e-1`],
    ["0.1E+1", (digits) => digits.replace(/\d+/, (absolute) => `0.${absolute}E+${absolute.length}`)],
  ])("may echo an id of 1 as %s (I5)", async (_, write) => {
    expect(await check(withFields((request) => `"id":${write(idDigits(request))}`))).toMatchObject(conforming);
  });

  it("may reject ids in use (I5)", async () => {
    expect(await check(rejectsUsedIds())).toMatchObject(conforming);
  });

  it("may send fields that no schema declares (I9)", async () => {
    expect(await check(withFields(() => '"createdAt":"now","tags":[1]'))).toMatchObject(conforming);
  });
});

describe("what the contract doesn't state", () => {
  const accepted = "accepted: the contract doesn't state that this fails";
  const otherPlant = (fields: string) =>
    `the Plant has another ${fields} than was sent: the contract doesn't state which Plant is returned`;

  async function expectNotStated(deviate: Deviation, row: string, reason: string): Promise<void> {
    const { rows, causes, stopped } = await check(deviate);
    expect({ causes, stopped }).toEqual({ causes: [], stopped: null });
    const found = rows.filter(({ clauses, title }) => row === `${clauses} ${title}`);
    expect(found.map(({ verdict, reason }) => [verdict, reason])).toEqual([["not stated", reason]]);
  }

  it.each<[string, number, Partial<ServiceResponse>, string, string]>([
    ["invalid bodies are accepted", 400, jsonReply(200, PLANT), "I12 an id that is 42.5", accepted],
    ["another content type is accepted", 400, jsonReply(200, PLANT), "I7 JSON as text/plain", accepted],
    ["a missing token is accepted", 401, jsonReply(200, PLANT), "I13 no token", accepted],
    ["a wrong token gets a 201", 401, jsonReply(201, {}), "I13 a wrong token", accepted],
    ["another Plant is returned", 200, jsonReply(200, MOSS), "I4 the smallest NewPlant", otherPlant("name and tag")],
  ])("is whether %s", async (_, status, change, row, reason) => {
    await expectNotStated(on(status, change), row, reason);
  });

  it("is which Plant is returned for an unusual one", async () => {
    const deviate: Deviation = ({ body }, right) =>
      body.includes('"name":""') ? jsonReply(200, { ...JSON.parse(right.body), name: "Fern" }) : right;
    await expectNotStated(deviate, "I4 an empty name", otherPlant("name"));
  });

  it("is whether an empty name is rejected", async () => {
    const deviate = rejects(({ body }) => body.includes('"name":""'));
    await expectNotStated(deviate, "I4 an empty name", "both 200 and 400 conform");
  });

  const tooLong = { body: `${LARGEST_BODY} ` };
  const tooLarge = "the body is larger than 1 MiB, so it wasn't read: the contract doesn't state a limit";

  it.each([
    [200, "I4 a NewPlant with every field"],
    [400, "I12 an empty object"],
    [401, "I13 a wrong token"],
  ])("is whether a body of more than 1 MiB with status %i is right", async (status, row) => {
    const isLarge: Deviation = (request, right) =>
      request.body.includes('"tag"') || right.status !== 200 ? on(status, tooLong)(request, right) : right;
    await expectNotStated(isLarge, row, tooLarge);
  });

  it.each(["an id of 2^63, above int64", "an id of -2^63 - 1, below int64"])(
    "is which id follows %s",
    async (title) => {
      const deviate: Deviation = (request, right) =>
        /"id":-?92233720368547758\d\d,/.test(request.body.toString()) && right.status === 400
          ? jsonReply(200, { ...PLANT, id: 1 })
          : right;
      await expectNotStated(deviate, `I12 ${title}`, accepted);
    },
  );

  it("is whether the Plant has the tag that was sent", async () => {
    const deviate: Deviation = (_, right) => ({ ...right, body: right.body.replace(/,"tag":"[^"]*"/, "") });
    await expectNotStated(deviate, "I4 a NewPlant with every field", otherPlant("tag"));
  });
});

describe("a service that rejects ids of earlier runs", () => {
  async function checkTwice(): Promise<ConformanceReport> {
    const service = rejectsUsedIds();
    await check(service);
    return check(service);
  }

  it("violates nothing", async () => {
    expect(await checkTwice()).toMatchObject({ causes: [], conforms: true });
  });

  it("isn't judged by the ids that every run sends", async () => {
    const { rows } = await checkTwice();
    const reason = "rejected: an earlier run may have used this id, and the service rejects ids in use";
    const rejected = rows.filter((row) => row.reason === reason);
    expect(rejected.map(({ verdict, title }) => `${verdict}: ${title}`)).toEqual([
      "not stated: an id of 0",
      "not stated: an id of -1",
      "not stated: an id of 2^53 + 1",
      "not stated: an id of 2^53 + 2",
      "not stated: an id of -2^63, the smallest int64",
      "not stated: an id of 2^63 - 1, the largest int64",
    ]);
  });
});

describe("a service that rejects ids in use", () => {
  it("conforms where it accepts the ids that every run sends", async () => {
    const { rows } = await check(rejectsUsedIds());
    const fixed = rows.filter(({ title }) => /^an id of (?:0|-1|2\^53|-2\^63, the|2\^63 - 1)/.test(title));
    expect(new Set(fixed.map(({ verdict }) => verdict))).toEqual(new Set(["conforms"]));
  });
});

describe("a wrong service violates only", () => {
  it.each<[string, number, Partial<ServiceResponse> | "close"]>([
    ["I4 the body of a success response isn't a Plant: name is not a string", 200, { body: '{"name":42}' }],
    [
      "I4 the body of a success response isn't a Plant: tag is not a string",
      200,
      { body: '{"name":"Fern","tag":null}' },
    ],
    ["I5 the id in the response isn't the id that was sent", 200, { body: LARGEST_BODY }],
    [
      "I6 the body of an error response isn't an Error: error is not an int32",
      400,
      jsonReply(400, { error: 2 ** 31, message: "no" }),
    ],
    ["I6 the body of an error response isn't an Error: message is missing", 401, jsonReply(400, { error: 4 })],
    [
      "I6 the body of an error response isn't an Error: message is not a string",
      400,
      jsonReply(400, { error: 4, message: 4 }),
    ],
    ["I9 a success response isn't application/json", 200, { contentType: "application/json-seq" }],
    ["I9 a success response isn't application/json", 200, { contentType: "text/application/json" }],
    ["I9 the body of a success response isn't JSON", 200, { body: "" }],
    ["I9 the body of a success response isn't a JSON object", 200, { body: '[{"name":"Fern"}]' }],
    ["I9 the body of a success response isn't a JSON object", 200, { body: "null" }],
    ["I9 the body of a success response isn't a JSON object", 200, { body: '"name"' }],
    ["I9 status 201 instead of 200", 400, jsonReply(201, PLANT)],
    ["I10 an error response isn't application/json", 400, { contentType: "text/plain" }],
    ["I10 the body of an error response isn't JSON", 400, { body: "<h1>" }],
    ["I11 status 201 instead of 200", 200, { status: 201 }],
    ["I11 status 204 instead of 200", 200, { status: 204, body: "" }],
    ["I12 no response: fetch failed: other side closed", 400, "close"],
    ["I12 a failing request returns status 422 instead of 400", 400, { status: 422 }],
    [
      "I12 a failing request returns status 500 instead of 400",
      400,
      { status: 500, contentType: "text/html", body: "" },
    ],
  ])("%s", async (cause, status, change) => {
    expect(await listCauses(on(status, change))).toEqual([cause]);
  });

  it.each(["1", "1.5", "1e999", "-1e999", "0.1"])("I5 if each small id is %s", async (number) => {
    const { causes } = await check(withFields((request) => `"id":${isSafeId(request) ? number : idDigits(request)}`));
    expect(causes).toMatchObject([{ clauses: ["I5"], reason: "the id in the response isn't the id that was sent" }]);
  });

  it("I5 if the smallest and the largest id are rounded", async () => {
    const { causes } = await check(withFields((request) => `"id":${clamp(idDigits(request), 2n ** 63n - 2n)}`));
    expect(causes.map(({ cases }) => cases)).toEqual([
      ["an id of -2^63, the smallest int64", "an id of 2^63 - 1, the largest int64"],
    ]);
  });

  it("I5 if ids beyond int32 are rejected, and is checked to the end", async () => {
    const { causes, stopped } = await check(rejects((request) => !isInt32Id(request)));
    expect(stopped).toBe(null);
    expect(causes).toMatchObject([{ clauses: ["I5"], reason: "a valid id fails with status 400 instead of 200" }]);
    expect(causes[0]?.cases).toEqual([
      "an id of 2^53 + 1",
      "an id of 2^53 + 2",
      "an id of -2^63, the smallest int64",
      "an id of 2^63 - 1, the largest int64",
      "a random id beyond 2^61",
      "that id plus one, the same double",
    ]);
  });

  it("I5 if two ids that are the same double are one id", async () => {
    const cause = "I5 a valid id fails with status 400 instead of 200: ids may be rounded to doubles";
    expect(await listCauses(rejectsUsedIds(Number))).toEqual([cause]);
  });

  it("I9 if the id is text", async () => {
    const cause = "I9 the id in the response is not an integer, and a Plant declares no id";
    expect(await listCauses(withFields(() => '"id":"1"'))).toEqual([cause]);
  });

  it("I11 if a tag is required", async () => {
    const cause = "I11 a valid request fails with status 400 instead of 200";
    expect(await listCauses(rejects(({ body }) => !body.includes('"tag":')))).toEqual([cause]);
  });

  it("I11 if the body breaks off", async () => {
    const { url } = await startPlantService(() => "break off");
    const { causes } = await checkConformance({ baseUrl: url, token: TOKEN });
    const reason = expect.stringMatching(/^could not read the body of the 200 response: /);
    expect(causes).toMatchObject([{ clauses: ["I11"], reason }]);
  });

  it("I12 if ids in use are rejected with 409", async () => {
    const cause = "I12 a failing request returns status 409 instead of 400";
    expect(await listCauses(rejectsUsedIds(String, { status: 409 }))).toEqual([cause]);
  });
});

describe("one mistake is one cause, with each clause that it violates:", () => {
  it("I11 I9 status 201 instead of 200, for valid and for invalid plants", async () => {
    const { causes } = await check((_, right) => ({ ...right, status: 201, body: JSON.stringify(PLANT) }));
    expect(causes).toMatchObject([{ clauses: ["I11", "I9"], reason: "status 201 instead of 200" }]);
    expect(causes[0]?.cases).toEqual(expect.arrayContaining(["an unused id", "an empty object"]));
  });

  it.each<[string, number, Partial<ServiceResponse>]>([
    [
      "I10 an error response isn't application/json, and the body of an error response isn't JSON",
      400,
      { contentType: "", body: "no" },
    ],
    ["I11 I12 requests fail with status 500, even the smallest NewPlant", 200, { status: 500 }],
  ])("%s", async (cause, status, change) => {
    expect(await listCauses(on(status, change))).toEqual([cause]);
  });
});

describe("two mistakes are two causes:", () => {
  it("a 400 for ids beyond int32 and for names beyond ASCII", async () => {
    expect(await listCauses(rejects((request) => !isInt32Id(request) || isBeyondAscii(request)))).toEqual([
      "I5 a valid id fails with status 400 instead of 200",
      "I4 a valid plant fails with status 400 instead of 200",
    ]);
  });

  it("status 201 and a rounded id", async () => {
    expect(await listCauses(withFields(roundedId, { status: 201 }))).toEqual([
      "I11 status 201 instead of 200",
      "I5 the id in the response isn't the id that was sent",
    ]);
  });

  it("status 422, and a body that isn't an Error", async () => {
    expect(await listCauses(on(400, jsonReply(422, { detail: "no" })))).toEqual([
      "I12 a failing request returns status 422 instead of 400",
      "I6 the body of an error response isn't an Error: error is missing, message is missing",
    ]);
  });

  it("status 201, and no body", async () => {
    expect(await listCauses(on(200, { status: 201, body: "" }))).toEqual([
      "I11 status 201 instead of 200",
      "I9 the body of a success response isn't JSON",
    ]);
  });
});
