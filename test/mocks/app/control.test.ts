import { describe, expect, it } from "vitest";
import { OUTCOMES } from "../../../mocks/requests/record.ts";
import { FERN_JSON } from "../../support/fern.ts";
import { jsonProblem } from "../../support/json-problem.ts";
import { mockApp } from "../../support/mock-app.ts";

const MOSS = '{"id":2,"name":"Moss"}';
const error = (status: number, message: string) => [status, JSON.stringify({ error: status, message })];

describe("/__mock/plants", () => {
  const ALOE = '{"id":9007199254740993,"name":"Aloe \\"vera\\"","tag":"indoor"}';
  const IVY = '{"id":9007199254740992,"name":"Ivy"}';

  async function appWithPlants() {
    const app = mockApp();
    await app.control("POST", "/plants", `[${ALOE},${IVY},${ALOE}]`);
    return app;
  }

  it("lists the plants with an exact id", async () => {
    const { control } = await appWithPlants();
    expect(await control("GET", "/plants?id=9007199254740993")).toEqual([200, `[${ALOE},${ALOE}]`]);
  });

  it("deletes all plants", async () => {
    const { mock, control } = await appWithPlants();
    expect(await control("DELETE", "/plants")).toEqual([204, ""]);
    expect(mock.plants.size).toBe(0);
  });

  it("deletes the plants with an exact id", async () => {
    const { control } = await appWithPlants();
    expect(await control("DELETE", "/plants?id=9007199254740993")).toEqual([204, ""]);
    expect(await control("GET", "/plants")).toEqual([200, `[${IVY}]`]);
  });

  it.each([
    ['[{"id":2,"name":"A"},{"id":1.5}]', "Invalid body: plants[1]: id must be an integer"],
    ['{"id":1.5}', "Invalid body: plant: id must be an integer"],
    [
      '[{"id":"2","name":"A"}]',
      "Invalid body: plants[0]: id must be an integer, not text. In JavaScript, parsePlantId converts it.",
    ],
    ["[{]", `Invalid body: ${jsonProblem("[{]")}.`],
    ["null", "Invalid body: expected a NewPlant"],
    ["{}", "Invalid body: expected a NewPlant"],
    [FERN_JSON, "Invalid plant: the id 1 is in use, and this mock rejects duplicate ids."],
    [`[${MOSS},${FERN_JSON}]`, "Invalid plants[1]: the id 1 is in use, and this mock rejects duplicate ids."],
  ])("adds none of %s", async (body, problem) => {
    const { control, mock } = mockApp({ duplicateIds: "reject", plants: [{ id: 1, name: "A" }] });
    expect(await control("POST", "/plants", body)).toEqual([400, expect.stringContaining(problem)]);
    expect(mock.plants.size).toBe(1);
  });
});

describe("/__mock/requests", () => {
  async function appWithRequests() {
    const app = mockApp();
    for (const body of [FERN_JSON, MOSS, "{}"]) {
      await app.create(body);
    }
    const list = async (query = "") => JSON.parse((await app.control("GET", `/requests${query}`))[1]);
    return { ...app, list };
  }

  const [first, second, third] = [FERN_JSON, MOSS, "{}"].map((body, index) => ({ number: index + 1, body }));

  it.each([
    ["all requests, oldest first", "", [first, second, third]],
    ["those with an outcome", "?outcome=created", [first, second]],
    ["the latest up to a limit", "?limit=2", [second, third]],
    ["the latest with an outcome up to a limit", "?outcome=created&limit=1", [second]],
    ["one by its number", "?number=2", { ...second, outcome: "created" }],
  ])("returns %s", async (_, query, expected) => {
    const { list } = await appWithRequests();
    expect(await list(query)).toMatchObject(expected as object);
  });

  it("deletes the records, whose numbers aren't used again", async () => {
    const { create, control, list } = await appWithRequests();
    expect(await control("DELETE", "/requests")).toEqual([204, ""]);
    expect(await list()).toEqual([]);
    await create(FERN_JSON);
    expect(await list()).toMatchObject([{ number: 4 }]);
  });

  it.each(["", "?number=1"])("redacts the credentials of a record: %s", async (query) => {
    const { create, control, mock } = mockApp();
    const credentials = { authorization: "Basic abc", "proxy-authorization": "Bearer abc", cookie: "a=b" };
    mock.failNext(() => new Response("", { headers: { "set-cookie": "a=b", "retry-after": "1" } }));
    await create(FERN_JSON, { ...credentials, accept: "*/*" });
    const [recorded] = [JSON.parse((await control("GET", `/requests${query}`))[1])].flat();
    expect(recorded).toMatchObject({
      headers: {
        authorization: "[redacted]",
        "proxy-authorization": "Bearer [redacted]",
        cookie: "[redacted]",
        accept: "*/*",
      },
      response: { headers: { "set-cookie": "[redacted]", "retry-after": "1" } },
    });
  });
});

