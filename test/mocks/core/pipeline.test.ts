import type { PlantStoreMockOptions } from "plant-store-sdk/mocks";
import { describe, expect, it, onTestFinished } from "vitest";
import { startMock } from "../../support/adapter.ts";
import { adapters } from "../../support/adapters.ts";
import { FERN_JSON } from "../../support/fern.ts";
import { jsonProblem } from "../../support/json-problem.ts";
import { badRequest, errorResponse, FERN_RESPONSE, plantResponse, post } from "../../support/post.ts";

const MIB = 2 ** 20;

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

describe.each(adapters.filter(({ seesLatin1 }) => seesLatin1))("a Latin-1 token through $name", ({ start }) => {
  it("is accepted", async () => {
    const service = await start({ token: "tök§n" });
    expect(await post(service, FERN_JSON, { authorization: "Bearer tök§n" })).toEqual(FERN_RESPONSE);
  });
});

describe.each(adapters)("credentials through $name (I13)", ({ start }) => {
  const MISSING = "The Authorization header is missing: send Authorization: Bearer <ACCESS_TOKEN>.";
  const MALFORMED = "The Authorization header is malformed: send Authorization: Bearer <ACCESS_TOKEN>.";
  const NOT_VALID = "The access token is not valid.";
  const several = ["first-token", "second-token"];

  it.each<[title: string, token: PlantStoreMockOptions["token"], authorization: string]>([
    ["any token by default", undefined, "Bearer azAZ09-._~+/=="],
    ["the scheme in any case", "secret", "bEARER secret"],
    ["several spaces", "secret", "Bearer   secret"],
    ["each of several tokens", several, "Bearer second-token"],
  ])("are accepted: %s", async (_, token, authorization) => {
    expect(await post(await start({ token }), FERN_JSON, { authorization })).toEqual(FERN_RESPONSE);
  });

  it.each<[title: string, token: PlantStoreMockOptions["token"], sent: string | undefined, problem: string]>([
    ["none", undefined, undefined, MISSING],
    ["another scheme", undefined, "Basic dXNlcjpwYXNz", MALFORMED],
    ["Bearer after another word", undefined, "Not bearer any-token", MALFORMED],
    ["two tokens", undefined, "Bearer first second", MALFORMED],
    ["a part of the token", "secret", "Bearer secre", NOT_VALID],
    ["several tokens in one", several, "Bearer first-token,second-token", NOT_VALID],
    ["any token when none is valid", [], "Bearer secret", NOT_VALID],
  ])("are refused: %s", async (_, token, authorization, problem) => {
    expect(await post(await start({ token }), FERN_JSON, { authorization })).toEqual(badRequest(problem));
  });

  it("are checked before the body", async () => {
    expect(await post(await start(), "{}", { authorization: undefined })).toEqual(badRequest(MISSING));
  });
});

it("responds with 500 when the token function throws", async () => {
  const token = () => {
    throw new Error("no key for test-token");
  };
  const message = "The token function threw: no key for test-token";
  expect(await post(startMock({ token }), FERN_JSON)).toEqual(errorResponse(500, 500, message));
});

describe.each(adapters)("a request's headers through $name", ({ start }) => {
  it.each([
    ["content-type", "Application/JSON ;charset=UTF-8"],
    ["content-encoding", "Identity"],
  ])("may have %s: %s (I7)", async (header, value) => {
    expect(await post(await start(), FERN_JSON, { [header]: value })).toEqual(FERN_RESPONSE);
  });

  it.each<[header: string, value: string | undefined, problem: string]>([
    ["content-type", undefined, "The Content-Type header is missing. Send Content-Type: application/json."],
    ["content-type", "text/plain; charset=utf-8", "Unsupported Content-Type: text/plain. Send application/json."],
    ["content-encoding", "x-identity", "Unsupported Content-Encoding: x-identity. Send the body without one."],
    ["content-encoding", "identity, x", "Unsupported Content-Encoding: identity, x. Send the body without one."],
  ])("can't have %s: %s (I7, I12)", async (header, value, problem) => {
    expect(await post(await start(), FERN_JSON, { [header]: value })).toEqual(badRequest(problem));
  });
});

describe("an enumerable property on Object.prototype", () => {
  it.each(adapters)("changes nothing through $name", async ({ start }) => {
    const service = await start();
    Object.assign(Object.prototype, { polluted: "by an old library" });
    onTestFinished(() => void Reflect.deleteProperty(Object.prototype, "polluted"));
    expect(await post(service, FERN_JSON)).toEqual(FERN_RESPONSE);
    expect(Object.keys(service.mock.requests[0]?.headers ?? {})).not.toContain("polluted");
  });
});

