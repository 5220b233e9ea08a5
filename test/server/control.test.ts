import { networkInterfaces } from "node:os";
import { type MockServerOptions, startMockServer } from "plant-store-sdk/mocks/server";
import { describe, expect, it, onTestFinished } from "vitest";
import { getRejection } from "../support/get-rejection.ts";
import { mockServer } from "../support/mock-server.ts";
import { post } from "../support/post.ts";
import { openRawConnection } from "../support/raw-connection.ts";

async function started(options: Parameters<typeof mockServer>[0] = {}) {
  const server = await mockServer(options);
  const control = async (method: string, path: string, body?: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${server.url}/__mock${path}`, {
      method,
      headers,
      ...(body !== undefined && { body }),
    });
    return [response.status, await response.text()];
  };
  return { ...server, control };
}

const KINDS =
  'must be "connection", "unreachable", "timeout", "malformed", "html", { error, message, status, headers, delayMs, creates }, { fault, delayMs, creates } or { delayMs, creates }';

describe("/__mock/plants", () => {
  it("lists the plants with exact ids, in order of creation", async () => {
    const { control } = await started({
      plants: [
        { id: 9007199254740993n, name: 'Fern "the green"', tag: "indoor" },
        { id: -1, name: "Moss" },
      ],
    });
    expect(await control("GET", "/plants")).toEqual([
      200,
      '[{"id":9007199254740993,"name":"Fern \\"the green\\"","tag":"indoor"},{"id":-1,"name":"Moss"}]',
    ]);
    expect(await control("HEAD", "/plants")).toEqual([200, ""]);
  });

  it("adds one plant or several, and records no request", async () => {
    const { control, mock } = await started();
    expect(await control("POST", "/plants", '{"id":9223372036854775807,"name":"Fern","colour":"green"}')).toEqual([
      201,
      '[{"id":9223372036854775807,"name":"Fern"}]',
    ]);
    expect(await control("POST", "/plants", '[{"id":1,"name":"A","tag":"x"},{"id":2,"name":"B"}]')).toEqual([
      201,
      '[{"id":1,"name":"A","tag":"x"},{"id":2,"name":"B"}]',
    ]);
    expect(mock.plants.all().map(({ id }) => id)).toEqual([9223372036854775807n, 1n, 2n]);
    expect(mock.requests).toEqual([]);
  });

  it("adds none when one is invalid, and names it", async () => {
    const { control, mock } = await started();
    const [status, body] = await control("POST", "/plants", '[{"id":1,"name":"A"},{"id":1.5}]');
    expect([status, body]).toEqual([
      400,
      expect.stringContaining('"message":"Invalid body: plants[1]: id must be an integer'),
    ]);
    expect(await control("POST", "/plants", "7")).toEqual([
      400,
      '{"error":400,"message":"Invalid body: expected a NewPlant or an array of NewPlants."}',
    ]);
    expect(mock.plants.size).toBe(0);
  });

  it('refuses an id in use with duplicateIds: "reject"', async () => {
    const { control } = await started({ duplicateIds: "reject", plants: [{ id: 1, name: "A" }] });
    expect(await control("POST", "/plants", '{"id":1,"name":"B"}')).toEqual([
      400,
      '{"error":400,"message":"Invalid plant: the id 1 is in use, and duplicateIds is \\"reject\\"."}',
    ]);
  });

  it("deletes all plants", async () => {
    const { control, mock } = await started({ plants: [{ id: 1, name: "A" }] });
    expect(await control("DELETE", "/plants")).toEqual([204, ""]);
    expect(mock.plants.size).toBe(0);
  });
});

describe("/__mock/requests", () => {
  it("deletes all requests", async () => {
    const { control, mock, url } = await started();
    await post({ fetch, baseUrl: url }, '{"id":1,"name":"Fern"}');
    expect(await control("DELETE", "/requests")).toEqual([204, ""]);
    expect([mock.requests.length, mock.plants.size]).toEqual([0, 1]);
  });

  it("lists the requests without tokens", async () => {
    const { control, url } = await started();
    expect(await control("GET", "/requests")).toEqual([200, "[]"]);
    await post({ fetch, baseUrl: url }, '{"id":9007199254740993,"name":"Fern"}', {
      authorization: "Bearer my-access-token",
    });
    const [, body] = await control("GET", "/requests");
    expect(body).toMatch(/^\[\{"method":"POST","url":"http:\/\/127\.0\.0\.1:\d+\/plants","headers":\{/);
    expect(body).toContain('"authorization":"Bearer [redacted]"');
    expect(body).toMatch(
      /,"newPlant":\{"id":9007199254740993,"name":"Fern"\},"status":200,"response":\{.*\},"durationMs":[\d.]+,"outcome":"created"\}\]$/,
    );
    expect(body).not.toContain("my-access-token");
  });
});

describe("/__mock/faults", () => {
  it("queues faults of every kind, and lists the queue", async () => {
    const { control, mock, url } = await started();
    expect(await control("POST", "/faults", '"html"')).toEqual([201, '["html"]']);
    const faults =
      '["connection","timeout","malformed",{"delayMs":0.5},{"error":-7,"message":"down","status":503},{"error":1,"message":""}]';
    expect(await control("POST", "/faults", faults)).toEqual([201, `["html",${faults.slice(1)}`]);
    mock.failNext(() => new Response("made"), { error: 2, message: "no status", status: undefined });
    const others = '"function",{"error":2,"message":"no status"}';
    expect(await control("GET", "/faults")).toEqual([200, `["html",${faults.slice(1, -1)},${others}]`]);
    expect((await post({ fetch, baseUrl: url }, "{}")).status).toBe(502);
    expect(await control("GET", "/faults")).toEqual([200, `${faults.slice(0, -1)},${others}]`]);
  });

  it.each([
    ['"slow"', `fault ${KINDS}.`],
    ['["html",null]', `faults[1] ${KINDS}.`],
    ['["html",[]]', `faults[1] ${KINDS}.`],
    ['{"delayMs":-1}', "fault: delayMs must be a number of milliseconds from 0 to 2147483647."],
    ['{"delayMs":2147483648}', "fault: delayMs must be a number of milliseconds from 0 to 2147483647."],
    ['{"delayMs":"1"}', "fault: delayMs must be a number of milliseconds from 0 to 2147483647."],
    ['{"delayMs":1,"error":1}', "fault: message is required."],
    ['{"error":1,"message":"a","sttus":2}', "fault: unknown field sttus, did you mean status?"],
    ['{"error":1,"message":"a","status":600}', "fault: status must be an integer from 200 to 599 that allows a body."],
    ['{"error":1,"message":"a","status":204}', "fault: status must be an integer from 200 to 599 that allows a body."],
    [
      '{"error":1,"message":"a","status":"500"}',
      "fault: status must be an integer from 200 to 599 that allows a body.",
    ],
    ['{"message":"a"}', "fault: error is required."],
    ['{"error":2147483648,"message":"a"}', "fault: error must be an int32."],
    ['{"when":{"id":13},"fault":"html","times":0}', "fault: times must be an integer of 1 or more."],
    ['{"when":{"nme":"Fern"},"fault":"html"}', "condition: unknown field nme, did you mean name?"],
  ])("refuses %s, and queues nothing", async (body, message) => {
    const { control } = await started();
    expect(await control("POST", "/faults", body)).toEqual([
      400,
      JSON.stringify({ error: 400, message: `Invalid body: ${message}` }),
    ]);
    expect(await control("GET", "/faults")).toEqual([200, "[]"]);
  });

  it("queues faults for matching plants, with exact ids", async () => {
    const { control, url } = await started();
    const fault = '{"when":{"id":9007199254740993},"fault":"html","times":2}';
    expect(await control("POST", "/faults", `[${fault},"malformed"]`)).toEqual([201, `["malformed",${fault}]`]);
    const send = async (id: string) => (await post({ fetch, baseUrl: url }, `{"id":${id},"name":"Fern"}`)).status;
    expect(await send("1")).toBe(200);
    expect(await control("GET", "/faults")).toEqual([200, `[${fault}]`]);
    expect([await send("9007199254740992"), await send("9007199254740993")]).toEqual([200, 502]);
    expect(await control("GET", "/faults")).toEqual([200, `[${fault.replace("2}", "1}")}]`]);
    expect([await send("9007199254740993"), await send("9007199254740993")]).toEqual([502, 200]);
    expect(await control("GET", "/faults")).toEqual([200, "[]"]);
  });

  it("deletes all faults", async () => {
    const { control, mock } = await started();
    mock.failNext("html");
    mock.failWhen({ id: 1n }, "html");
    expect(await control("DELETE", "/faults")).toEqual([204, ""]);
    expect(await control("GET", "/faults")).toEqual([200, "[]"]);
  });

  it.each([
    ["{", "Invalid body: not valid JSON."],
    ["", "Invalid body: not valid JSON."],
    ["\xFF", "Invalid body: not UTF-8."],
  ])("refuses a body that isn't JSON: %j", async (body, message) => {
    const { url } = await started();
    const response = await fetch(`${url}/__mock/faults`, { method: "POST", body: Buffer.from(body, "latin1") });
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining(message)]);
  });

  it("refuses a body that is too large", async () => {
    const { url } = await started();
    const response = await fetch(`${url}/__mock/faults`, { method: "POST", body: new Uint8Array(2 * 2 ** 20) });
    expect([response.status, await response.text()]).toEqual([
      400,
      expect.stringContaining("Invalid body: larger than 1 MiB."),
    ]);
  });
});

describe("/__mock/reset", () => {
  it("restores the initial plants and clears requests and faults", async () => {
    const { control, mock, url } = await started({ plants: [{ id: 1, name: "A" }] });
    await post({ fetch, baseUrl: url }, '{"id":2,"name":"B"}');
    mock.failNext("html");
    expect(await control("POST", "/reset")).toEqual([204, ""]);
    expect(mock.plants.all()).toEqual([{ id: 1n, name: "A" }]);
    expect(mock.requests).toEqual([]);
    expect(await control("GET", "/faults")).toEqual([200, "[]"]);
  });
});

describe("the control API", () => {
  it.each([
    ["DELETE", "/plants?ids=1", "unknown parameter ids, did you mean id?"],
    ["DELETE", "/faults?nr=1", "unknown parameter nr. Known: number, session."],
    ["DELETE", "/requests?number=1", "unknown parameter number. Known: session."],
    ["GET", "/plants?sesion=worker-1", "unknown parameter sesion, did you mean session?"],
    ["POST", "/reset?id=1", "unknown parameter id. Known: session."],
  ])("refuses %s %s, and changes nothing", async (method, path, problem) => {
    const { control, mock } = await started();
    mock.plants.add({ id: 1n, name: "Fern" });
    mock.failNext("html");
    expect(await control(method, path)).toEqual([
      400,
      JSON.stringify({ error: 400, message: `Invalid query: ${problem}` }),
    ]);
    expect(mock.plants.size).toBe(1);
    expect(await control("GET", "/faults")).toEqual([200, '["html"]']);
  });

  it.each([
    ["DELETE", "/plants?id=7", "id 7"],
    ["DELETE", "/faults?number=7", "number 7"],
    ["GET", "/requests?number=7", "number 7"],
  ])("says what it doesn't have: %s %s", async (method, path, missing) => {
    const { control } = await started();
    const message = `Not found. The mock has nothing with the ${missing}.`;
    expect(await control(method, path)).toEqual([404, JSON.stringify({ error: 404, message })]);
  });

  it.each([
    ["/", "text/html; charset=utf-8"],
    ["/__mock/openapi.yaml", "text/yaml; charset=utf-8"],
  ])("returns %s whatever its query", async (path, type) => {
    const { url } = await started();
    const response = await fetch(`${url}${path}?from=mail`);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, type]);
  });

  it.each(["/__mock", "/__mock/", "/__mock/trees?a=b", "/__mock/constructor"])(
    "lists its paths at %s",
    async (path) => {
      const { url } = await started();
      const response = await fetch(url + path);
      expect([response.status, await response.text()]).toEqual([
        404,
        '{"error":404,"message":"Not found. The control API has /__mock/events, /__mock/plants, /__mock/requests, /__mock/faults, /__mock/reset, /__mock/sessions."}',
      ]);
    },
  );

  it("lists the methods of a path", async () => {
    const { url } = await started();
    const response = await fetch(`${url}/__mock/plants`, { method: "PUT" });
    expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, POST, DELETE"]);
    expect(await response.text()).toBe('{"error":405,"message":"Method not allowed. Allowed: GET, POST, DELETE."}');
  });

  it("leaves other paths to the operation", async () => {
    const { url } = await started();
    expect((await post({ fetch, baseUrl: `${url}/x/__mock` }, '{"id":1,"name":"A"}')).status).toBe(200);
    expect((await post({ fetch, baseUrl: `${url}/__mocks` }, '{"id":1,"name":"A"}')).status).toBe(200);
    expect((await fetch(`${url}/`, { method: "POST" })).status).toBe(404);
    expect((await fetch(`${url}/`, { method: "HEAD" })).status).toBe(200);
  });

  it("returns 404 with control: false, and leaves nothing of its paths to the operation", async () => {
    const { url, mock } = await started({ control: false });
    for (const [method, path] of [
      ["GET", "/"],
      ["GET", "/__mock"],
      ["POST", "/__mock/plants"],
      ["GET", "/__mock/events"],
    ] as const) {
      const response = await fetch(url + path, { method });
      expect([response.status, await response.text()]).toEqual([
        404,
        '{"error":404,"message":"Not found. The page and the control API are turned off."}',
      ]);
    }
    expect((await post({ fetch, baseUrl: url }, '{"id":1,"name":"A"}')).status).toBe(200);
    expect(mock.plants.size).toBe(1);
  });

  it("refuses a Host that a page may have rebound to this machine, for every path", async () => {
    const { url } = await started();
    for (const path of ["/__mock/plants", "/", "/__mock/events", "/__mock/unknown"]) {
      const connection = await openRawConnection(url);
      connection.send(`GET ${path} HTTP/1.1\r\nHost: evil.example.com\r\n\r\n`);
      expect(await connection.response()).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n[\s\S]*check the Host header/);
    }
  });

  it("refuses a page of another origin, without CORS headers", async () => {
    const { url, mock } = await started({ plants: [{ id: 1, name: "A" }] });
    const connection = await openRawConnection(url);
    connection.send(
      `DELETE /__mock/plants HTTP/1.1\r\nHost: ${url.slice(7)}\r\nOrigin: https://evil.example.com\r\n\r\n`,
    );
    const response = await connection.response();
    expect(response).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n[\s\S]*refuses requests from pages of other origins/);
    expect(response).not.toMatch(/access-control/i);
    expect(mock.plants.size).toBe(1);
  });

  it("refuses a preflight", async () => {
    const { url } = await started();
    const headers = { origin: "https://app.example.com", "access-control-request-method": "POST" };
    const response = await fetch(`${url}/__mock/reset`, { method: "OPTIONS", headers });
    expect([response.status, response.headers.get("access-control-allow-origin")]).toEqual([403, null]);
  });

  it("refuses a forwarded request", async () => {
    const { control, mock } = await started({ plants: [{ id: 1, name: "A" }] });
    const [status] = await control("DELETE", "/plants", undefined, { "x-forwarded-for": "192.0.2.60" });
    expect([status, mock.plants.size]).toEqual([403, 1]);
  });

  it("accepts its own page, and a link from another page", async () => {
    const { url } = await started();
    const getStatus = async (path: string, headers: Record<string, string>) => {
      const connection = await openRawConnection(url);
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
      connection.send(`GET ${path} HTTP/1.1\r\nHost: ${url.slice(7)}\r\n${lines.join("")}\r\n`);
      const response = await connection.response();
      expect(response).not.toMatch(/access-control/i);
      return response.slice(9, 12);
    };
    expect(await getStatus("/__mock/plants", { origin: url, "sec-fetch-site": "same-origin" })).toBe("200");
    expect(await getStatus("/", { "sec-fetch-site": "none", "sec-fetch-mode": "navigate" })).toBe("200");
    expect(await getStatus("/", { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" })).toBe("200");
  });

  const outside = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === "IPv4" && !internal)?.address;

  it.skipIf(outside === undefined)("accepts another address only under a name of controlHosts", async () => {
    const { url } = await started({ host: "0.0.0.0", controlHosts: ["mock"] });
    const statusUnder = async (host: string) => {
      const connection = await openRawConnection(url.replace("127.0.0.1", String(outside)));
      connection.send(`GET /__mock/plants HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
      return (await connection.response()).slice(9, 12);
    };
    expect(await statusUnder("mock:4010")).toBe("200");
    expect(await statusUnder("127.0.0.1")).toBe("403");
    expect(await statusUnder("mock.example.com")).toBe("403");
  });

  it("accepts a name of controlHosts at a second loopback address", async () => {
    const { url } = await started({ host: "127.0.0.2", controlHosts: ["mock"] });
    expect(url).toMatch(/^http:\/\/127\.0\.0\.2:/);
    const statusUnder = async (host: string, ...lines: string[]) => {
      const connection = await openRawConnection(url);
      connection.send(["POST /__mock/reset HTTP/1.1", `Host: ${host}`, ...lines, "", ""].join("\r\n"));
      return (await connection.response()).slice(9, 12);
    };
    expect(await statusUnder("mock:4010")).toBe("204");
    expect(await statusUnder("mock:4010", "Forwarded: for=192.0.2.60")).toBe("204");
    expect(await statusUnder("mock:4010", "Origin: http://mock:4010")).toBe("204");
    expect(await statusUnder("mock:4010", "Origin: http://evil.example.com")).toBe("403");
    expect(await statusUnder("evil.example.com")).toBe("403");
  });
});

describe("startMockServer", () => {
  it.each([
    [{ control: 1 }, "control must be true or false"],
    [{ cors: "no" }, "cors must be true or false"],
    [{ controlHosts: "mock" }, "controlHosts must be an array of host names without scheme and port"],
    [{ controlHost: ["mock"] }, "unknown option controlHost, did you mean controlHosts?"],
  ])("rejects %j", async (options, message) => {
    expect(await getRejection(startMockServer(options as MockServerOptions))).toMatchObject({
      name: "TypeError",
      message: expect.stringContaining(`Invalid options: ${message}`),
    });
  });

  it("reads its options from own properties only", async () => {
    const polluted = Object.prototype as { controlHosts?: unknown };
    onTestFinished(() => void delete polluted.controlHosts);
    polluted.controlHosts = ["evil.example.com"];
    const { url } = await started();
    const connection = await openRawConnection(url);
    connection.send("GET /__mock/plants HTTP/1.1\r\nHost: evil.example.com\r\n\r\n");
    expect(await connection.response()).toContain(" 403 Forbidden\r\n");
  });
});
