import { describe, expect, it } from "vitest";
import { type Headers, mockApp } from "../support/mock-app.ts";

const FERN = '{"id":1,"name":"Fern"}';
const error = (status: number, message: string) => [status, JSON.stringify({ error: status, message })];

describe("/__mock/plants", () => {
  it("lists the plants with exact ids, in order of creation, or those with an id", async () => {
    const { control } = mockApp({
      plants: [
        { id: 9007199254740993n, name: 'Fern "the green"', tag: "indoor" },
        { id: -1, name: "Moss" },
        { id: -1, name: "Moss again" },
      ],
    });
    const [fern, moss] = [
      '{"id":9007199254740993,"name":"Fern \\"the green\\"","tag":"indoor"}',
      '{"id":-1,"name":"Moss"},{"id":-1,"name":"Moss again"}',
    ];
    expect(await control("GET", "/plants")).toEqual([200, `[${fern},${moss}]`]);
    expect(await control("GET", "/plants?id=-1")).toEqual([200, `[${moss}]`]);
    expect(await control("GET", "/plants?id=9007199254740992")).toEqual([200, "[]"]);
    expect(await control("GET", "/plants?id=x")).toEqual([400, expect.stringContaining("Invalid id: ")]);
    expect(await control("HEAD", "/plants")).toEqual([200, ""]);
  });

  it("adds none when one is invalid or its id is in use", async () => {
    const { control, mock } = mockApp({ duplicateIds: "reject", plants: [{ id: 1, name: "A" }] });
    for (const [body, problem] of [
      ['[{"id":2,"name":"A"},{"id":1.5}]', "Invalid body: plants[1]: id must be an integer"],
      ["7", "Invalid body: expected a NewPlant"],
      [FERN, "the id 1 is in use"],
    ] as const) {
      expect(await control("POST", "/plants", body)).toEqual([400, expect.stringContaining(problem)]);
    }
    expect(mock.plants.size).toBe(1);
  });

  it("deletes all plants, or those with an exact id", async () => {
    const plants = [9007199254740992n, 9007199254740993n, 9007199254740993n].map((id) => ({ id, name: "Fern" }));
    const { control, mock } = mockApp({ plants });
    expect(await control("DELETE", "/plants?id=9007199254740993")).toEqual([204, ""]);
    expect(mock.plants.all()).toEqual([{ id: 9007199254740992n, name: "Fern" }]);
    expect((await control("DELETE", "/plants?id=x"))[0]).toBe(400);
    expect(await control("DELETE", "/plants")).toEqual([204, ""]);
    expect(mock.plants.size).toBe(0);
  });
});

describe("/__mock/requests", () => {
  async function appWithRequests() {
    const app = mockApp();
    for (const body of [FERN, "{}", '{"id":2,"name":"Moss"}']) {
      await app.create(body);
    }
    const list = async (query: string) =>
      JSON.parse((await app.control("GET", `/requests${query}`))[1]).map(({ body }: { body: string }) => body);
    return { ...app, list };
  }

  it("lists the latest, oldest first, or those with an outcome", async () => {
    const { list } = await appWithRequests();
    expect(await list("?limit=2")).toEqual(["{}", '{"id":2,"name":"Moss"}']);
    expect(await list("?limit=1000")).toHaveLength(3);
    expect(await list("?outcome=created")).toEqual([FERN, '{"id":2,"name":"Moss"}']);
    expect(await list("?outcome=created&limit=1")).toEqual(['{"id":2,"name":"Moss"}']);
    expect(await list("?outcome=fault")).toEqual([]);
  });

  it.each(["limit=0", "limit=1001", "limit=-1", "limit=1.5", "limit=", "outcome=lost", "outcome=toString"])(
    "refuses %s",
    async (query) => {
      const { control } = mockApp();
      const problem = query.startsWith("limit")
        ? "limit must be an integer from 1 to 1000"
        : "outcome must be one of pending, created, refused, fault, aborted";
      expect(await control("GET", `/requests?${query}`)).toEqual([400, expect.stringContaining(problem)]);
    },
  );
});

