import { type ConformanceReport, checkConformance } from "plant-store-sdk/conformance";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { describe, expect, it } from "vitest";
import {
  type Deviation,
  errorReply,
  idDigits,
  jsonReply,
  on,
  plantServiceFetch,
  type ServiceResponse,
  startPlantService,
  TOKEN,
} from "../support/plant-service.ts";
import { baseUrl, check } from "./check.ts";

const clausesOf = ({ rows }: ConformanceReport, verdict: string) =>
  Array.from(new Set(rows.filter((row) => row.verdict === verdict).map(({ clause }) => clause)));

/** Refuses every plant, but also shows that the token is right. */
const refusesAll: Deviation = ({ authorization }) =>
  errorReply(authorization === `Bearer ${TOKEN}` ? "no" : "wrong token");

/** Passes the first request on, since a run stops if it fails. */
function afterFirst(deviate: Deviation): Deviation {
  let requests = 0;
  return (request, right) => (++requests === 1 ? right : deviate(request, right));
}

describe("the report", () => {
  it("is plain JSON", async () => {
    const report = await check(on(200, { status: 201 }));
    expect(JSON.parse(JSON.stringify(report))).toEqual(report);
  });

  it("counts its rows by verdict", async () => {
    const { rows, counts } = await check(on(200, { status: 201 }));
    const count = (verdict: string) => rows.filter((row) => row.verdict === verdict).length;
    expect(counts.violates).toBeGreaterThan(1);
    expect(counts).toEqual({
      conforms: count("conforms"),
      violates: count("violates"),
      "not stated": count("not stated"),
    });
  });

  it("says that a service conforms to every clause but I3, which no response shows", async () => {
    const conforming = clausesOf(await check(), "conforms");
    const all = ["I1", "I2", "I4", "I5", "I6", "I7", "I8", "I9", "I10", "I11", "I12", "I13"];
    expect(new Set(conforming)).toEqual(new Set(all));
  });

  it("has one row for each clause that all requests are about", async () => {
    const { rows } = await check();
    const about = rows.filter(({ clause }) => ["I1", "I2", "I6", "I8", "I9", "I10", "I11"].includes(clause));
    expect(about.map(({ clause, title }) => `${clause} ${title}`)).toEqual([
      "I1 the smallest NewPlant",
      "I2 the smallest NewPlant",
      "I8 the smallest NewPlant",
      "I9 the smallest NewPlant",
      "I11 the smallest NewPlant",
      "I6 an id of 2^63, above int64",
      "I10 an id of 2^63, above int64",
    ]);
  });

  /** The clauses about all requests to which a service conforms, in order. */
  async function confirmedClauses(deviate: Deviation): Promise<string> {
    const conforming = clausesOf(await check(deviate), "conforms");
    const untested = conforming.filter((clause) => !["I4", "I5", "I7", "I12"].includes(clause));
    return untested.sort((a, b) => Number(a.slice(1)) - Number(b.slice(1))).join(" ");
  }

  it.each<[string, number, Partial<ServiceResponse>, string]>([
    ["every plant fails", 200, { status: 500 }, "I1 I2 I6 I8 I10"],
    ["every Plant has status 201", 200, { status: 201 }, "I1 I2 I6 I8 I10 I13"],
    ["every Plant is text", 200, { contentType: "text/plain" }, "I1 I2 I6 I8 I10 I13"],
    ["every Error is text", 400, { contentType: "text/plain" }, "I1 I2 I8 I9 I11 I13"],
  ])("confirms only what responses show if %s", async (_, status, change, clauses) => {
    expect(await confirmedClauses(on(status, change))).toBe(clauses);
  });

  it("confirms nothing about a Plant if every request is rejected", async () => {
    expect(await confirmedClauses(refusesAll)).toBe("I1 I2 I6 I8 I10 I13");
  });

  it("confirms nothing about an Error if every request is rejected without one", async () => {
    expect(await confirmedClauses(() => jsonReply(400, {}))).toBe("I1 I2 I8");
  });

  it("confirms nothing if every request fails with 500", async () => {
    expect(await confirmedClauses(() => jsonReply(500, {}))).toBe("");
  });

  it("confirms nothing if only invalid plants are accepted", async () => {
    const swapped: Deviation = (_, right) => jsonReply(right.status === 400 ? 200 : 500, { name: "Fern" });
    expect(await confirmedClauses(swapped)).toBe("");
  });

  it.each([
    ["an array", "authorization: Bearer [redacted]; content-type: application/json; []"],
    ["no body", "authorization: Bearer [redacted]; content-type: application/json; no body"],
  ])("shows the request with %s on one line", async (title, sent) => {
    const { rows } = await check();
    expect(rows.find((row) => row.title === title)?.sent).toBe(`POST {base_url}/plants; ${sent}`);
  });

  it("shows a response on one line without control characters", async () => {
    const { causes } = await check(on(200, { body: "\u001b[2J\r\n\u202e\u2028x" }));
    expect(causes[0]?.example.received).toBe("200, application/json, \\u001b[2J \\u202e x");
  });

  it("cuts a response to 300 characters", async () => {
    const { causes } = await check(on(200, { body: "🌱".repeat(200) }));
    const received = causes[0]?.example.received ?? "";
    expect(received).toMatch(/^200, application\/json, 🌱+…$/u);
    expect(received.length).toBeLessThanOrEqual(300);
  });

  it.each<[string, BodyInit | null, string]>([
    ["a body that isn't UTF-8", Uint8Array.of(0xff), "200, no content type, a body that isn't UTF-8"],
    ["no type and no body", null, "200, no content type, no body"],
  ])("shows that a response has %s", async (_, body, received) => {
    const { causes } = await check(undefined, { fetch: async () => new Response(body) });
    expect(causes[0]?.example.received).toBe(received);
  });

  it("shows the target of a redirect", async () => {
    const { causes } = await check(on(400, { status: 307, headers: { location: "/elsewhere" } }));
    expect(causes[0]?.example.received).toMatch(/^307, Location: \/elsewhere, application\/json, /);
  });
});

