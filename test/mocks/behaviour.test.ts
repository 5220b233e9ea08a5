import type { PlantStoreMockOptions } from "plant-store-sdk/mocks";
import { describe, expect, it } from "vitest";
import { adapters } from "../support/adapters.ts";
import { created, type PostHeaders, post, refused } from "../support/post.ts";

const FERN = '{"id":1,"name":"Fern"}';
const MISSING = "The Authorization header is missing: send Authorization: Bearer <ACCESS_TOKEN>.";
const MALFORMED = "The Authorization header is malformed: send Authorization: Bearer <ACCESS_TOKEN>.";
const NOT_VALID = "The access token is not valid.";
const INT64 = "id must be an integer from -9223372036854775808 to 9223372036854775807";

describe.each(adapters)("$name", ({ start }) => {
  describe("credentials (I13)", () => {
    const cases: [title: string, token: PlantStoreMockOptions["token"], sent: string | undefined, fault?: string][] = [
      ["takes any token by default", undefined, "Bearer x"],
      ["takes a token of the whole legal alphabet", undefined, "Bearer azAZ09-._~+/=="],
      ["takes the scheme in any case", "secret", "bEARER secret"],
      ["takes several spaces after the scheme", "secret", "Bearer   secret"],
      ["takes the one token that is valid", "secret", "Bearer secret"],
      ["takes each of several tokens", ["first", "second"], "Bearer second"],
      ["takes a token that the function says yes to", (token) => token.startsWith("s"), "Bearer secret"],
      ["takes a token that the function says yes to later", async (token) => token === "secret", "Bearer secret"],
      ["refuses a request without a token", undefined, undefined, MISSING],
      ["refuses a scheme without a token", undefined, "Bearer", MALFORMED],
      ["refuses another scheme", undefined, "Basic dXNlcjpwYXNz", MALFORMED],
      ["refuses a token without a scheme", undefined, "secret", MALFORMED],
      ["refuses two tokens in one header", undefined, "Bearer first second", MALFORMED],
      ["refuses a token that is not the one", "secret", "Bearer SECRET", NOT_VALID],
      ["refuses a token that is none of several", ["first", "second"], "Bearer third", NOT_VALID],
      ["refuses every token where none is valid", [], "Bearer secret", NOT_VALID],
      ["refuses a token that the function says no to", () => false, "Bearer secret", NOT_VALID],
      ["refuses a token that the function says no to later", async () => false, "Bearer secret", NOT_VALID],
    ];

    it.each(cases)("%s", async (_, token, authorization, fault) => {
      const service = await start({ token });
      const answer = await post(service, FERN, { authorization });
      expect(answer).toEqual(fault === undefined ? created('{"name":"Fern"}') : refused(fault));
      expect(service.mock.plants.size).toBe(fault === undefined ? 1 : 0);
    });

    it("names the credentials alone where the body is wrong too (I12)", async () => {
      expect(await post(await start(), "{}", { authorization: undefined })).toEqual(refused(MISSING));
    });
  });

  describe("content type (I7)", () => {
    it.each([
      "application/json",
      "Application/JSON",
      "application/json; charset=utf-8",
      "application/json ;charset=UTF-8",
    ])("takes %s", async (contentType) => {
      expect(await post(await start(), FERN, { "content-type": contentType })).toEqual(created('{"name":"Fern"}'));
    });

    it.each([
      "text/plain",
      "application/jsonp",
      "application/problem+json",
      "text/json",
      "application/json, text/plain",
    ])("refuses %s (I12)", async (contentType) => {
      const answer = await post(await start(), FERN, { "content-type": contentType });
      expect(answer).toEqual(refused("The Content-Type is wrong: send application/json."));
    });

    it("refuses a request without one (I12)", async () => {
      const answer = await post(await start(), FERN, { "content-type": undefined });
      expect(answer).toEqual(refused("The Content-Type is missing: send application/json."));
    });
  });

  describe("a valid body", () => {
    it.each([
      ["answers with the name alone where there is no tag (I9, I11)", FERN, '{"name":"Fern"}'],
      ["answers with the tag (I9, I11)", '{"tag":"indoor","name":"Fern","id":1}', '{"name":"Fern","tag":"indoor"}'],
      ["takes empty strings, on which no limit is known (I4)", '{"id":1,"name":"","tag":""}', '{"name":"","tag":""}'],
      ["ignores unknown fields (I5)", '{"id":1,"name":"Fern","colour":{"of":["leaf"]}}', '{"name":"Fern"}'],
      ["takes white space around JSON", ' \t\r\n{ "id" : 1 , "name" : "Fern" } ', '{"name":"Fern"}'],
      [
        "gives back names as they came (I4)",
        '{"id":1,"name":"\\u00c4pfel \\"🌱\\" \\u0000\\n</script>"}',
        '{"name":"Äpfel \\"🌱\\" \\u0000\\n</script>"}',
      ],
    ])("%s", async (_, body, answer) => {
      expect(await post(await start(), body)).toEqual(created(answer));
    });

    it("keeps the id to the digit (I5)", async () => {
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
      ["nothing", "", "The body is empty: send a NewPlant as JSON."],
      ["a space", " ", "The body is no valid JSON: JSON value expected but reached end of input at position 1."],
      ["null", "null", "The NewPlant is invalid: it must be an object."],
      ["a number", "5", "The NewPlant is invalid: it must be an object."],
      ["a string", '"Fern"', "The NewPlant is invalid: it must be an object."],
      ["a boolean", "true", "The NewPlant is invalid: it must be an object."],
      ["a list of plants", '[{"id":1,"name":"Fern"}]', "The NewPlant is invalid: it must be an object."],
      ["an empty object", "{}", "The NewPlant is invalid: id is required; name is required."],
      ["no name", '{"id":1}', "The NewPlant is invalid: name is required."],
      ["no id", '{"name":"Fern"}', "The NewPlant is invalid: id is required."],
      ["an id of digits as text", '{"id":"1","name":"Fern"}', `The NewPlant is invalid: ${INT64}.`],
      ["an id that is an array", '{"id":[1],"name":"Fern"}', `The NewPlant is invalid: ${INT64}.`],
      ["an id with a fraction", '{"id":1.5,"name":"Fern"}', `The NewPlant is invalid: ${INT64}.`],
      ["a number as name", '{"id":1,"name":5}', "The NewPlant is invalid: name must be a string."],
      ["null as tag", '{"id":1,"name":"Fern","tag":null}', "The NewPlant is invalid: tag must be a string."],
      [
        "several faults at once",
        '{"id":true,"name":{},"tag":7}',
        `The NewPlant is invalid: ${INT64}; name must be a string; tag must be a string.`,
      ],
      [
        "JSON that ends early",
        '{"id":1,"name":"Fern"',
        "The body is no valid JSON: Quoted object key or end of object '}' expected but reached end of input at position 21.",
      ],
      ["two JSON texts", `${FERN}{}`, "The body is no valid JSON: Expected end of input but got '{' at position 22."],
      [
        "a trailing comma",
        '{"id":1,"name":"Fern",}',
        "The body is no valid JSON: Quoted object key expected but got '}' at position 22.",
      ],
    ])("refuses %s, and says why", async (_, body, message) => {
      const service = await start();
      expect(await post(service, body)).toEqual(refused(message));
      expect(service.mock.plants.size).toBe(0);
    });

    it("refuses a request without a body (I7)", async () => {
      expect(await post(await start(), undefined)).toEqual(refused("The body is empty: send a NewPlant as JSON."));
    });
  });

  describe("ids in use, on which the interface is silent", () => {
    it("keeps both plants by default (I11)", async () => {
      const service = await start();
      await post(service, FERN);
      expect(await post(service, '{"id":1,"name":"Moss"}')).toEqual(created('{"name":"Moss"}'));
      expect(service.mock.plants.all().map(({ name }) => name)).toEqual(["Fern", "Moss"]);
    });

    it('refuses the second plant with duplicateIds: "reject"', async () => {
      const service = await start({ duplicateIds: "reject", plants: [{ id: 1, name: "Fern" }] });
      expect(await post(service, '{"id":1,"name":"Moss"}')).toEqual(
        refused('The id 1 is in use, and this mock was made with duplicateIds: "reject".'),
      );
      expect(service.mock.plants.all()).toEqual([{ id: 1n, name: "Fern" }]);
    });

    it('creates one of 1,000 concurrent requests with one id with duplicateIds: "reject"', {
      timeout: 30_000,
    }, async () => {
      const service = await start({ duplicateIds: "reject" });
      const answers = await Promise.all(Array.from({ length: 1_000 }, () => post(service, FERN)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 400)).toHaveLength(999);
      expect(service.mock.plants.all()).toEqual([{ id: 1n, name: "Fern" }]);
    });
  });

  it("holds the plants of its options from the start", async () => {
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

  it("answers no sooner than delayMs, and creates the plant then", async () => {
    const service = await start({ delayMs: 200 });
    const answer = post(service, FERN);
    await expect.poll(() => service.mock.requests.map(({ outcome }) => outcome), { interval: 1 }).toEqual(["pending"]);
    expect(service.mock.plants.size).toBe(0);
    expect(await answer).toEqual(created('{"name":"Fern"}'));
    expect(service.mock.plants.size).toBe(1);
  });

  it("handles requests that overlap each by itself", async () => {
    const service = await start({ token: async (token) => token === "good" });
    const sent: [string, PostHeaders][] = [
      ['{"id":1,"name":"One"}', { authorization: "Bearer good" }],
      ['{"id":2,"name":"Two"}', { authorization: "Bearer bad" }],
      ["{}", { authorization: "Bearer good" }],
      ['{"id":4,"name":"Four"}', { authorization: "Bearer good" }],
    ];
    const answers = await Promise.all(sent.map(([body, headers]) => post(service, body, headers)));
    expect(answers).toEqual([
      created('{"name":"One"}'),
      refused(NOT_VALID),
      refused("The NewPlant is invalid: id is required; name is required."),
      created('{"name":"Four"}'),
    ]);
  });
});

describe.each(adapters.filter(({ answersAll }) => answersAll))("$name beyond the operation (I1)", ({ start }) => {
  it.each(["/", "/plant", "/plants/", "/plants/1", "/PLANTS"])("answers 404 with an Error at %s", async (path) => {
    const { fetch, baseUrl, mock } = await start();
    const response = await fetch(`${baseUrl}${path}`, { method: "POST", body: FERN });
    expect(response.status).toBe(404);
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(await response.json()).toEqual({ error: 404, message: expect.stringContaining("/plants") });
    expect(mock.requests).toEqual([]);
  });

  it.each(["GET", "PUT", "PATCH", "DELETE"])("answers 405 with an Error to %s", async (method) => {
    const { fetch, baseUrl, mock } = await start();
    const response = await fetch(`${baseUrl}/plants`, { method });
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toContain("POST");
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(await response.json()).toEqual({ error: 405, message: expect.stringContaining("/plants") });
    expect(mock.requests).toEqual([]);
  });
});
