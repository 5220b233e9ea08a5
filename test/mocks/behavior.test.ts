import type { PlantStoreMockOptions } from "plant-store-sdk/mocks";
import { describe, expect, it } from "vitest";
import { adapters } from "../support/adapters.ts";
import { created, post, refused } from "../support/post.ts";

const FERN = '{"id":1,"name":"Fern"}';
const CREATED = created('{"name":"Fern"}');
const MISSING = "The Authorization header is missing: send Authorization: Bearer <ACCESS_TOKEN>.";
const MALFORMED = "The Authorization header is malformed: send Authorization: Bearer <ACCESS_TOKEN>.";
const NOT_VALID = "The access token is not valid.";
const NOT_AN_INT64 = "id must be an integer from -9223372036854775808 to 9223372036854775807";
const MIB = 2 ** 20;

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

describe.each(adapters)("$name", ({ start, seesLatin1 }) => {
  describe("credentials (I13)", () => {
    const several = ["first-token", "second-token"];

    it.each<[title: string, token: PlantStoreMockOptions["token"], sent: string]>([
      ["any token by default", undefined, "Bearer azAZ09-._~+/=="],
      ["the scheme in any case, and several spaces", "secret", "bEARER   secret"],
      ...(seesLatin1 ? [["a Latin-1 token", "tök§n", "Bearer tök§n"] as [string, string, string]] : []),
      ["each of several tokens", several, "Bearer second-token"],
      ["a token for which the function resolves to true", async (token) => token.startsWith("s"), "Bearer secret"],
    ])("are accepted: %s", async (_, token, authorization) => {
      expect(await post(await start({ token }), FERN, { authorization })).toEqual(CREATED);
    });

    it.each<[title: string, token: PlantStoreMockOptions["token"], sent: string | undefined, problem: string]>([
      ["none", undefined, undefined, MISSING],
      ["another scheme", undefined, "Basic dXNlcjpwYXNz", MALFORMED],
      ["Bearer after another word", undefined, "Not bearer any-token", MALFORMED],
      ["two tokens", undefined, "Bearer first second", MALFORMED],
      ["a part of the token", "secret", "Bearer secre", NOT_VALID],
      ["several tokens in one", several, "Bearer first-token,second-token", NOT_VALID],
      ["any token when none is valid", [], "Bearer secret", NOT_VALID],
      ["a token for which the function resolves to false", async () => false, "Bearer secret", NOT_VALID],
    ])("are refused with any body: %s", async (_, token, authorization, problem) => {
      const service = await start({ token });
      expect(await post(service, FERN, { authorization })).toEqual(refused(problem));
      expect(await post(service, "{}", { authorization })).toEqual(refused(problem));
      expect(service.mock.plants.size).toBe(0);
    });
  });

  it("accepts application/json in any case and with parameters (I7)", async () => {
    const headers = { "content-type": "Application/JSON ;charset=UTF-8", "content-encoding": "Identity" };
    expect(await post(await start(), FERN, headers)).toEqual(CREATED);
  });

  it.each<[header: string, value: string | undefined, problem: string]>([
    ["content-type", undefined, "The Content-Type header is missing. Send Content-Type: application/json."],
    ["content-type", "text/plain; charset=utf-8", "Unsupported Content-Type: text/plain. Send application/json."],
    ["content-encoding", "x-identity", "Unsupported Content-Encoding: x-identity. Send the body without one."],
    ["content-encoding", "identity, x", "Unsupported Content-Encoding: identity, x. Send the body without one."],
  ])("refuses the %s %j (I7, I12)", async (header, value, problem) => {
    expect(await post(await start(), FERN, { [header]: value })).toEqual(refused(problem));
  });

  it("refuses a missing body (I7)", async () => {
    expect(await post(await start(), undefined)).toEqual(refused("The body is missing. Send a NewPlant as JSON."));
  });

  it.each([
    ["the tag", '{"tag":"indoor","name":"Fern","id":1}', '{"name":"Fern","tag":"indoor"}'],
    ["no unknown fields", '{"id":1,"name":"Fern","x":[1e999],"__proto__":{"tag":"evil"}}', '{"name":"Fern"}'],
    ["characters", '{"id":1,"name":"\\u00c4 \\"🌱\\" \\u0000\\n\\uD800"}', '{"name":"Ä \\"🌱\\" \\u0000\\n\\ud800"}'],
    ["the last of two members", '{"id":"1","name":"x","id":1e3,"n\\u0061me":"Fern"}', '{"name":"Fern"}'],
    ["a zero with a fraction and an exponent", '{"id":-0.0e5,"name":"Fern"}', '{"name":"Fern"}'],
    ["JSON after a byte order mark", bytes(`\xEF\xBB\xBF ${FERN} `), '{"name":"Fern"}'],
  ])("returns %s of a valid body (I11)", async (_, body, expected) => {
    expect(await post(await start(), body)).toEqual(created(expected));
  });

  it("stores the exact id (I5)", async () => {
    const service = await start();
    const long = `1${"0".repeat(1_000)}e-1000`;
    for (const id of ["-9223372036854775808", "9007199254740993.0", "9.223372036854775807e18", "9E18", long]) {
      expect(await post(service, `{"id":${id},"name":"Fern"}`)).toEqual(CREATED);
    }
    const stored = service.mock.plants.all().map(({ id }) => id);
    expect(stored).toEqual([-9223372036854775808n, 9007199254740993n, 9223372036854775807n, 9n * 10n ** 18n, 1n]);
  });

  it("accepts a body of 1 MiB and 100,000 levels", async () => {
    const service = await start();
    const [open, close] = ["[".repeat(100_000), "]".repeat(100_000)];
    const body = `{"id":1.0,"x":${open}${close},"name":"${"x".repeat(MIB - 200_025)}"}`;
    expect((await post(service, body)).status).toBe(200);
    expect(service.mock.plants.get(1)?.name).toHaveLength(MIB - 200_025);
  });

  it.each<[title: string, body: string | Uint8Array<ArrayBuffer>, problem: string]>([
    ["null", "null", "expected an object"],
    ["a similar field", '{"id":1,"nam":"Fern"}', "name is required, did you mean name instead of nam?"],
    ["an id as text", '{"id":"1","name":"Fern"}', "id must be an integer, not text"],
    ["an id beyond int64", '{"id":9223372036854775808,"name":"Fern"}', NOT_AN_INT64],
    ["an id with a fraction", '{"id":1.00000000000000000001,"name":"Fern"}', NOT_AN_INT64],
    ["an id of a million digits", `{"id":1${"0".repeat(1_000_000)}1,"name":"Fern"}`, NOT_AN_INT64],
    ["two problems", '{"id":true,"name":"","tag":null}', `${NOT_AN_INT64}; tag must be a string`],
    ["cut JSON", '{"id":1,"name":"secret', "not valid JSON"],
    ["not UTF-8", bytes('{"id":1,"name":"\xC3"}'), "not UTF-8"],
    ["more than 1 MiB", `{"id":1,"name":"${"ä".repeat(MIB / 2)}"}`, "larger than 1 MiB"],
  ])("refuses an invalid body with the reason: %s (I12)", async (_, body, problem) => {
    const service = await start();
    const sentence = problem.endsWith("?") ? problem : `${problem}.`;
    expect(await post(service, body)).toEqual(refused(`Invalid NewPlant: ${sentence}`));
    expect(service.mock.plants.size).toBe(0);
  });

  it('creates one plant from 100 concurrent requests with duplicateIds: "reject"', async () => {
    const service = await start({ duplicateIds: "reject" });
    const responses = await Promise.all(Array.from({ length: 100 }, () => post(service, FERN)));
    const inUse = refused('The id 1 is in use, and this mock has duplicateIds: "reject".');
    expect(responses.sort((a, b) => a.status - b.status)).toEqual([CREATED, ...Array(99).fill(inUse)]);
    expect(service.mock.plants.all()).toEqual([{ id: 1n, name: "Fern" }]);
  });
});

const serving = adapters.filter(({ getsAllRequests }) => getsAllRequests);

describe.each(serving)("$name beyond the operation (I1)", ({ start }) => {
  it.each([
    ["POST", "/plants/", "404 Not Found", null, "Not found."],
    ["POST", "/PLANTS", "404 Not Found", null, "Not found."],
    ["GET", "/plants", "405 Method Not Allowed", "POST", "Method not allowed."],
    ["DELETE", "/plants", "405 Method Not Allowed", "POST", "Method not allowed."],
  ])("responds to %s %s with %s and an Error", async (method, path, status, allow, message) => {
    const { fetch, baseUrl, mock } = await start();
    const response = await fetch(baseUrl + path, { method });
    expect(`${response.status} ${response.statusText}`).toBe(status);
    expect(response.headers.get("allow")).toBe(allow);
    expect(await response.json()).toEqual({
      error: response.status,
      message: expect.stringMatching(`^${message} The only operation is POST http\\S+/v1/plants\\.$`),
    });
    expect(mock.requests).toEqual([]);
  });
});
