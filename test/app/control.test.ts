import { describe, expect, it } from "vitest";
import { mockApp } from "../support/mock-app.ts";

const FERN = '{"id":1,"name":"Fern"}';
const error = (status: number, message: string) => [status, JSON.stringify({ error: status, message })];

describe("/__mock/plants", () => {
  it("adds, lists and deletes plants in order of creation: all, or those with an exact id", async () => {
    const fern = '{"id":9007199254740993,"name":"Fern \\"the green\\"","tag":"indoor"}';
    const moss = '{"id":9007199254740992,"name":"Moss"}';
    const { control, send } = mockApp();
    expect(await control("POST", "/plants", `[${fern},${moss},${fern}]`)).toEqual([201, `[${fern},${moss},${fern}]`]);
    expect(await control("GET", "/plants")).toEqual([200, `[${fern},${moss},${fern}]`]);
    expect(await control("GET", "/plants?id=9007199254740993")).toEqual([200, `[${fern},${fern}]`]);
    expect(await control("GET", "/plants?id=-1")).toEqual([200, "[]"]);
    expect((await send("/__mock/plants")).headers.get("content-type")).toBe("application/json");
    expect(await control("HEAD", "/plants")).toEqual([200, ""]);
    expect(await control("DELETE", "/plants?id=x")).toEqual([400, expect.stringContaining("Invalid id: ")]);
    expect(await control("DELETE", "/plants?id=9007199254740993")).toEqual([204, ""]);
    expect(await control("GET", "/plants")).toEqual([200, `[${moss}]`]);
    expect(await control("DELETE", "/plants")).toEqual([204, ""]);
    expect(await control("GET", "/plants")).toEqual([200, "[]"]);
  });

  it.each([
    ['[{"id":2,"name":"A"},{"id":1.5}]', "Invalid body: plants[1]: id must be an integer"],
    ['{"id":1.5}', "Invalid body: plant: id must be an integer"],
    ["7", "Invalid body: expected a NewPlant"],
    ["{}", "Invalid body: expected a NewPlant"],
    [FERN, "the id 1 is in use"],
  ])("adds none of %s", async (body, problem) => {
    const { control, mock } = mockApp({ duplicateIds: "reject", plants: [{ id: 1, name: "A" }] });
    expect(await control("POST", "/plants", body)).toEqual([400, expect.stringContaining(problem)]);
    expect(mock.plants.size).toBe(1);
  });
});

describe("/__mock/requests", () => {
  it("lists the latest requests with an outcome, and clears them", async () => {
    const { create, control } = mockApp();
    expect(await control("GET", "/requests")).toEqual([200, "[]"]);
    for (const body of [FERN, '{"id":2,"name":"Moss"}', "{}"]) {
      await create(body);
    }
    const [, list] = await control("GET", "/requests?outcome=created&limit=1");
    expect(JSON.parse(list)).toMatchObject([{ body: '{"id":2,"name":"Moss"}' }]);
    expect(await control("DELETE", "/requests")).toEqual([204, ""]);
    expect(await control("GET", "/requests")).toEqual([200, "[]"]);
  });

  it("returns one request by its number, with a curl command unless its body is cut, too large or missing", async () => {
    const { create, control, send, mock } = mockApp();
    for (const name of ["Fern", "x".repeat(70_000), "x".repeat(2 ** 20)]) {
      await create(JSON.stringify({ id: 1, name }));
    }
    void send("/plants", { method: "POST", body: new ReadableStream(), duplex: "half" } as RequestInit);
    await expect.poll(() => mock.requests.length).toBe(4);
    const find = async (number: number) => JSON.parse((await control("GET", `/requests?number=${number}`))[1]);
    expect(await find(1)).toMatchObject({
      body: FERN,
      curl: expect.stringMatching(/^curl .*'{"id":1,"name":"Fern"}'$/s),
    });
    for (const number of [2, 3, 4]) {
      expect(await find(number)).not.toHaveProperty("curl");
    }
  });
});

