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
const MIB = 2 ** 20;

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

describe.each(adapters)("$name", ({ start, seesLatin1 }) => {
  describe("credentials (I13)", () => {
    const several = ["first-token", "second-token"];
    const startsWithS = (token: string) => token.startsWith("s");

    it.each<[title: string, token: PlantStoreMockOptions["token"], sent: string]>([
      ["any token by default", undefined, "Bearer azAZ09-._~+/=="],
      ["the scheme in any case", "secret", "bEARER secret"],
      ["several spaces after the scheme", "secret", "Bearer   secret"],
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
      ["more than the token", "secret", "Bearer secrets", NOT_VALID],
      ["a part of one of several tokens", several, "Bearer first", NOT_VALID],
      ["several tokens in one", several, "Bearer first-token,second-token", NOT_VALID],
      ["any token when none is valid", [], "Bearer secret", NOT_VALID],
      ["a token for which the function returns false", () => false, "Bearer secret", NOT_VALID],
      ["a token for which the function resolves to false", async () => false, "Bearer secret", NOT_VALID],
    ])("are refused: %s", async (_, token, authorization, problem) => {
      const service = await start({ token });
      expect(await post(service, FERN, { authorization })).toEqual(refused(problem));
      expect(await post(service, "{}", { authorization })).toEqual(refused(problem));
      expect(service.mock.plants.size).toBe(0);
    });
  });

  describe("content type (I7)", () => {
    it.each(["application/json", "Application/JSON", "application/json ;charset=UTF-8"])("accepts %s", async (type) => {
      expect(await post(await start(), FERN, { "content-type": type })).toEqual(CREATED);
    });

    it.each([
      ["application/jsonp", "application/jsonp"],
      ["x-application/json", "x-application/json"],
      ["application/problem+json; charset=utf-8", "application/problem+json"],
      ["application/json, text/plain", "application/json, text/plain"],
    ])("refuses %s and names it (I12)", async (contentType, named) => {
      const response = await post(await start(), FERN, { "content-type": contentType });
      expect(response).toEqual(refused(`Unsupported Content-Type: ${named}. Send application/json.`));
    });

    it("refuses a request without one (I12)", async () => {
      const response = await post(await start(), FERN, { "content-type": undefined });
      expect(response).toEqual(refused("The Content-Type header is missing. Send Content-Type: application/json."));
    });

    it("accepts only Content-Encoding: identity", async () => {
      const service = await start();
      expect(await post(service, FERN, { "content-encoding": "Identity" })).toEqual(CREATED);
      for (const encoding of ["gzip", "identity, gzip", "x-identity"]) {
        const response = await post(service, FERN, { "content-encoding": encoding });
        expect(response).toEqual(refused(`Unsupported Content-Encoding: ${encoding}. Send the body without one.`));
      }
    });
  });

  describe("a valid body (I11)", () => {
    it.each([
      ["the tag", '{"tag":"indoor","name":"Fern","id":1}', '{"name":"Fern","tag":"indoor"}'],
      ["empty strings", '{"id":1,"name":"","tag":""}', '{"name":"","tag":""}'],
      ["names like numbers", '{"id":1,"name":"Infinity","tag":"1e999"}', '{"name":"Infinity","tag":"1e999"}'],
      ["a name of 400 nines", `{"id":1,"name":"${"9".repeat(400)}"}`, `{"name":"${"9".repeat(400)}"}`],
      ["no unknown fields", '{"id":1,"name":"Fern","x":[1e999],"__proto__":{"tag":"evil"}}', '{"name":"Fern"}'],
      [
        "characters unchanged",
        '{"id":1,"name":"\\u00c4 \\"🌱\\" \\u0000\\n\\uD800"}',
        '{"name":"Ä \\"🌱\\" \\u0000\\n\\ud800"}',
      ],
      ["the last of two members", '{"id":"1","name":"x","id":1e3,"n\\u0061me":"Fern"}', '{"name":"Fern"}'],
      ["a zero with a fraction and an exponent", '{"id":-0.0e5,"name":"Fern"}', '{"name":"Fern"}'],
      ["JSON after a byte order mark", bytes(`\xEF\xBB\xBF ${FERN} `), '{"name":"Fern"}'],
    ])("returns %s", async (_, body, expected) => {
      expect(await post(await start(), body)).toEqual(created(expected));
    });

    it("stores the exact id (I5)", async () => {
      const service = await start();
      const ids = [
        "-9223372036854775808",
        "9007199254740993.0",
        "9.223372036854775807e18",
        `1${"0".repeat(1_000)}e-1000`,
      ];
      for (const id of ids) {
        expect(await post(service, `{"id":${id},"name":"Fern"}`)).toEqual(CREATED);
      }
      const stored = service.mock.plants.all().map(({ id }) => id);
      expect(stored).toEqual([-9223372036854775808n, 9007199254740993n, 9223372036854775807n, 1n]);
    });

    it("may have 1 MiB and 100,000 levels", async () => {
      const service = await start();
      const [open, close] = ["[".repeat(100_000), "]".repeat(100_000)];
      const body = `{"id":1,"x":${open}${close},"name":"${"x".repeat(MIB - 200_023)}"}`;
      expect((await post(service, body)).status).toBe(200);
      expect(service.mock.plants.get(1)?.name).toHaveLength(MIB - 200_023);
    });
  });

  describe("an invalid body (I12)", () => {
    it.each<[title: string, body: string | Uint8Array<ArrayBuffer>, problem: string]>([
      ["null", "null", "expected an object"],
      ["an array of plants", `[${FERN}]`, "expected an object"],
      ["no fields", "{}", "id is required; name is required"],
      ["only inherited fields", `{"__proto__":${FERN}}`, "id is required; name is required"],
      ["an id as text", '{"id":"1","name":"Fern"}', "id must be an integer, not text"],
      ["an id beyond int64", '{"id":9223372036854775808,"name":"Fern"}', NOT_AN_INT64],
      ["an id with a fraction", '{"id":1.00000000000000000001,"name":"Fern"}', NOT_AN_INT64],
      ["an id of a million digits", `{"id":1${"0".repeat(1_000_000)}1,"name":"Fern"}`, NOT_AN_INT64],
      [
        "several problems",
        '{"id":true,"name":{},"tag":null}',
        `${NOT_AN_INT64}; name must be a string; tag must be a string`,
      ],
      ["not JSON", "{}x", "not valid JSON"],
      ["cut JSON", '{"id":1,"name":"secret', "not valid JSON"],
      ["not UTF-8", bytes('{"id":1,"name":"\xC3"}'), "not UTF-8"],
      ["more than 1 MiB", `{"id":1,"name":"${"ä".repeat(MIB / 2)}"}`, "larger than 1 MiB"],
    ])("is refused with the reason: %s", async (_, body, problem) => {
      const service = await start();
      expect(await post(service, body)).toEqual(refused(`Invalid NewPlant: ${problem}.`));
      expect(service.mock.plants.size).toBe(0);
      expect(await post(service, FERN)).toEqual(CREATED);
    });

    it("is refused with the field that is probably meant", async () => {
      const message = "Invalid NewPlant: name is required, did you mean name instead of nam?";
      expect(await post(await start(), '{"id":1,"nam":"Fern"}')).toEqual(refused(message));
    });

    it.each([undefined, ""])("is refused with the reason: %j (I7)", async (body) => {
      expect(await post(await start(), body)).toEqual(refused("The body is missing. Send a NewPlant as JSON."));
    });
  });

  describe("ids in use", () => {
    it("keeps both plants by default (I11)", async () => {
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
  });

  it("ignores a query (I8)", async () => {
    const service = await start();
    const fetch: typeof service.fetch = (url, init) => service.fetch(`${url}?id=5&verbose`, init);
    expect(await post({ ...service, fetch }, FERN)).toEqual(CREATED);
    expect(service.mock.plants.get(1)).toEqual({ id: 1n, name: "Fern" });
  });

  it("creates the plant after delayMs", async () => {
    const service = await start({ delayMs: 50 });
    const response = post(service, FERN);
    await expect.poll(() => service.mock.requests.map(({ outcome }) => outcome), { interval: 1 }).toEqual(["pending"]);
    expect(service.mock.plants.size).toBe(0);
    expect(await response).toEqual(CREATED);
    expect(service.mock.plants.size).toBe(1);
  });

  it("handles concurrent requests independently", async () => {
    const service = await start({ token: async (token) => token === "good" });
    const sent: [string, PostHeaders][] = [
      [FERN, { authorization: "Bearer good" }],
      [FERN, { authorization: "Bearer bad" }],
      ["{", { authorization: "Bearer good" }],
    ];
    const responses = await Promise.all(sent.map(([body, headers]) => post(service, body, headers)));
    expect(responses).toEqual([CREATED, refused(NOT_VALID), refused("Invalid NewPlant: not valid JSON.")]);
  });
});

describe.each(adapters.filter(({ getsAllRequests }) => getsAllRequests))(
  "$name beyond the operation (I1)",
  (adapter) => {
    it.each(["/", "/plant", "/plants/", "/plants/1", "/PLANTS"])(
      "responds with 404 and an Error at %s",
      async (path) => {
        const { fetch, baseUrl, mock } = await adapter.start();
        const response = await fetch(`${baseUrl}${path}`, { method: "POST", body: FERN });
        expect([response.status, response.statusText]).toEqual([404, "Not Found"]);
        expect(await response.json()).toEqual({
          error: 404,
          message: expect.stringMatching(/^Not found\. The only operation is POST http.*\/v1\/plants\.$/),
        });
        expect(mock.requests).toEqual([]);
      },
    );

    it.each(["GET", "PUT", "PATCH", "DELETE"])("responds with 405 and an Error to %s", async (method) => {
      const { fetch, baseUrl, mock } = await adapter.start();
      const response = await fetch(`${baseUrl}/plants`, { method });
      expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"]);
      expect(await response.json()).toEqual({
        error: 405,
        message: expect.stringMatching(/^Method not allowed\. The only operation is POST http.*\/v1\/plants\.$/),
      });
      expect(mock.requests).toEqual([]);
    });
  },
);
