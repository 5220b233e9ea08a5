import type { PlantStoreMockOptions } from "plant-store-sdk/mocks";
import { describe, expect, it } from "vitest";
import { adapters } from "../support/adapters.ts";
import { created, type PostHeaders, post, refused } from "../support/post.ts";

const FERN = '{"id":1,"name":"Fern"}';
const CREATED = created('{"name":"Fern"}');
const MISSING = "The Authorization header is missing: send Authorization: Bearer <ACCESS_TOKEN>.";
const MALFORMED = "The Authorization header is malformed: send Authorization: Bearer <ACCESS_TOKEN>.";
const NOT_VALID = "The access token is not valid.";
const NOT_AN_INT64 = "id must be an integer from -9223372036854775808 to 9223372036854775807";
const NO_CONTENT_TYPE = "The Content-Type header is missing. Send Content-Type: application/json.";
const MIB = 2 ** 20;

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

describe.each(adapters)("$name", ({ start, seesLatin1 }) => {
  describe("credentials (I13)", () => {
    const several = ["first-token", "second-token"];
    const startsWithS = (token: string) => token.startsWith("s");

    it.each<[title: string, token: PlantStoreMockOptions["token"], sent: string]>([
      ["any token by default", undefined, "Bearer azAZ09-._~+/=="],
      ["the scheme in any case, and several spaces", "secret", "bEARER   secret"],
      ...(seesLatin1 ? [["a Latin-1 token", "tök§n", "Bearer tök§n"] as [string, string, string]] : []),
      ["each of several tokens", several, "Bearer second-token"],
      ["a token for which the function returns true", startsWithS, "Bearer secret"],
      ["a token for which the function resolves to true", async (token) => startsWithS(token), "Bearer secret"],
    ])("are accepted: %s", async (_, token, authorization) => {
      expect(await post(await start({ token }), FERN, { authorization })).toEqual(CREATED);
    });

    it.each<[title: string, token: PlantStoreMockOptions["token"], sent: string | undefined, problem: string]>([
      ["none", undefined, undefined, MISSING],
      ["a scheme without a token", undefined, "Bearer", MALFORMED],
      ["another scheme", undefined, "Basic dXNlcjpwYXNz", MALFORMED],
      ["Bearer after another word", undefined, "Not bearer any-token", MALFORMED],
      ["two tokens", undefined, "Bearer first second", MALFORMED],
      ["the token in another case", "secret", "Bearer SECRET", NOT_VALID],
      ["a part of the token", "secret", "Bearer secre", NOT_VALID],
      ["a part of one of several tokens", several, "Bearer first", NOT_VALID],
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

  it.each(["application/json", "Application/JSON", "application/json ;charset=UTF-8"])(
    "accepts %s (I7)",
    async (type) => {
      expect(await post(await start(), FERN, { "content-type": type, "content-encoding": "Identity" })).toEqual(
        CREATED,
      );
    },
  );

  it.each<[PostHeaders, problem: string]>([
    [{ "content-type": undefined }, NO_CONTENT_TYPE],
    ...["application/jsonp", "x-application/json", "application/json, text/plain"].map(
      (type): [PostHeaders, string] => [
        { "content-type": type },
        `Unsupported Content-Type: ${type}. Send application/json.`,
      ],
    ),
    [{ "content-type": "text/plain; charset=utf-8" }, "Unsupported Content-Type: text/plain. Send application/json."],
    ...["gzip", "identity, gzip", "x-identity"].map((encoding): [PostHeaders, string] => [
      { "content-encoding": encoding },
      `Unsupported Content-Encoding: ${encoding}. Send the body without one.`,
    ]),
  ])("refuses %o (I7, I12)", async (headers, problem) => {
    expect(await post(await start(), FERN, headers)).toEqual(refused(problem));
  });

  it.each([
    ["the tag", '{"tag":"indoor","name":"Fern","id":1}', '{"name":"Fern","tag":"indoor"}'],
    ["empty strings", '{"id":1,"name":"","tag":""}', '{"name":"","tag":""}'],
    ["names like numbers", '{"id":1,"name":"Infinity","tag":"1e999"}', '{"name":"Infinity","tag":"1e999"}'],
    ["a name of 400 nines", `{"id":1,"name":"${"9".repeat(400)}"}`, `{"name":"${"9".repeat(400)}"}`],
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
    const ids = [
      "-9223372036854775808",
      "9007199254740993.0",
      "9.223372036854775807e18",
      "9E18",
      `1${"0".repeat(1_000)}e-1000`,
    ];
    for (const id of ids) {
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
    ["an array of plants", `[${FERN}]`, "expected an object"],
    ["only inherited fields", `{"__proto__":${FERN}}`, "id is required; name is required"],
    ["a similar field", '{"id":1,"nam":"Fern"}', "name is required, did you mean name instead of nam?"],
    ["an id as text", '{"id":"1","name":"Fern"}', "id must be an integer, not text"],
    ["an id beyond int64", '{"id":9223372036854775808,"name":"Fern"}', NOT_AN_INT64],
    ["an id with a fraction", '{"id":1.00000000000000000001,"name":"Fern"}', NOT_AN_INT64],
    ["an id of a million digits", `{"id":1${"0".repeat(1_000_000)}1,"name":"Fern"}`, NOT_AN_INT64],
    ["two problems", '{"id":true,"name":"","tag":null}', `${NOT_AN_INT64}; tag must be a string`],
    ["not JSON", "{}x", "not valid JSON"],
    ["cut JSON", '{"id":1,"name":"secret', "not valid JSON"],
    ["not UTF-8", bytes('{"id":1,"name":"\xC3"}'), "not UTF-8"],
    ["more than 1 MiB", `{"id":1,"name":"${"ä".repeat(MIB / 2)}"}`, "larger than 1 MiB"],
  ])("refuses an invalid body with the reason: %s (I12)", async (_, body, problem) => {
    const service = await start();
    const sentence = problem.endsWith("?") ? problem : `${problem}.`;
    expect(await post(service, body)).toEqual(refused(`Invalid NewPlant: ${sentence}`));
    expect(service.mock.plants.size).toBe(0);
  });

  it.each([undefined, ""])("refuses the missing body %j (I7)", async (body) => {
    expect(await post(await start(), body)).toEqual(refused("The body is missing. Send a NewPlant as JSON."));
  });

  it("keeps both plants with the same id by default (I11)", async () => {
    const service = await start({ plants: [{ id: 1, name: "Moss" }] });
    expect(await post(service, FERN)).toEqual(CREATED);
    expect(service.mock.plants.all().map(({ name }) => name)).toEqual(["Moss", "Fern"]);
  });

  it('creates one plant from 100 concurrent requests with duplicateIds: "reject"', async () => {
    const service = await start({ duplicateIds: "reject" });
    const responses = await Promise.all(Array.from({ length: 100 }, () => post(service, FERN)));
    const inUse = refused('The id 1 is in use, and this mock has duplicateIds: "reject".');
    expect(responses.sort((a, b) => a.status - b.status)).toEqual([CREATED, ...Array(99).fill(inUse)]);
    expect(service.mock.plants.all()).toEqual([{ id: 1n, name: "Fern" }]);
  });

  it("ignores a query (I8)", async () => {
    const service = await start();
    const fetch: typeof service.fetch = (url, init) => service.fetch(`${url}?id=5&verbose`, init);
    expect(await post({ ...service, fetch }, FERN)).toEqual(CREATED);
    expect(service.mock.plants.get(1)).toEqual({ id: 1n, name: "Fern" });
  });
});

const serving = adapters.filter(({ getsAllRequests }) => getsAllRequests);

describe.each(serving)("$name beyond the operation (I1)", (adapter) => {
  it.each([
    ["404 Not Found", "/ /plant /plants/ /plants/1 /PLANTS", ["POST"], null, "Not found."],
    ["405 Method Not Allowed", "/plants", ["GET", "PUT", "PATCH", "DELETE"], "POST", "Method not allowed."],
  ])("responds with %s and an Error", async (status, paths, methods, allow, message) => {
    const { fetch, baseUrl, mock } = await adapter.start();
    for (const [path, method] of paths.split(" ").flatMap((path) => methods.map((method) => [path, method]))) {
      const response = await fetch(baseUrl + path, { method: String(method) });
      expect(`${response.status} ${response.statusText}`).toBe(status);
      expect(response.headers.get("allow")).toBe(allow);
      const error = await response.json();
      expect(error.error).toBe(response.status);
      expect(error.message.replace(/http\S+\/v1/, "")).toBe(`${message} The only operation is POST /plants.`);
    }
    expect(mock.requests).toEqual([]);
  });
});
