import { checkConformance } from "plant-store-sdk/conformance";
import { describe, expect, it } from "vitest";
import { listNotChecked } from "../../conformance/cases.ts";
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
import { check } from "./check.ts";

/** Passes the first request on, since a run stops if it fails. */
function afterFirst(deviate: Deviation): Deviation {
  let requests = 0;
  return (request, right) => (++requests === 1 ? right : deviate(request, right));
}

describe("the report", () => {
  it("has one row for each case", async () => {
    const { rows } = await check(on(200, { status: 201, contentType: "text/plain" }));
    const titles = rows.map(({ title }) => title);
    expect(titles).toEqual([...new Set(titles)]);
    expect(rows[0]).toMatchObject({
      title: "the smallest NewPlant",
      clauses: ["I11", "I9"],
      verdict: "violates",
      reason: "status 201 instead of 200; a success response isn't application/json",
      status: 201,
    });
    expect(rows[2]).toMatchObject({ title: "a wrong token", clauses: ["I13"], verdict: "not stated", status: 401 });
  });

  it("has the clause that a case tests if its response conforms", async () => {
    const { rows } = await check();
    expect(rows[0]).toMatchObject({ clauses: ["I4"], verdict: "conforms", reason: null });
    expect(rows.flatMap(({ clauses }) => clauses).filter((clause) => !/^I\d+$/.test(clause))).toEqual([]);
  });

  it("names a clause once that a response violates twice", async () => {
    const { rows } = await check(on(400, { status: 201, contentType: "text/plain" }));
    expect(rows.at(-5)).toMatchObject({
      clauses: ["I9", "I4"],
      reason:
        "status 201 instead of 200; a success response isn't application/json; the body of a success response isn't a Plant: name is missing",
    });
  });

  it("doesn't name an operation with cases as not checked", async () => {
    expect((await check()).notChecked).not.toContain("createPlant");
  });

  it("names an operation without cases as not checked", () => {
    expect(listNotChecked({ createPlant: () => [], getPlant: null })).toEqual(["getPlant"]);
  });

  it("has a command for each request that is printable text", async () => {
    const { rows } = await check();
    expect(rows[0]?.curl).toMatch(/^curl --include --globoff https:\/\/plants\.test\/v1\/plants --request POST /);
    expect(rows.filter(({ curl }) => curl === null).map(({ title }) => title)).toEqual([
      "a name with control characters",
      "JSON that isn't UTF-8",
    ]);
  });

  it.each(["x", "🌱"])("cuts a response to 300 characters: many %s", async (character) => {
    const { causes } = await check(on(200, { body: character.repeat(400) }));
    const received = causes[0]?.example.received ?? "";
    expect(received.replaceAll(character, "")).toBe("200, application/json, …");
    expect(received).toHaveLength(300);
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
    expect(causes[0]?.example.received).toMatch(/^307 \(Location: \/elsewhere\), application\/json, /);
  });
});

describe("a cause", () => {
  const wrongErrors = on(400, jsonReply(400, { error: 0.5, message: "" }));
  const reason = "the body of an error response isn't an Error: error is not an int32";

  it("groups all cases with the same reason", async () => {
    const { causes } = await check(wrongErrors);
    const cases = expect.arrayContaining(["a tag that is null", "no body", "an array"]);
    expect(causes).toMatchObject([{ clauses: ["I6"], reason, cases }]);
  });

  it("has each clause that its cases violate, and lists a case once", async () => {
    const { causes } = await check((_, right) =>
      right.status === 401 ? right : { ...right, ...jsonReply(201, { name: "Fern" }) },
    );
    expect(causes).toMatchObject([{ clauses: ["I11", "I9"] }]);
    expect(causes[0]?.cases).toEqual([...new Set(causes[0]?.cases)]);
  });

  it("comes before causes with fewer cases", async () => {
    const { causes } = await check((request, right) =>
      right.status === 200 && request.body.includes("植物")
        ? jsonReply(500, {})
        : on(400, { contentType: "text/plain" })(request, right),
    );
    expect(causes.map(({ clauses }) => clauses)).toEqual([["I10"], ["I4"]]);
  });
});

describe("accepted", () => {
  it("lists the invalid plants that the service accepted", async () => {
    const { accepted } = await check((request, right) =>
      request.body.includes('"name"') ? right : on(400, jsonReply(200, { name: "" }))(request, right),
    );
    expect(accepted).toEqual(["a body without a name", "an empty object", "an array", "a string", "null", "no body"]);
  });

  it.each([200, 201])("lists the invalid credentials that the service accepted with %i", async (status) => {
    const { accepted } = await check(on(401, jsonReply(status, { name: "Fern" })));
    expect(accepted).toEqual(["a wrong token", "no token", "an empty token", "another scheme than bearer"]);
  });
});

it("a login page isn't accepted credentials", async () => {
  const { accepted } = await check(on(401, { status: 200, contentType: "text/html", body: "<h1>Log in</h1>" }));
  expect(accepted).toEqual([]);
});