describe("/__mock/faults", () => {
  const FAULT_FOR_LARGE_ID = '{"fault":"html","when":{"id":9007199254740993},"times":2}';
  const FAULT_FOR_13 = '{"fault":"html","when":{"id":13}}';
  const numbered = (number: number, entry: string) => entry.replace("{", `{"number":${number},`);

  it("queues faults for plants with exact ids", async () => {
    const { control } = mockApp();
    const sent = `[${FAULT_FOR_LARGE_ID},{"when":{"id":1.3e1},"fault":"html"}]`;
    expect(await control("POST", "/faults", sent)).toEqual([
      201,
      `[${numbered(1, FAULT_FOR_LARGE_ID)},${numbered(2, FAULT_FOR_13)}]`,
    ]);
  });

  it("lists faults for the next requests first", async () => {
    const { control } = mockApp();
    await control("POST", "/faults", `[${FAULT_FOR_LARGE_ID},"malformed"]`);
    expect(await control("GET", "/faults")).toEqual([
      200,
      `[{"number":2,"fault":"malformed"},${numbered(1, FAULT_FOR_LARGE_ID)}]`,
    ]);
  });

  it("removes one fault by its number", async () => {
    const { control } = mockApp();
    await control("POST", "/faults", `[${FAULT_FOR_LARGE_ID},${FAULT_FOR_13}]`);
    expect(await control("DELETE", "/faults?number=2")).toEqual([204, ""]);
    expect(await control("GET", "/faults")).toEqual([200, `[${numbered(1, FAULT_FOR_LARGE_ID)}]`]);
  });

  it("queues its own list again, with new numbers", async () => {
    const { control } = mockApp();
    await control("POST", "/faults", `[${FAULT_FOR_LARGE_ID},"malformed",{"delayMs":5},${FAULT_FOR_13}]`);
    const [, list] = await control("GET", "/faults");
    await control("DELETE", "/faults");
    const [status, again] = await control("POST", "/faults", list);
    const withoutNumbers = (json: string) => json.replaceAll(/"number":\d+,/g, "");
    expect([status, withoutNumbers(again)]).toEqual([201, withoutNumbers(list)]);
    expect(again).toContain('"number":5');
  });
});

it("/__mock/reset restores the initial plants, and clears requests and faults", async () => {
  const { create, control, mock } = mockApp({ plants: [{ id: 1, name: "Fern" }] });
  await create(MOSS);
  mock.failNext("html");
  expect(await control("POST", "/reset")).toEqual([204, ""]);
  const lists = await Promise.all(["/plants", "/requests", "/faults"].map((path) => control("GET", path)));
  expect(lists.map(([, list]) => list)).toEqual([`[${FERN_JSON}]`, "[]", "[]"]);
});

describe("the control API", () => {
  type Row = [line: string, status: number, message: string];
  const OUTCOME = `Invalid query: outcome must be one of ${OUTCOMES.join(", ")}.`;
  const notPositive = (parameter: string) => `Invalid query: ${parameter} must be a positive integer.`;
  const ID = "id must be digits without leading zeros, such as 1042 or -5.";
  const NO_PATH =
    "Not found. The control API has /__mock/plants, /__mock/requests, /__mock/faults, /__mock/reset, /__mock/openapi.yaml, /__mock/health.";

  it.each<Row>([
    ["GET /faults?x=1", 400, "Invalid query: unknown parameter x."],
    ["DELETE /plants?ids=1", 400, "Invalid query: unknown parameter ids, did you mean id?"],
    ["GET /requests?outcome=x", 400, OUTCOME],
    ["GET /requests?limit=0", 400, notPositive("limit")],
    ["GET /requests?limit=1.5", 400, notPositive("limit")],
    ["GET /requests?limit=abc", 400, notPositive("limit")],
    ["GET /requests?number=abc", 400, notPositive("number")],
    ["DELETE /faults?number=0", 400, notPositive("number")],
    ["GET /plants?id=x", 400, ID],
    ["DELETE /plants?id=x", 400, ID],
    [
      "POST /faults",
      400,
      'Invalid body: fault must be a status from 400 to 599 such as 503, a name such as "connection", an Error such as { "error": 17, "message": "No room" }, a status or a name with options such as { "fault": "connection", "creates": true }, a delay such as { "delayMs": 500 } or, in code, a function.',
    ],
    ["DELETE /plants?id=7", 404, "Not found: id 7."],
    ["DELETE /faults?number=7", 404, "Not found: number 7."],
    ["GET /requests?limit=1&number=99", 404, "Not found: number 99."],
    ["GET ", 404, NO_PATH],
  ])("refuses %s with %d", async (line, status, message) => {
    const [method = "", path = ""] = line.split(" ");
    expect(await mockApp().control(method, path)).toEqual(error(status, message));
  });

  it.each([
    ["PUT", "/__mock/plants", "GET, POST, DELETE"],
    ["POST", "/__mock/page/main.js", "GET"],
    ["toString", "/__mock/openapi.yaml", "GET"],
  ])("lists the methods when it gets %s %s", async (method, path, allow) => {
    const response = await mockApp().send(path, { method });
    expect(response.headers.get("allow")).toBe(allow);
    expect([response.status, await response.text()]).toEqual(error(405, `Method not allowed. Allowed: ${allow}.`));
  });

  it("is turned off with control: false", async () => {
    const response = await mockApp({ control: false }).control("GET", "/plants");
    expect(response).toEqual(error(404, "Not found. The page and the control API are turned off."));
  });

  it.each([
    ["GET", "/"],
    ["OPTIONS", "/__mock/plants"],
    ["OPTIONS", "/__mock/x"],
  ])("refuses a page of another origin without CORS headers: %s %s", async (method, path) => {
    const headers = { origin: "https://evil.example.com", "access-control-request-method": "POST" };
    const response = await mockApp().send(path, { method, headers });
    expect([response.status, response.headers.get("access-control-allow-origin")]).toEqual([403, null]);
  });
});
