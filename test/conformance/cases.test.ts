import { checkConformance } from "plant-store-sdk/conformance";
import { expect, it } from "vitest";
import { isValidBody, listFields } from "../support/contract.ts";
import { type ServiceRequest, startPlantService, TOKEN } from "../support/plant-service.ts";
import { check } from "./check.ts";

/** The requests of a run, by title. */
async function sendCases() {
  const requests: ServiceRequest[] = [];
  const report = await check((request, right) => {
    requests.push(request);
    return right;
  });
  const sent = new Map(
    requests.map((request, index) => {
      const { title = "", expected = "" } = report.rows[index] ?? {};
      return [title, { ...request, expected }];
    }),
  );
  return { sent, report };
}

it("expects success for exactly the bodies that are valid in openapi.yaml", async () => {
  const { sent } = await sendCases();
  const disagreeing = Array.from(sent)
    .filter(([, { body, expected }]) => isValidBody(body) === expected.includes("if it fails"))
    .map(([title]) => title);
  // The schema doesn't cover the content type.
  expect(disagreeing).toEqual(["JSON as text/plain", "JSON without a content type"]);
});

const fields = listFields("NewPlant");

it.each(fields)("sends wrong values of the field $name of openapi.yaml", async ({ name }) => {
  const { sent } = await sendCases();
  const wrong = Array.from(sent.keys()).filter((title) => new RegExp(`^an? ${name} that is `).test(title));
  expect(wrong).toContainEqual(expect.stringMatching(/ null$/));
  expect(wrong.length).toBeGreaterThan(1);
});

it.each([
  ["an id of 0", "0"],
  ["an id of -1", "-1"],
  ["an id of 2^53 + 1", "9007199254740993"],
  ["an id of 2^53 + 2", "9007199254740994"],
  ["an id of -2^63, the smallest int64", "-9223372036854775808"],
  ["an id of 2^63 - 1, the largest int64", "9223372036854775807"],
  ["an id of 2^63, above int64", "9223372036854775808"],
  ["an id of -2^63 - 1, below int64", "-9223372036854775809"],
])("sends %s as %s", async (title, digits) => {
  const { sent } = await sendCases();
  expect(sent.get(title)?.body.toString()).toContain(`{"id":${digits},`);
});

it.each([
  ["a name in many scripts", { name: expect.stringContaining("Ñandú Ελιά Кедр") }],
  ["a name beyond the Basic Multilingual Plane, with joiners", { name: expect.stringContaining("👩🏽‍🌾") }],
  ["a name with a combining character", { name: expect.stringContaining("cafe\u0301") }],
  ["a name with quotes, a backslash and markup", { name: expect.stringContaining("\"\\/' <b>") }],
  ["a tag in many scripts", { tag: expect.stringContaining("Ελιά 植物") }],
  ["an empty name", { name: "" }],
  ["a name with control characters", { name: expect.stringContaining("\u0000\u0001\t\r\n\u007f") }],
  ["a name with outer blanks", { name: expect.stringMatching(/^ \S.*\S $/) }],
  ["a name with an unpaired surrogate", { name: expect.stringMatching(/ \ud83c$/) }],
  ["a name of 10,000 characters", { name: expect.stringMatching(/^.{10000}$/) }],
  ["a name that is true", { name: true }],
  ["fields that NewPlant doesn't declare", { $number: 42, $object: { name: "Ada" } }],
])("sends %s in the body", async (title, fields) => {
  const { sent } = await sendCases();
  expect(JSON.parse(String(sent.get(title)?.body))).toMatchObject(fields);
});

it("sends two random ids that are the same double", async () => {
  const { sent } = await sendCases();
  const idOf = (title: string) => BigInt(/"id":(\d+)/.exec(String(sent.get(title)?.body))?.[1] ?? 0);
  const even = idOf("a random id beyond 2^61");
  expect(even).toBeGreaterThanOrEqual(2n ** 61n);
  expect(idOf("that id plus one, the same double")).toBe(even + 1n);
  expect(Number(even)).toBe(Number(even + 1n));
});

it.each<[string, Partial<ServiceRequest>]>([
  ["a NewPlant with every field", { contentType: "application/json", authorization: `Bearer ${TOKEN}` }],
  ["JSON as text/plain", { contentType: "text/plain" }],
  ["JSON without a content type", { contentType: undefined }],
  ["application/json; charset=utf-8", { contentType: "application/json; charset=utf-8" }],
  ["no body", { body: Buffer.of() }],
  ["an array", { body: Buffer.from("[]") }],
  ["a string", { body: Buffer.from('"Fern"') }],
  ["null", { body: Buffer.from("null") }],
  ["no token", { authorization: undefined }],
  ["an empty token", { authorization: "Bearer" }],
  ["a wrong token", { authorization: expect.stringMatching(/^Bearer wrong-\w+$/) }],
  ["another scheme than bearer", { authorization: "Basic Og==" }],
])("sends %s", async (title, request) => {
  const { sent } = await sendCases();
  expect(sent.get(title)).toMatchObject({ method: "POST", path: "/v1/plants", ...request });
});

it("sends the same content types through the fetch of Node", async () => {
  const { url, requests } = await startPlantService();
  await checkConformance({ baseUrl: url, token: TOKEN });
  const types = new Set(requests.map(({ contentType }) => contentType));
  expect(types).toEqual(new Set(["application/json", "text/plain", undefined, "application/json; charset=utf-8"]));
});

it("has a random id", async () => {
  const { report } = await sendCases();
  expect(report.runId).toMatch(/^plant-store-conformance [\da-f]{16}$/);
});

it("marks the tag or the name of each valid plant with the run's id", async () => {
  const { sent, report } = await sendCases();
  const valid = Array.from(sent.values()).filter(
    ({ body, expected }) => isValidBody(body) && expected.startsWith("200"),
  );
  expect(valid.length).toBeGreaterThan(15);
  expect(valid.filter(({ body }) => !body.includes(report.runId))).toEqual([]);
});