describe("altered", () => {
  const always: Deviation = on(200, jsonReply(200, { name: "always the same" }));

  it("lists the cases for which the service returned another Plant", async () => {
    const { altered, conforms, rows } = await check(always);
    expect(conforms).toBe(true);
    expect(altered).toEqual(rows.filter(({ status }) => status === 200).map(({ title }) => title));
  });

  it.each<[string, (name: string) => string, string]>([
    ["trims names", (name) => name.trim(), "a name with outer blanks"],
    ["replaces unpaired surrogates", (name) => name.replace(/\ud83c$/, "\ufffd"), "a name with an unpaired surrogate"],
  ])("lists the case of a service that %s", async (_, toStored, title) => {
    const { altered, conforms } = await check((_, right) => {
      const { name, ...rest } = JSON.parse(right.body);
      return right.status === 200 ? jsonReply(200, { name: toStored(name), ...rest }) : right;
    });
    expect({ altered, conforms }).toEqual({ altered: [title], conforms: true });
  });

  it.each<[string, Partial<ServiceResponse>]>([
    ["the Plant that was sent", {}],
    ["no Plant", { body: "{}" }],
  ])("leaves out cases for which the service returned %s", async (_, change) => {
    expect((await check(on(200, change))).altered).toEqual([]);
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
    expect(created.filter((id) => !ids.includes(id))).toEqual([]);
  });

  it.each<[string, Partial<ServiceResponse>]>([
    ["another success status", { status: 201 }],
    ["another content type", { contentType: "text/html" }],
  ])("include a Plant with %s", async (_, change) => {
    const conforming = await check();
    const { created } = await check(on(200, change));
    expect(created).toHaveLength(conforming.created.length);
  });

  it("have ids as JSON, so that an id sent as text is quoted", async () => {
    const { created } = await check(on(400, jsonReply(200, { name: "Fern" })));
    const others = created.filter((id) => !/^-?\d+$/.test(id));
    expect(others).toEqual([expect.stringMatching(/^"\d+"$/), "42.5", "true"]);
  });

  it("leave out requests without an id", async () => {
    const { created, accepted } = await check(on(400, jsonReply(200, { name: "Fern" })));
    expect(accepted).toEqual(expect.arrayContaining(["a body without an id", "an id that is null", "no body"]));
    expect(created.filter((id) => typeof id !== "string" || id === "null")).toEqual([]);
  });

  it.each<[string, Partial<ServiceResponse> | "close"]>([
    ["the connection drops", "close"],
    ["the service fails", { status: 500 }],
    ["the body isn't a Plant", { body: "{}" }],
  ])("leave out those that aren't confirmed because %s", async (_, change) => {
    expect((await check(afterFirst(on(200, change)))).created).toEqual([expect.anything()]);
  });
});

describe("the token", () => {
  it.each(["s3cret/Token+1", "s3cret-of-another-run"])("%s is redacted where the service echoes it", async (token) => {
    const echo = encodeURIComponent(token);
    const report = await check(
      () => ({ ...errorReply(token), contentType: `text/${echo}`, body: `${echo} ${token}` }),
      { token },
    );
    expect(report.causes[0]?.example.received).toBe("400, text/[redacted], [redacted] [redacted]");
    expect(JSON.stringify(report)).not.toContain("s3cret");
  });

  it("is redacted in a reason that quotes what fetch threw", async () => {
    const service = plantServiceFetch();
    let requests = 0;
    const fetch = (...request: Parameters<typeof service>) =>
      ++requests === 2 ? Promise.reject(new Error(`can't send ${TOKEN}`)) : service(...request);
    const report = await check(undefined, { fetch });
    expect(report.causes).toMatchObject([{ reason: "no response: can't send [redacted]" }]);
    expect(JSON.stringify(report)).not.toContain(TOKEN);
  });

  it("is redacted in the base URL of the report and of its commands", async () => {
    const report = await check(undefined, { baseUrl: `https://plants.test/${TOKEN}` });
    expect(report.baseUrl).toBe("https://plants.test/[redacted]");
    expect(report.rows[0]?.curl).toContain(" 'https://plants.test/[redacted]/plants' ");
    expect(JSON.stringify(report)).not.toContain(TOKEN);
  });

  it("is redacted before a response is cut", async () => {
    const { causes } = await check(on(200, { body: `${"x".repeat(270)}${TOKEN}` }));
    expect(causes[0]?.example.received).not.toContain(TOKEN.slice(0, 4));
  });

  it("isn't sent to the target of a redirect", async () => {
    const elsewhere = await startPlantService();
    const { url } = await startPlantService(on(400, { status: 302, headers: { location: elsewhere.url } }));
    await checkConformance({ baseUrl: url, token: TOKEN });
    expect(elsewhere.requests).toEqual([]);
  });
});