describe("/__mock/faults", () => {
  it("lists functions by their type", async () => {
    const { control, mock } = mockApp();
    mock.failNext(() => Response.error());
    mock.failWhen({ id: 1, name: () => true }, "html");
    expect(await control("GET", "/faults")).toEqual([
      200,
      '["function",{"when":{"id":1,"name":"function"},"fault":"html"}]',
    ]);
  });

  it("queues faults for matching plants, with exact ids", async () => {
    const { control, create } = mockApp();
    const fault = '{"when":{"id":9007199254740993},"fault":"html","times":2}';
    expect(await control("POST", "/faults", `[${fault},"malformed"]`)).toEqual([201, `["malformed",${fault}]`]);
    const send = async (id: string) => (await create(`{"id":${id},"name":"Fern"}`))[0];
    expect(await send("1")).toBe(200);
    expect(await control("GET", "/faults")).toEqual([200, `[${fault}]`]);
    expect([await send("9007199254740992"), await send("9007199254740993")]).toEqual([200, 502]);
    expect(await control("GET", "/faults")).toEqual([200, `[${fault.replace("2}", "1}")}]`]);
    expect([await send("9007199254740993"), await send("9007199254740993")]).toEqual([502, 200]);
    expect(await control("GET", "/faults")).toEqual([200, "[]"]);
  });

  it.each([
    ['["html","slow"]', "faults[1] must be"],
    ['{"when":{"id":13},"fault":"html","times":0}', "times must be"],
    ['{"when":{"nme":"Fern"},"fault":"html"}', "unknown field nme, did you mean name?"],
    ["{", "not valid JSON"],
    ["", "not valid JSON"],
    ["\xFF", "not UTF-8"],
    [" ".repeat(2 ** 20 + 1), "larger than 1 MiB"],
  ])("refuses %.50j, and queues nothing", async (text, problem) => {
    const { send, control } = mockApp();
    const response = await send("/__mock/faults", { method: "POST", body: Buffer.from(text, "latin1") });
    expect(await response.json()).toEqual({
      error: 400,
      message: expect.stringMatching(/^Invalid body: /) && expect.stringContaining(problem),
    });
    expect(await control("GET", "/faults")).toEqual([200, "[]"]);
  });
});

describe("the control API", () => {
  it.each([
    ["DELETE", "/plants?ids=1", "unknown parameter ids, did you mean id?"],
    ["GET", "/requests?lmit=1", "unknown parameter lmit, did you mean limit?"],
    ["GET", "/plants?sesion=worker-1", "unknown parameter sesion, did you mean session?"],
    ["POST", "/reset?id=1", "unknown parameter id. Known: session."],
  ])("refuses %s %s, and changes nothing", async (method, path, problem) => {
    const { control, mock } = mockApp();
    mock.plants.add({ id: 1n, name: "Fern" });
    expect(await control(method, path)).toEqual(error(400, `Invalid query: ${problem}`));
    expect(mock.plants.size).toBe(1);
  });

  it.each([
    ["DELETE", "/plants?id=7", "id 7"],
    ["DELETE", "/faults?number=7", "number 7"],
    ["DELETE", "/sessions?name=worker-1", "name worker-1"],
    ["GET", "/requests?number=7", "number 7"],
  ])("says what it doesn't have: %s %s", async (method, path, missing) => {
    const { control } = mockApp();
    expect(await control(method, path)).toEqual(error(404, `Not found. The mock has nothing with the ${missing}.`));
  });

  it.each(["", "/", "/trees?a=b", "/constructor"])("lists its paths at /__mock%s", async (path) => {
    const paths = "/__mock/events, /__mock/plants, /__mock/requests, /__mock/faults, /__mock/reset, /__mock/sessions";
    expect(await mockApp().control("GET", path)).toEqual(error(404, `Not found. The control API has ${paths}.`));
  });

  it.each([
    ["/__mock/plants", "GET, POST, DELETE"],
    ["/__mock/openapi.yaml", "GET"],
  ])("lists the methods of %s", async (path, allow) => {
    const response = await mockApp().send(path, { method: "PUT" });
    expect([response.status, response.headers.get("allow"), (await response.json()).message]).toEqual([
      405,
      allow,
      `Method not allowed. Allowed: ${allow}.`,
    ]);
  });

  it("leaves other paths to the operation", async () => {
    const { send } = mockApp();
    for (const path of ["/x/__mock/plants", "/__mocks/plants"]) {
      const headers = { authorization: "Bearer any", "content-type": "application/json" };
      expect((await send(path, { method: "POST", headers, body: FERN })).status).toBe(200);
    }
    expect((await send("/", { method: "POST" })).status).toBe(404);
  });

  it("returns 404 with control: false, and leaves nothing of its paths to the operation", async () => {
    const { send, create } = mockApp({ control: false });
    for (const [method, path] of [
      ["GET", "/"],
      ["GET", "/__mock"],
      ["POST", "/__mock/plants"],
    ] as const) {
      const response = await send(path, { method });
      expect([response.status, await response.text()]).toEqual(
        error(404, "Not found. The page and the control API are turned off."),
      );
    }
    expect((await create(FERN))[0]).toBe(200);
  });

  it.each<[string, number, Headers]>([
    ["a Host that a page may have rebound to this machine", 403, { host: "evil.example.com" }],
    ["a page of another origin", 403, { origin: "https://evil.example.com" }],
    ["its preflight", 403, { origin: "https://evil.example.com", "access-control-request-method": "POST" }],
  ])("refuses %s for every path, without CORS headers", async (_, status, headers) => {
    const { send } = mockApp();
    for (const path of ["/__mock/plants", "/", "/__mock/events", "/__mock/unknown"]) {
      for (const method of ["GET", "OPTIONS"].slice(0, path === "/" ? 1 : 2)) {
        const response = await send(path, { method, headers });
        expect([response.status, response.headers.get("access-control-allow-origin")]).toEqual([status, null]);
      }
    }
  });
});