describe("a cause", () => {
  const wrongErrors = on(400, jsonReply(400, { error: 0.5, message: "" }));
  const reason = "the 400 body isn't an Error: error is not an int32";

  it("groups all cases with the same reason", async () => {
    const { causes } = await check(wrongErrors);
    const cases = expect.arrayContaining(["a tag that is null", "no body", "an array"]);
    expect(causes).toMatchObject([{ clauses: ["I6"], reason, cases }]);
  });

  it("has its first case as an example", async () => {
    const { causes } = await check(wrongErrors);
    const received = '400, application/json, {"error":0.5,"message":""}';
    const example = { clause: "I6", title: "an id of 2^63, above int64", verdict: "violates", reason, received };
    expect(causes).toMatchObject([{ example }]);
  });

  it("has a curl command that repeats its example", async () => {
    const { causes } = await check(wrongErrors);
    const curl = /^curl --include --globoff https:\/\/plants\.test\/v1\/plants .*9223372036854775808/;
    expect(causes[0]?.curl).toMatch(curl);
  });

  it("comes before causes with fewer cases", async () => {
    const { causes } = await check((request, right) =>
      right.status === 200 && request.body.includes("植物")
        ? jsonReply(500, {})
        : on(400, { contentType: "text/plain" })(request, right),
    );
    expect(causes.map(({ clauses }) => clauses)).toEqual([["I10"], ["I4"]]);
  });

  it("covers every valid case if a service rejects everything", async () => {
    const { causes } = await check(refusesAll);
    expect(causes.map(({ reason }) => reason)).toEqual(["a valid request fails with status 400 instead of 200"]);
    expect(causes[0]?.cases).toEqual(expect.arrayContaining(["an id of 0", "an unused id", "a name in many scripts"]));
  });

  it("has no curl command if the body of its example isn't UTF-8", async () => {
    const { causes } = await check((request, right) => {
      const isLatin1 = request.body.includes(0xe9) && !request.body.includes(0xc3);
      return isLatin1 ? jsonReply(500, {}) : right;
    });
    expect(causes).toMatchObject([{ cases: ["JSON that isn't UTF-8"], curl: null }]);
  });
});

describe("accepted", () => {
  it("is empty if the service rejects invalid requests", async () => {
    expect((await check()).accepted).toEqual([]);
  });

  it("lists the invalid plants that the service accepted", async () => {
    const { accepted } = await check((request, right) =>
      request.body.includes('"name"') ? right : on(400, jsonReply(200, { name: "" }))(request, right),
    );
    expect(accepted).toEqual(["a body without a name", "an empty object", "an array", "a string", "null", "no body"]);
  });

  it.each([200, 201])("lists the invalid credentials that the service accepted with %i", async (status) => {
    const { accepted } = await check(on(401, jsonReply(status, { name: "Fern" })));
    expect(accepted).toEqual(["no token", "an empty token", "a wrong token", "another scheme than bearer"]);
  });

  it("doesn't list a request that got a login page", async () => {
    const { accepted } = await check(on(401, { status: 200, contentType: "text/html", body: "<form>" }));
    expect(accepted).toEqual([]);
  });
});

