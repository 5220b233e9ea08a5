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
import { check } from "./check.ts";

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

  it("has one row for each case", async () => {
    const { rows } = await check(on(200, { status: 201, contentType: "text/plain" }));
    const titles = rows.map(({ title }) => title);
    expect(titles).toEqual([...new Set(titles)]);
    expect(rows[0]).toMatchObject({
      title: "the smallest NewPlant",
      clauses: ["I11", "I9"],
      verdict: "violates",
      reason: "status 201 instead of 200; the 201 response isn't application/json",
      status: 201,
    });
    expect(rows[2]).toMatchObject({ title: "a wrong token", clauses: ["I13"], verdict: "not stated", status: 401 });
  });

  it("has the clause that a case tests if its response conforms", async () => {
    const { rows } = await check();
    expect(rows[0]).toMatchObject({ clauses: ["I4"], verdict: "conforms", reason: null });
    expect(rows.flatMap(({ clauses }) => clauses).filter((clause) => !/^I\d+$/.test(clause))).toEqual([]);
  });

  it.each([
    ["an array", "authorization: Bearer [redacted]; content-type: application/json; []"],
    ["no body", "authorization: Bearer [redacted]; content-type: application/json; no body"],
  ])("shows the request with %s on one line", async (title, sent) => {
    const { rows } = await check();
    expect(rows.find((row) => row.title === title)?.sent).toBe(`POST {base_url}/plants; ${sent}`);
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

/** Checks a service that can't be reached after the first request. */
function checkFailing(cause: object | undefined): Promise<ConformanceReport> {
  const service = plantServiceFetch();
  const failure = new TypeError("fetch failed", { cause });
  let calls = 0;
  return check(undefined, {
    fetch: (url, init) => (++calls === 1 ? service(url, init) : Promise.reject(failure)),
  });
}

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
    const { created, mayHaveBeenCreated } = await check(on(200, change));
    expect(created).toHaveLength(conforming.created.length);
    expect(mayHaveBeenCreated).toEqual([]);
  });

  it("leave out requests without an id", async () => {
    const { created, accepted } = await check(on(400, jsonReply(200, { name: "Fern" })));
    expect(accepted).toEqual(expect.arrayContaining(["a body without an id", "an id that is null", "no body"]));
    expect(created.filter((id) => typeof id !== "string" || id === "null")).toEqual([]);
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
    expect(mayHaveBeenCreated.slice(0, 2)).toEqual([ids[1], ids[3]]);
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

  const refused = { syscall: "connect", code: "ECONNREFUSED" };

  it.each<[string, object | undefined]>([
    ["the connection is refused", refused],
    ["the host has no address", { syscall: "getaddrinfo", code: "ENOTFOUND" }],
    ["no address of the host accepts a connection", { errors: [refused, { ...refused, code: "EHOSTUNREACH" }] }],
    ["the connection takes too long", { code: "UND_ERR_CONNECT_TIMEOUT" }],
    ["the certificate has expired", { code: "CERT_HAS_EXPIRED" }],
    ["the port is blocked", { message: "bad port" }],
  ])("don't include plants if %s", async (_, cause) => {
    expect(await checkFailing(cause)).toMatchObject({ created: [expect.anything()], mayHaveBeenCreated: [] });
  });

  const deep = { cause: { cause: { cause: { cause: { cause: refused } } } } };

  it.each<[string, object | undefined]>([
    ["the network fails after the connection was made", { syscall: "read", code: "EHOSTUNREACH" }],
    ["TLS breaks", { code: "ERR_SSL_WRONG_VERSION_NUMBER" }],
    ["only one of two connections was never made", { errors: [refused, { syscall: "write", code: "EPIPE" }] }],
    ["the chain of causes is long", deep],
    ["there is no cause", undefined],
  ])("only may have been created if %s", async (_, cause) => {
    const { created, mayHaveBeenCreated } = await checkFailing(cause);
    expect(created).toHaveLength(1);
    expect(mayHaveBeenCreated.length).toBeGreaterThan(1);
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

  it("may be Latin-1", async () => {
    const { fetch } = createPlantStoreMock({ token: "\u00e9" });
    expect(await check(undefined, { token: "\u00e9", fetch })).toMatchObject({ conforms: true });
  });

  it("isn't sent to the target of a redirect", async () => {
    const elsewhere = await startPlantService();
    const { url } = await startPlantService(on(400, { status: 302, headers: { location: elsewhere.url } }));
    await checkConformance({ baseUrl: url, token: TOKEN });
    expect(elsewhere.requests).toEqual([]);
  });
});
