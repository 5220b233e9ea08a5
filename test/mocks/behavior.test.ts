import type { PlantStoreMockOptions } from "plant-store-sdk/mocks";
import { describe, expect, it } from "vitest";
import { adapters } from "../support/adapters.ts";
import { created, type PostHeaders, post, refused } from "../support/post.ts";

const FERN = '{"id":1,"name":"Fern"}';
const MISSING = "The Authorization header is missing: send Authorization: Bearer <ACCESS_TOKEN>.";
const MALFORMED = "The Authorization header is malformed: send Authorization: Bearer <ACCESS_TOKEN>.";
const NOT_VALID = "The access token is not valid.";
const NOT_AN_INT64 = "id must be an integer from -9223372036854775808 to 9223372036854775807";

describe.each(adapters)("$name", ({ start }) => {
  describe("credentials (I13)", () => {
    const several = ["first-token", "second-token"];
    const cases: [title: string, token: PlantStoreMockOptions["token"], sent: string | undefined, problem?: string][] =
      [
        ["accepts any token by default", undefined, "Bearer x"],
        ["accepts a token of the whole legal alphabet", undefined, "Bearer azAZ09-._~+/=="],
        ["accepts the scheme in any case", "secret", "bEARER secret"],
        ["accepts several spaces after the scheme", "secret", "Bearer   secret"],
        ["accepts the valid token", "secret", "Bearer secret"],
        ["accepts each of several valid tokens", several, "Bearer second-token"],
        ["accepts a token for which the function returns true", (token) => token.startsWith("s"), "Bearer secret"],
        [
          "accepts a token for which the function resolves to true",
          async (token) => token === "secret",
          "Bearer secret",
        ],
        ["refuses a request without a token", undefined, undefined, MISSING],
        ["refuses a scheme without a token", undefined, "Bearer", MALFORMED],
        ["refuses another scheme", undefined, "Basic dXNlcjpwYXNz", MALFORMED],
        ["refuses Bearer after another word", undefined, "Not bearer any-token", MALFORMED],
        ["refuses a token without a scheme", undefined, "secret", MALFORMED],
        ["refuses two tokens in one header", undefined, "Bearer first second", MALFORMED],
        ["refuses the valid token in another case", "secret", "Bearer SECRET", NOT_VALID],
        ["refuses a prefix of the valid token", "secret", "Bearer secre", NOT_VALID],
        ["refuses a suffix of the valid token", "secret", "Bearer ecret", NOT_VALID],
        ["refuses the valid token with more at its end", "secret", "Bearer secrets", NOT_VALID],
        ["refuses the valid token with more before it", "secret", "Bearer xsecret", NOT_VALID],
        ["refuses another token than the several valid ones", several, "Bearer third-token", NOT_VALID],
        ["refuses a prefix of one of several valid tokens", several, "Bearer first", NOT_VALID],
        ["refuses a suffix of one of several valid tokens", several, "Bearer token", NOT_VALID],
        ["refuses one of several valid tokens in another case", several, "Bearer First-Token", NOT_VALID],
        ["refuses one of several valid tokens with more at its end", several, "Bearer first-token2", NOT_VALID],
        ["refuses several valid tokens in one", several, "Bearer first-token,second-token", NOT_VALID],
        ["refuses every token when none is valid", [], "Bearer secret", NOT_VALID],
        ["refuses a token for which the function returns false", () => false, "Bearer secret", NOT_VALID],
        ["refuses a token for which the function resolves to false", async () => false, "Bearer secret", NOT_VALID],
      ];

    it.each(cases)("%s", async (_, token, authorization, problem) => {
      const service = await start({ token });
      const response = await post(service, FERN, { authorization });
      expect(response).toEqual(problem === undefined ? created('{"name":"Fern"}') : refused(problem));
      expect(service.mock.plants.size).toBe(problem === undefined ? 1 : 0);
    });

    it("reports the credentials only when the body is invalid too (I12)", async () => {
      expect(await post(await start(), "{}", { authorization: undefined })).toEqual(refused(MISSING));
    });
  });

  describe("content type (I7)", () => {
    it.each([
      "application/json",
      "Application/JSON",
      "application/json; charset=utf-8",
      "application/json ;charset=UTF-8",
    ])("accepts %s", async (contentType) => {
      expect(await post(await start(), FERN, { "content-type": contentType })).toEqual(created('{"name":"Fern"}'));
    });

    it.each([
      ["text/plain", "text/plain"],
      ["application/jsonp", "application/jsonp"],
      ["x-application/json", "x-application/json"],
      ["application/problem+json; charset=utf-8", "application/problem+json"],
      ["application/x-www-form-urlencoded", "application/x-www-form-urlencoded"],
      ["multipart/form-data; boundary=x", "multipart/form-data"],
      ["application/json, text/plain", "application/json, text/plain"],
    ])("refuses %s and names it (I12)", async (contentType, named) => {
      const response = await post(await start(), FERN, { "content-type": contentType });
      expect(response).toEqual(refused(`Unsupported Content-Type: ${named}. Send application/json.`));
    });

    it("refuses a request without one (I12)", async () => {
      const response = await post(await start(), FERN, { "content-type": undefined });
      expect(response).toEqual(refused("The Content-Type header is missing. Send Content-Type: application/json."));
    });

    it.each(["gzip", "identity, gzip", "x-identity"])("refuses Content-Encoding: %s (I12)", async (encoding) => {
      const gzipped = Uint8Array.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
      const response = await post(await start(), gzipped, { "content-encoding": encoding });
      expect(response).toEqual(refused(`Unsupported Content-Encoding: ${encoding}. Send the body without one.`));
    });

    it("accepts Content-Encoding: identity", async () => {
      expect(await post(await start(), FERN, { "content-encoding": "identity" })).toEqual(created('{"name":"Fern"}'));
    });
  });

  describe("a valid body", () => {
    it.each([
      ["returns only the name when there is no tag (I9, I11)", FERN, '{"name":"Fern"}'],
      ["returns the tag (I9, I11)", '{"tag":"indoor","name":"Fern","id":1}', '{"name":"Fern","tag":"indoor"}'],
      ["accepts empty strings (I4)", '{"id":1,"name":"","tag":""}', '{"name":"","tag":""}'],
      ["ignores unknown fields (I5)", '{"id":1,"name":"Fern","color":{"of":["leaf"]}}', '{"name":"Fern"}'],
      ["accepts white space around JSON", ' \t\r\n{ "id" : 1 , "name" : "Fern" } ', '{"name":"Fern"}'],
      [
        "returns names unchanged (I4)",
        '{"id":1,"name":"\\u00c4pfel \\"🌱\\" \\u0000\\n</script>"}',
        '{"name":"Äpfel \\"🌱\\" \\u0000\\n</script>"}',
      ],
    ])("%s", async (_, body, expected) => {
      expect(await post(await start(), body)).toEqual(created(expected));
    });

    it("stores the exact id (I5)", async () => {
      const service = await start();
      await post(service, '{"id":-9223372036854775808,"name":"First"}');
      await post(service, '{"id":9007199254740993,"name":"Second","tag":"odd"}');
      expect(service.mock.plants.all()).toEqual([
        { id: -9223372036854775808n, name: "First" },
        { id: 9007199254740993n, name: "Second", tag: "odd" },
      ]);
    });
  });

  describe("an invalid body (I12)", () => {
    it.each([
      ["white space", " ", "not valid JSON: unexpected end of input at position 1"],
      ["null", "null", "expected an object"],
      ["a number", "5", "expected an object"],
      ["a string", '"Fern"', "expected an object"],
      ["a boolean", "true", "expected an object"],
      ["an array of plants", '[{"id":1,"name":"Fern"}]', "expected an object"],
      ["an array in an array", "[[]]", "expected an object"],
      ["an empty object", "{}", "id is required; name is required"],
      ["no name", '{"id":1}', "name is required"],
      ["no id", '{"name":"Fern"}', "id is required"],
      ["an id as a string", '{"id":"1","name":"Fern"}', "id must be an integer, not text"],
      ["an id that is an array", '{"id":[1],"name":"Fern"}', NOT_AN_INT64],
      ["an id with a fraction", '{"id":1.5,"name":"Fern"}', NOT_AN_INT64],
      ["a number as name", '{"id":1,"name":5}', "name must be a string"],
      ["null as tag", '{"id":1,"name":"Fern","tag":null}', "tag must be a string"],
      [
        "several problems",
        '{"id":true,"name":{},"tag":7}',
        `${NOT_AN_INT64}; name must be a string; tag must be a string`,
      ],
      ["truncated JSON", '{"id":1,"name":"Fern"', "not valid JSON: unexpected end of input at position 21"],
      ["two JSON texts", `${FERN}{}`, 'not valid JSON: unexpected "{" at position 22'],
      ["a trailing comma", '{"id":1,"name":"Fern",}', 'not valid JSON: unexpected "}" at position 22'],
    ])("is refused with the reason: %s", async (_, body, problem) => {
      const service = await start();
      expect(await post(service, body)).toEqual(refused(`Invalid NewPlant: ${problem}.`));
      expect(service.mock.plants.size).toBe(0);
    });

    it.each([
      ["no body", undefined],
      ["an empty body", ""],
    ])("is refused with the reason: %s (I7)", async (_, body) => {
      expect(await post(await start(), body)).toEqual(refused("The body is missing. Send a NewPlant as JSON."));
    });
  });

  describe("ids in use", () => {
    it("keeps both plants by default (I11)", async () => {
      const service = await start();
      await post(service, FERN);
      expect(await post(service, '{"id":1,"name":"Moss"}')).toEqual(created('{"name":"Moss"}'));
      expect(service.mock.plants.all().map(({ name }) => name)).toEqual(["Fern", "Moss"]);
    });

    it('refuses the second plant with duplicateIds: "reject"', async () => {
      const service = await start({ duplicateIds: "reject", plants: [{ id: 1, name: "Fern" }] });
      expect(await post(service, '{"id":1,"name":"Moss"}')).toEqual(
        refused('The id 1 is in use, and this mock has duplicateIds: "reject".'),
      );
      expect(service.mock.plants.all()).toEqual([{ id: 1n, name: "Fern" }]);
    });

    it('creates one plant from 100 concurrent requests with duplicateIds: "reject"', async () => {
      const service = await start({ duplicateIds: "reject" });
      const responses = await Promise.all(Array.from({ length: 100 }, () => post(service, FERN)));
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(responses.filter(({ status }) => status === 400)).toHaveLength(99);
      expect(service.mock.plants.all()).toEqual([{ id: 1n, name: "Fern" }]);
    });
  });

  it("starts with the plants of its options", async () => {
    const { mock } = await start({ plants: [{ id: 7, name: "Seeded", tag: "first" }] });
    expect(mock.plants.all()).toEqual([{ id: 7n, name: "Seeded", tag: "first" }]);
  });

  it("ignores a query (I8)", async () => {
    const { fetch, baseUrl, mock } = await start();
    const response = await fetch(`${baseUrl}/plants?id=5&verbose`, {
      method: "POST",
      body: FERN,
      headers: { authorization: "Bearer t", "content-type": "application/json" },
    });
    expect(response.status).toBe(200);
    expect(mock.plants.get(1)).toEqual({ id: 1n, name: "Fern" });
  });

  it("creates the plant after delayMs", async () => {
    const service = await start({ delayMs: 50 });
    const response = post(service, FERN);
    await expect.poll(() => service.mock.requests.map(({ outcome }) => outcome), { interval: 1 }).toEqual(["pending"]);
    expect(service.mock.plants.size).toBe(0);
    expect(await response).toEqual(created('{"name":"Fern"}'));
    expect(service.mock.plants.size).toBe(1);
  });

  it("handles concurrent requests independently", async () => {
    const service = await start({ token: async (token) => token === "good" });
    const sent: [string, PostHeaders][] = [
      ['{"id":1,"name":"One"}', { authorization: "Bearer good" }],
      ['{"id":2,"name":"Two"}', { authorization: "Bearer bad" }],
      ["{}", { authorization: "Bearer good" }],
      ['{"id":4,"name":"Four"}', { authorization: "Bearer good" }],
    ];
    const responses = await Promise.all(sent.map(([body, headers]) => post(service, body, headers)));
    expect(responses).toEqual([
      created('{"name":"One"}'),
      refused(NOT_VALID),
      refused("Invalid NewPlant: id is required; name is required."),
      created('{"name":"Four"}'),
    ]);
  });
});

describe.each(adapters.filter(({ getsAllRequests }) => getsAllRequests))(
  "$name beyond the operation (I1)",
  ({ start }) => {
    it.each(["/", "/plant", "/plants/", "/plants/1", "/PLANTS"])(
      "responds with 404 and an Error at %s",
      async (path) => {
        const { fetch, baseUrl, mock } = await start();
        const response = await fetch(`${baseUrl}${path}`, { method: "POST", body: FERN });
        expect(response.status).toBe(404);
        expect(response.headers.get("content-type")).toBe("application/json");
        expect(await response.json()).toEqual({ error: 404, message: expect.stringContaining("/plants") });
        expect(mock.requests).toEqual([]);
      },
    );

    it.each(["GET", "PUT", "PATCH", "DELETE"])("responds with 405 and an Error to %s", async (method) => {
      const { fetch, baseUrl, mock } = await start();
      const response = await fetch(`${baseUrl}/plants`, { method });
      expect(response.status).toBe(405);
      expect(response.headers.get("allow")).toContain("POST");
      expect(response.headers.get("content-type")).toBe("application/json");
      expect(await response.json()).toEqual({ error: 405, message: expect.stringContaining("/plants") });
      expect(mock.requests).toEqual([]);
    });
  },
);