describe("the created plants", () => {
  const sentIds = async () => {
    const ids: string[] = [];
    const { created } = await check((request, right) => {
      ids.push(idDigits(request));
      return right;
    });
    return { ids, created };
  };

  it("are those that the service confirmed with a Plant, by their ids as they were sent", async () => {
    const { ids, created } = await sentIds();
    expect(created.length).toBeGreaterThan(20);
    expect(created).toContain("9223372036854775807");
    expect(created.filter((id) => !ids.includes(id ?? ""))).toEqual([]);
  });

  it.each<[string, Partial<ServiceResponse>]>([
    ["another success status", { status: 201 }],
    ["another content type", { contentType: "text/html" }],
  ])("include a Plant with %s", async (_, change) => {
    const conforming = await check();
    const { created, mayHaveBeenCreated } = await check(on(200, change));
    expect(created).toHaveLength(conforming.created.length);
    expect(mayHaveBeenCreated).toEqual([]);
  });

  it("include an id that isn't an integer, as it was sent", async () => {
    expect((await check(on(400, jsonReply(200, { name: "Fern" })))).created).toContain("42.5");
  });

  it("have null for a request without an id", async () => {
    expect((await check(on(400, jsonReply(200, { name: "Fern" })))).created).toContain(null);
  });

  it.each<[string, Partial<ServiceResponse> | "close"]>([
    ["the connection drops", "close"],
    ["the service fails", { status: 500 }],
    ["the service gives up", { status: 408 }],
    ["the body is too large", { body: " ".repeat(2 ** 20 + 1) }],
    ["the service redirects", { status: 303 }],
    ["the body isn't a Plant", { body: "{}" }],
    ["the body is a login page", { contentType: "text/html", body: "<form>" }],
  ])("only may have been created if %s", async (_, change) => {
    const ids: string[] = [];
    const deviate = afterFirst(on(200, change));
    const { created, mayHaveBeenCreated } = await check((request, right) => {
      ids.push(idDigits(request));
      return deviate(request, right);
    });
    expect(created).toEqual([ids[0]]);
    expect(mayHaveBeenCreated.slice(0, 2)).toEqual([ids[1], ids[2]]);
  });

  it.each<[string, Partial<ServiceResponse>]>([
    ["a rejection", { status: 422 }],
    ["a rejection with a body that is too large", { status: 400, body: " ".repeat(2 ** 20 + 1) }],
  ])("don't include a plant after %s", async (_, change) => {
    expect(await check(afterFirst(on(200, change)))).toMatchObject({
      created: [expect.anything()],
      mayHaveBeenCreated: [],
    });
  });

  it("don't include a plant after a rejection whose body breaks off", async () => {
    const brokenBody = () => new ReadableStream({ pull: (body) => body.error(new Error("terminated")) });
    const fetch = async () => new Response(brokenBody(), { status: 400 });
    expect(await check(undefined, { fetch })).toMatchObject({ created: [], mayHaveBeenCreated: [] });
  });

  it.each<[string, string, number]>([
    ["don't include plants if the connection was never made", "ECONNREFUSED", 0],
    ["only may have been created if TLS breaks", "ERR_SSL_WRONG_VERSION_NUMBER", 3],
  ])("%s", async (_, code, unconfirmed) => {
    const service = plantServiceFetch();
    let calls = 0;
    const fetch = (url: string, init: RequestInit) => {
      calls += 1;
      const failure = new TypeError("fetch failed", { cause: Object.assign(new Error("no"), { code }) });
      return calls === 1 ? service(url, init) : Promise.reject(failure);
    };
    const { created, mayHaveBeenCreated } = await check(undefined, { fetch });
    expect(created).toHaveLength(1);
    expect(mayHaveBeenCreated).toHaveLength(unconfirmed);
  });
});

describe("the token", () => {
  const encoded = encodeURIComponent(TOKEN);

  it.each(["s3cret/Token+1", "s3cret-of-another-run"])("%s is redacted where the service echoes it", async (token) => {
    const echo = encodeURIComponent(token);
    const report = await check(
      () => ({ ...errorReply(token), contentType: `text/${echo}`, body: `${echo} ${token}` }),
      { token },
    );
    expect(report.causes[0]?.example.received).toBe("400, text/[redacted], [redacted] [redacted]");
    expect(JSON.stringify(report)).not.toContain("s3cret");
  });

  it("may be Latin-1", async () => {
    const { fetch } = createPlantStoreMock({ token: "\u00e9" });
    expect(await check(undefined, { token: "\u00e9", fetch })).toMatchObject({ conforms: true });
  });

  it("is redacted in the sent header at any length", async () => {
    const { rows } = await check(on(401, jsonReply(400, {})), { token: "a" });
    expect(rows[0]?.sent).toContain("authorization: Bearer [redacted];");
  });

  it("is redacted in the message of a failing fetch", async () => {
    const cause = new Error(TOKEN);
    const fetch = () => Promise.reject(new TypeError(`bad header Bearer ${TOKEN}`, { cause }));
    const { causes } = await check(undefined, { fetch });
    const reason = "no response: bad header Bearer [redacted]: [redacted]";
    expect(causes).toMatchObject([{ reason, example: { reason, received: reason } }]);
  });

  it.each([
    ["as it is", "s3cret-o'token", "s3cret-o'token"],
    ["URL-encoded", TOKEN, encoded],
  ])("is redacted in a base URL that contains it %s", async (_, token, path) => {
    const report = await check(() => jsonReply(422, {}), { baseUrl: `${baseUrl}/${path}`, token });
    expect(report.baseUrl).toBe(`${baseUrl}/[redacted]`);
    expect(report.causes[0]?.curl).toMatch(/^curl --include --globoff '[^' ]*\/\[redacted\]\/plants' /);
    expect(JSON.stringify(report)).not.toContain("s3cret");
  });

  it("isn't sent to the target of a redirect", async () => {
    const elsewhere = await startPlantService();
    const { url } = await startPlantService(on(400, { status: 302, headers: { location: elsewhere.url } }));
    await checkConformance({ baseUrl: url, token: TOKEN });
    expect(elsewhere.requests).toEqual([]);
  });
});
