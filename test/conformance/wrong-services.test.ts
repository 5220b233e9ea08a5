import { type ConformanceReport, checkConformance } from "plant-store-sdk/conformance";
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

const check = (deviate: Deviation): Promise<ConformanceReport> =>
  checkConformance({ baseUrl: "https://plants.test", token: TOKEN, fetch: plantServiceFetch(deviate) });

const listCauses = ({ causes }: ConformanceReport): string[] =>
  causes.map(({ clause, reason }) => `${clause} ${reason}`);

const all =
  (change: Partial<ServiceResponse>): Deviation =>
  (_, right) => ({ ...right, ...change });

/** Rejects a valid plant if its request matches. */
const rejects =
  (matches: (request: ServiceRequest) => boolean, change: Partial<ServiceResponse> = {}): Deviation =>
  (request, right) =>
    right.status === 200 && matches(request) ? { ...refused("no"), ...change } : right;

const isSafeId = (request: ServiceRequest) => Number.isSafeInteger(Number(idDigits(request)));
const isBeyondAscii = ({ body }: ServiceRequest) => /[^\0-\x7f]/.test(body.toString());
const hasEmptyName = ({ body }: ServiceRequest) => body.includes('"name":""');

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
const sentIdAsDecimal = (request: ServiceRequest) => `${sentId(request)}${isSafeId(request) ? ".0" : ""}`;
const roundedId = (request: ServiceRequest) => `"id":${BigInt(Number(idDigits(request)))}`;