describe("/__mock/faults", () => {
  it("queues faults for plants with exact ids, lists functions by their type, and removes one", async () => {
    const { control, create, mock } = mockApp();
    const fault = '{"when":{"id":9007199254740993},"fault":"html","times":2}';
    const other = '{"when":{"id":13},"fault":"html"}';
    const sent = `[${fault},{"when":{"id":1.3e1},"fault":"html"},"malformed"]`;
    expect(await control("POST", "/faults", sent)).toEqual([201, `["malformed",${fault},${other}]`]);
    mock.failNext(() => Response.error());
    mock.failWhen({ name: () => true }, "html");
    await create(FERN);
    const matching = '{"when":{"name":"function"},"fault":"html"}';
    expect(await control("GET", "/faults")).toEqual([200, `["function",${fault},${other},${matching}]`]);
    expect(await control("DELETE", "/faults?number=2")).toEqual([204, ""]);
    expect(await control("GET", "/faults")).toEqual([200, `["function",${fault},${matching}]`]);
  });
});

describe("the control API", () => {
  type Row = [line: string, status: number, message: string];
  const OUTCOME = "Invalid query: outcome must be one of pending, created, refused, fault, aborted.";
  const LIMIT = "Invalid query: limit must be an integer from 1 to 1000.";
  const NO_PATH =
    "Not found. The control API has /__mock/events, /__mock/plants, /__mock/requests, /__mock/faults, /__mock/reset, /__mock/sessions.";

  it.each<Row>([
    ["DELETE /plants?ids=1", 400, "Invalid query: unknown parameter ids, did you mean id?"],
    ["POST /reset?id=1", 400, "Invalid query: unknown parameter id. Known: session."],
    ["GET /requests?outcome=x", 400, OUTCOME],
    ...["0", "1001", "1.5"].map((limit): Row => [`GET /requests?limit=${limit}`, 400, LIMIT]),
    ["GET /plants?id=x", 400, "Invalid id: Use digits only, without leading zeros."],
    ["POST /faults", 400, "Invalid body: not valid JSON."],
    ["DELETE /plants?id=7", 404, "Not found: id 7."],
    ["DELETE /faults?number=7", 404, "Not found: number 7."],
    ["GET /requests?number=7", 404, "Not found: number 7."],
    ...["", "/", "/trees?a=b"].map((path): Row => [`GET ${path}`, 404, NO_PATH]),
  ])("refuses %s with %d, and changes nothing", async (line, status, message) => {
    const { control, mock } = mockApp({ plants: [{ id: 1, name: "Fern" }] });
    mock.plants.clear();
    const [method = "", path = ""] = line.split(" ");
    expect(await control(method, path)).toEqual(error(status, message));
    expect(mock.plants.size).toBe(0);
  });

  it.each([
    ["/__mock/plants", "GET, POST, DELETE"],
    ["/__mock/openapi.yaml", "GET"],
  ])("lists the methods of %s", async (path, allow) => {
    const response = await mockApp().send(path, { method: "PUT" });
    expect(response.headers.get("allow")).toBe(allow);
    expect([response.status, await response.text()]).toEqual(error(405, `Method not allowed. Allowed: ${allow}.`));
  });

  it("leaves other paths to the operation", async () => {
    const { send } = mockApp();
    for (const path of ["/x/__mock/plants", "/__mocks/plants"]) {
      expect((await send(path)).headers.get("allow")).toBe("POST");
    }
    expect((await send("/", { method: "POST" })).status).toBe(404);
  });

  it("is turned off with control: false", async () => {
    const response = await mockApp({ control: false }).control("GET", "/plants");
    expect(response).toEqual(error(404, "Not found. The page and the control API are turned off."));
  });

  it("refuses pages of other origins for every path, without CORS headers", async () => {
    const { send } = mockApp();
    const headers = { origin: "https://evil.example.com", "access-control-request-method": "POST" };
    for (const [path, method] of Object.entries({ "/": "GET", "/__mock/plants": "OPTIONS", "/__mock/x": "OPTIONS" })) {
      const response = await send(path, { method, headers });
      expect([response.status, response.headers.get("access-control-allow-origin")]).toEqual([403, null]);
    }
  });
});