describe.each(adapters)("a valid body through $name (I11)", ({ start }) => {
  it.each([
    ["the tag", '{"tag":"indoor","name":"Fern","id":1}', '{"name":"Fern","tag":"indoor"}'],
    ["no unknown fields", '{"id":1,"name":"Fern","x":[1e999],"__proto__":{"tag":"evil"}}', '{"name":"Fern"}'],
    ["characters", '{"id":1,"name":"\\u00c4 \\"🌱\\" \\u0000\\n\\uD800"}', '{"name":"Ä \\"🌱\\" \\u0000\\n\\ud800"}'],
    ["the last of two members", '{"id":"1","name":"x","id":1e3,"n\\u0061me":"Fern"}', '{"name":"Fern"}'],
    ["JSON after a byte order mark", bytes(`\xEF\xBB\xBF ${FERN_JSON} `), '{"name":"Fern"}'],
  ])("returns %s", async (_, body, expected) => {
    expect(await post(await start(), body)).toEqual(plantResponse(expected));
  });

  it.each([
    ["the smallest int64", "-9223372036854775808", -(2n ** 63n)],
    ["the largest int64 with an exponent", "9.223372036854775807e18", 2n ** 63n - 1n],
    ["an integer with a fraction of zero", "9007199254740993.0", 2n ** 53n + 1n],
    ["an exponent in upper case", "9E18", 9n * 10n ** 18n],
    ["a zero with a sign, a fraction and an exponent", "-0.0e5", 0],
    ["an integer of a thousand digits", `1${"0".repeat(1_000)}e-1000`, 1],
  ])("stores the exact id: %s (I5)", async (_, digits, id) => {
    const service = await start();
    await post(service, `{"id":${digits},"name":"Fern"}`);
    expect(service.mock.plants.all()).toEqual([{ id, name: "Fern" }]);
  });

  it("may have 1 MiB", async () => {
    const service = await start();
    await post(service, `{"id":1,"name":"${"x".repeat(MIB - 18)}"}`);
    expect(service.mock.plants.get(1)?.name).toHaveLength(MIB - 18);
  });

  it("may have 100,000 levels", async () => {
    const [open, close] = ["[".repeat(100_000), "]".repeat(100_000)];
    expect(await post(await start(), `{"id":1.0,"x":${open}${close},"name":"Fern"}`)).toEqual(FERN_RESPONSE);
  });
});

describe.each(adapters)("an invalid body through $name (I12)", ({ start }) => {
  const NOT_AN_INT64 = "id must be an integer from -9223372036854775808 to 9223372036854775807";

  it.each<[title: string, body: string | Uint8Array<ArrayBuffer>, problem: string]>([
    ["null", "null", "expected an object."],
    ["a similar field", '{"id":1,"nam":"Fern"}', "name is required, did you mean name instead of nam?"],
    [
      "an id as text",
      '{"id":"1","name":"Fern"}',
      "id must be an integer, not text. In JavaScript, parsePlantId converts it.",
    ],
    ["an id beyond int64", '{"id":9223372036854775808,"name":"Fern"}', `${NOT_AN_INT64}.`],
    ["an id with a fraction", '{"id":1.00000000000000000001,"name":"Fern"}', `${NOT_AN_INT64}.`],
    ["an id of a million digits", `{"id":1${"0".repeat(1_000_000)}1,"name":"Fern"}`, `${NOT_AN_INT64}.`],
    ["two problems", '{"id":true,"name":"","tag":null}', `${NOT_AN_INT64}; tag must be a string, not null: omit it.`],
    ["nothing but white space", " ", `${jsonProblem(" ")}.`],
    ["bytes that aren't UTF-8", bytes('{"id":1,"name":"\xC3"}'), "not UTF-8."],
    ["more than 1 MiB", `{"id":1,"name":"${"ä".repeat(MIB / 2)}"}`, "larger than 1 MiB."],
  ])("is refused with the reason: %s", async (_, body, problem) => {
    expect(await post(await start(), body)).toEqual(badRequest(`Invalid NewPlant: ${problem}`));
  });

  it("is refused when it is missing (I7)", async () => {
    expect(await post(await start(), undefined)).toEqual(badRequest("The body is missing. Send a NewPlant as JSON."));
  });
});

it.each(adapters)(
  'duplicateIds: "reject" creates one plant from 100 concurrent requests through $name',
  async ({ start }) => {
    const service = await start({ duplicateIds: "reject" });
    const responses = await Promise.all(Array.from({ length: 100 }, () => post(service, FERN_JSON)));
    expect(responses.filter(({ status }) => status === 200)).toEqual([FERN_RESPONSE]);
    expect(service.mock.plants.size).toBe(1);
  },
);

const serving = adapters.filter(({ getsAllRequests }) => getsAllRequests);

describe.each(serving)("$name beyond the operation (I1)", ({ start }) => {
  it.each([
    ["POST", "/plants/", 404, "Not found."],
    ["POST", "/PLANTS", 404, "Not found."],
    ["GET", "/plants", 405, "Method not allowed."],
    ["DELETE", "/plants", 405, "Method not allowed."],
  ])("responds to %s %s with an Error of status %d", async (method, path, status, problem) => {
    const { fetch, baseUrl } = await start();
    const response = await fetch(baseUrl + path, { method });
    const message = expect.stringMatching(`^${problem} .*\\bPOST http\\S+/v1/plants\\b`);
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ error: status, message });
  });

  it.each([
    ["POST", "/plants/"],
    ["GET", "/plants"],
  ])("leaves a fault to the next request, and no record of %s %s", async (method, path) => {
    const service = await start();
    service.mock.failNext("html");
    await service.fetch(service.baseUrl + path, { method });
    expect(service.mock.requests).toEqual([]);
    expect((await post(service, FERN_JSON)).status).toBe(502);
  });
});