const dropsTag: Deviation = (_, right) => ({ ...right, body: right.body.replace(/,"tag":"[^"]*"/, "") });
const renamesPlants: Deviation = (_, right) => ({
  ...right,
  body: right.body.replace(/"name":"(?:[^"\\]|\\.)*"/, '"name":""'),
});
const closesOnRoundableIds: Deviation = (request, right) =>
  right.status === 200 && roundedId(request) !== sentId(request) ? "close" : right;

const FERN = { name: "Fern" };
const MOSS = { name: "Moss", tag: "shade" };
const LARGEST_BODY = '{"id":1,"name":"'.padEnd(2 ** 20 - 2, "\\n").concat('"}');

describe("a service that conforms", () => {
  it.each<[string, Deviation]>([
    ["do what the contract states", all({})],
    ["echo ids (I5)", withFields(sentId)],
    ["echo ids up to 2^53 as decimals (I5)", withFields(sentIdAsDecimal)],
    ["send fields that no schema declares (I9)", withFields(() => '"createdAt":"now","tags":[1]')],
    ["add a parameter to the type (I9, I10)", all({ contentType: "Application/JSON ; charset=utf-8" })],
    ["close the connection when the token is missing (I13)", on(401, "close")],
    ["limit requests without a valid token (I13)", on(401, { status: 429 })],
    ["reject ids in use (I5)", rejectsUsedIds()],
  ])("may %s", async (_, deviate) => {
    expect(await check(deviate)).toMatchObject({ causes: [], conforms: true, stopped: null });
  });

  const accepted = "accepted: the contract doesn't state that this fails";
  const otherPath = "the contract doesn't define other paths";
  const either = "both 200 and 400 conform";
  const otherPlant = (fields: string) =>
    `the Plant has another ${fields} than was sent: the contract doesn't state which Plant is returned`;

  it.each<[string, string, string, Deviation]>([
    ["accept invalid bodies", "I12 an id that is 42.5", accepted, on(400, json(200, FERN))],
    ["accept another content type", "I7 JSON as text/plain", accepted, on(400, json(200, FERN))],
    ["accept a missing token", "I13 no token", accepted, on(401, json(200, FERN))],
    ["return 201 for a wrong token", "I13 a wrong token", accepted, on(401, json(201, {}))],
    ["return a Plant at another path", "I1 an unknown path", otherPath, on(404, json(200, FERN))],
    ["reject an empty name", "I4 an empty name", either, rejects(hasEmptyName)],
    ["drop the tag", "I4 a NewPlant with every field", otherPlant("tag"), dropsTag],
    ["return another name", "I4 a name in many scripts", otherPlant("name"), renamesPlants],
    ["return another Plant", "I4 the smallest NewPlant", otherPlant("name and tag"), on(200, json(200, MOSS))],
  ])("may %s, which isn't stated", async (_, row, reason, deviate) => {
    const { rows, causes, stopped } = await check(deviate);
    expect({ causes, stopped }).toEqual({ causes: [], stopped: null });
    const found = rows.filter(({ clause, title }) => row === `${clause} ${title}`);
    expect(found.map(({ verdict, reason }) => [verdict, reason])).toEqual([["not stated", reason]]);
  });

  it("may reject ids of earlier runs, and is then checked with ids nearby", async () => {
    const service = rejectsUsedIds();
    await check(service);
    const { causes, rows } = await check(service);
    expect(causes).toEqual([]);
    const mayBeUsed = rows.filter(({ reason }) => reason?.startsWith("rejected: an earlier run may have used this id"));
    expect(mayBeUsed.map(({ verdict, title }) => `${verdict}: ${title}`)).toEqual([
      "not stated: an id of 0",
      "not stated: an id of -1",
      "not stated: an id of 2^53 + 1",
      "not stated: an id of 2^53 + 2",
      "not stated: an id of -2^63, the smallest int64",
      "not stated: an id of 2^63 - 1, the largest int64",
    ]);
    const nearby = rows.filter(({ title }) => title.endsWith("replaced by a random id nearby"));
    expect(nearby.map(({ verdict }) => verdict)).toEqual(["conforms", "conforms", "conforms", "conforms"]);
  });
});

describe("a wrong service violates", () => {
  it.each<[string, Deviation]>([
    ["I4 the 200 body isn't a Plant: name is not a string", on(200, { body: '{"name":42}' })],
    ["I4 the 200 body isn't a Plant: tag is not a string", on(200, { body: '{"name":"Fern","tag":null}' })],
    ["I4 a valid plant fails with a redirect, 307, instead of 200", rejects(isBeyondAscii, { status: 307 })],
    ["I5 the id in the response isn't the id that was sent", withFields(roundedId)],
    ["I5 the id in the response isn't the id that was sent", on(200, { body: LARGEST_BODY })],
    ["I5 a valid id fails with status 400 instead of 200", rejects((request) => !isSafeId(request))],
    ["I5 a valid id fails with status 400 instead of 200: ids may be rounded to doubles", rejectsUsedIds(Number)],
    ["I5 no response: fetch failed: other side closed", closesOnRoundableIds],
    ["I6 the 400 body isn't an Error: error is not an int32", on(400, json(400, { error: 2 ** 31, message: "no" }))],
    ["I6 the 400 body isn't an Error: message is missing", on(401, json(400, { error: 4 }))],
    ["I6 the 400 body isn't an Error: message is not a string", on(400, json(400, { error: 4, message: 4 }))],
    ["I9 the 200 response isn't application/json", on(200, { contentType: "application/json-seq" })],
    ["I9 the 200 response isn't application/json", on(200, { contentType: "text/application/json" })],
    ["I9 the 200 body isn't JSON", on(200, { body: "" })],
    ["I9 the 200 body isn't a JSON object", on(200, { body: '[{"name":"Fern"}]' })],
    ["I9 the 200 body isn't a JSON object", on(200, { body: "null" })],
    ["I9 the 200 body isn't a JSON object", on(200, { body: '"name"' })],
    ["I9 the id in the 200 body is not an integer, and a Plant declares no id", withFields(() => '"id":"1"')],
    ["I9 status 201 instead of 200", on(400, json(201, FERN))],
    ["I10 the 400 response isn't application/json", on(400, { contentType: "text/plain" })],
    ["I10 the 400 body isn't JSON", on(400, { body: "<h1>" })],
    ["I11 status 201 instead of 200", on(200, { status: 201 })],
    ["I11 status 204 instead of 200", on(200, { status: 204, body: "" })],
    ["I11 no response: fetch failed: other side closed", () => "close"],
    ["I12 no response: fetch failed: other side closed", on(400, "close")],
    ["I12 a failing request returns status 422 instead of 400", on(400, { status: 422, contentType: "text/html" })],
    ["I12 a failing request returns status 409 instead of 400", rejectsUsedIds(String, { status: 409 })],
  ])("only %s", async (cause, deviate) => {
    const report = await check(deviate);
    expect(listCauses(report)).toEqual([cause]);
    expect(report.conforms).toBe(false);
  });

  it.each<[string, Deviation, string[]]>([
    [
      "every wrong field, behind a wrong content type",
      on(200, { contentType: "text/plain", body: '{"tag":null,"id":"1"}' }),
      [
        "I9 the 200 response isn't application/json",
        "I4 the 200 body isn't a Plant: name is missing",
        "I4 the 200 body isn't a Plant: tag is not a string",
        "I9 the id in the 200 body is not an integer, and a Plant declares no id",
      ],
    ],
    [
      "a 400 for a valid plant, without an Error",
      rejects(isBeyondAscii, { body: "{}" }),
      [
        "I4 a valid plant fails with status 400 instead of 200",
        "I6 the 400 body isn't an Error: error is missing",
        "I6 the 400 body isn't an Error: message is missing",
      ],
    ],
    [
      "a rounded id, with status 201",
      withFields(roundedId, { status: 201 }),
      ["I11 status 201 instead of 200", "I5 the id in the response isn't the id that was sent"],
    ],
    [
      "no Plant, with status 201",
      on(200, { status: 201, body: "{}" }),
      ["I11 status 201 instead of 200", "I4 the 201 body isn't a Plant: name is missing"],
    ],
    [
      "a 500 for every plant, also for those that it may reject",
      on(200, { status: 500 }),
      [
        "I11 a valid request fails with status 500 instead of 200",
        "I12 a failing request returns status 500 instead of 400",
      ],
    ],
    [
      "a body that is too large",
      on(200, { body: `${LARGEST_BODY} ` }),
      ["I11 the body of the 200 response is larger than 1 MiB"],
    ],
  ])("several clauses with %s", async (_, deviate, causes) => {
    expect(listCauses(await check(deviate))).toEqual(causes);
  });

  it("I11 with a response that breaks off", async () => {
    const { url } = await startPlantService(() => "break off");
    const report = await checkConformance({ baseUrl: url, token: TOKEN });
    const cause = expect.stringMatching(/^I11 could not read the body of the 200 response: /);
    expect(listCauses(report)).toEqual([cause]);
  });
});
