import { networkInterfaces } from "node:os";
import { describe, expect, it } from "vitest";
import { refuseControl } from "../../mocks/server/local-only.ts";
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

  it("adds one or several, as requests would, and records none", async () => {
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

  it("adds none where one of them is invalid, and names it", async () => {
    const { control, mock } = await started();
    const [status, body] = await control("POST", "/plants", '[{"id":1,"name":"A"},{"id":1.5}]');
    expect([status, body]).toEqual([400, expect.stringContaining('"message":"plants[1]: id must be an integer')]);
    expect(await control("POST", "/plants", "7")).toEqual([
      400,
      '{"error":400,"message":"plant: it must be an object."}',
    ]);
    expect(mock.plants.size).toBe(0);
  });

  it('refuses an id in use with duplicateIds: "reject"', async () => {
    const { control } = await started({ duplicateIds: "reject", plants: [{ id: 1, name: "A" }] });
    expect(await control("POST", "/plants", '{"id":1,"name":"B"}')).toEqual([
      400,
      '{"error":400,"message":"The plant to add has the id 1, which is in use, and duplicateIds is \\"reject\\"."}',
    ]);
  });

  it("is cleared", async () => {
    const { control, mock } = await started({ plants: [{ id: 1, name: "A" }] });
    expect(await control("DELETE", "/plants")).toEqual([204, ""]);
    expect(mock.plants.size).toBe(0);
  });
});

describe("/__mock/requests", () => {
  it("lists what was asked and answered, without a token", async () => {
    const { control, url } = await started();
    expect(await control("GET", "/requests")).toEqual([200, "[]"]);
    await post({ fetch, baseUrl: url }, '{"id":9007199254740993,"name":"Fern"}', {
      authorization: "Bearer my-access-token",
    });
    const [, body] = await control("GET", "/requests");
    expect(body).toMatch(/^\[\{"method":"POST","url":"http:\/\/127\.0\.0\.1:\d+\/plants","headers":\{/);
    expect(body).toContain('"authorization":"Bearer [redacted]"');
    expect(body).toMatch(/,"newPlant":\{"id":9007199254740993,"name":"Fern"\},"status":200,"outcome":"created"\}\]$/);
    expect(body).not.toContain("my-access-token");
  });
});

describe("/__mock/faults", () => {
  it("queues faults of every kind but functions, and shows the queue", async () => {
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
    [
      '"slow"',
      'fault must be "connection", "timeout", "malformed", "html", {"delayMs": 250} or {"error": 7, "message": "…", "status": 503}.',
    ],
    [
      '["html",null]',
      'faults[1] must be "connection", "timeout", "malformed", "html", {"delayMs": 250} or {"error": 7, "message": "…", "status": 503}.',
    ],
    [
      "[[]]",
      'faults[0] must be "connection", "timeout", "malformed", "html", {"delayMs": 250} or {"error": 7, "message": "…", "status": 503}.',
    ],
    ['{"delayMs":-1}', "fault: delayMs must be a number of milliseconds, from 0 to 2147483647."],
    ['{"delayMs":2147483648}', "fault: delayMs must be a number of milliseconds, from 0 to 2147483647."],
    ['{"delayMs":"1"}', "fault: delayMs must be a number of milliseconds, from 0 to 2147483647."],
    ['{"delayMs":1,"error":1}', 'fault: there is no field "error" beside delayMs.'],
    [
      '{"error":1,"message":"a","code":2,"__proto__":3}',
      'fault: there is no field "code", "__proto__" beside error, message, status.',
    ],
    ['{"error":1,"message":"a","status":600}', "fault: status must be an integer from 200 to 599 that allows a body."],
    ['{"error":1,"message":"a","status":204}', "fault: status must be an integer from 200 to 599 that allows a body."],
    [
      '{"error":1,"message":"a","status":"500"}',
      "fault: status must be an integer from 200 to 599 that allows a body.",
    ],
    ['{"message":"a"}', "fault: error is required."],
  ])("refuses %s, and queues nothing", async (body, message) => {
    const { control } = await started();
    expect(await control("POST", "/faults", body)).toEqual([400, JSON.stringify({ error: 400, message })]);
    expect(await control("GET", "/faults")).toEqual([200, "[]"]);
  });

  it("refuses an error that is no int32", async () => {
    const { control } = await started();
    const [status, body] = await control("POST", "/faults", '{"error":2147483648,"message":"a"}');
    expect([status, body]).toEqual([400, expect.stringContaining("fault: error must be an int")]);
  });

  it.each([
    ["{", "The body is no valid JSON: "],
    ["", "The body is no valid JSON: "],
    ["\xFF", "The body is not UTF-8."],
  ])("refuses a body that is none: %j", async (body, message) => {
    const { url } = await started();
    const response = await fetch(`${url}/__mock/faults`, { method: "POST", body: Buffer.from(body, "latin1") });
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining(message)]);
  });

  it("refuses a body that is too large", async () => {
    const { url } = await started();
    const response = await fetch(`${url}/__mock/faults`, { method: "POST", body: new Uint8Array(11 * 2 ** 20) });
    expect([response.status, await response.text()]).toEqual([
      400,
      expect.stringContaining("larger than 10485760 bytes"),
    ]);
  });
});

describe("/__mock/reset", () => {
  it("goes back to the beginning", async () => {
    const { control, mock, url } = await started({ plants: [{ id: 1, name: "A" }] });
    await post({ fetch, baseUrl: url }, '{"id":2,"name":"B"}');
    mock.failNext("html");
    expect(await control("POST", "/reset")).toEqual([204, ""]);
    expect(mock.plants.all()).toEqual([{ id: 1n, name: "A" }]);
    expect(mock.requests).toEqual([]);
    expect(await control("GET", "/faults")).toEqual([200, "[]"]);
  });
});

describe("the control routes", () => {
  it("say what there is, and what one may do", async () => {
    const { control, url } = await started();
    expect(await control("GET", "/trees?a=b")).toEqual([
      404,
      '{"error":404,"message":"Nothing is here. The mock is controlled at /__mock/plants, /__mock/requests, /__mock/faults, /__mock/reset."}',
    ]);
    const response = await fetch(`${url}/__mock/plants`, { method: "PUT" });
    expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, POST, DELETE"]);
    expect(await response.text()).toBe('{"error":405,"message":"Here one may GET, POST, DELETE."}');
  });

  it("leave the operation its path", async () => {
    const { url } = await started();
    expect((await post({ fetch, baseUrl: `${url}/x/__mock` }, '{"id":1,"name":"A"}')).status).toBe(200);
    expect((await fetch(`${url}/`, { method: "POST" })).status).toBe(404);
    expect((await fetch(`${url}/`, { method: "HEAD" })).status).toBe(200);
  });

  it.each(["localhost:80", "LOCALHOST", "127.0.0.1:1", "127.9.9.9", "[::1]:4010"])(
    "answer under the Host %s",
    async (host) => {
      const { url } = await started();
      const connection = await openRawConnection(url);
      connection.send(`GET /__mock/plants HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
      expect(await connection.answer()).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    },
  );

  it.each([
    "evil.example.com",
    "localhost.evil.com",
    "127.0.0.1.evil.com",
    "10.0.0.1",
    "[::2]",
    "localhost:80:80",
    "a@localhost",
  ])("do not answer under the Host %s, which a page may have rebound to this machine", async (host) => {
    const { url } = await started();
    for (const path of ["/__mock/plants", "/", "/__mock/events"]) {
      const connection = await openRawConnection(url);
      connection.send(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
      expect(await connection.answer()).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n[\s\S]*see the Host header/);
    }
  });

  it.each([
    [{ origin: "https://evil.example.com" }],
    [{ origin: "null" }],
    [{ origin: "http://127.0.0.1:1" }],
    [{ "sec-fetch-site": "cross-site" }],
    [{ "sec-fetch-site": "same-site" }],
    [{ origin: "https://evil.example.com", "sec-fetch-mode": "navigate" }],
  ])("do not answer a page of another origin: %j", async (headers: Record<string, string>) => {
    const { url, mock } = await started({ plants: [{ id: 1, name: "A" }] });
    const connection = await openRawConnection(url);
    const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    connection.send(`DELETE /__mock/plants HTTP/1.1\r\nHost: ${url.slice(7)}\r\n${fields.join("")}\r\n`);
    const answer = await connection.answer();
    expect(answer).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n[\s\S]*Pages of other origins do not control the mock/);
    expect(answer).not.toMatch(/access-control/i);
    expect(mock.plants.size).toBe(1);
  });

  it("do not answer a preflight", async () => {
    const { url } = await started();
    const headers = { origin: "https://app.example.com", "access-control-request-method": "POST" };
    const response = await fetch(`${url}/__mock/reset`, { method: "OPTIONS", headers });
    expect([response.status, response.headers.get("access-control-allow-origin")]).toEqual([403, null]);
  });

  it("answer the mock's own page, and a person who follows a link to it", async () => {
    const { url } = await started();
    const statusOf = async (path: string, fields: Record<string, string>) => {
      const connection = await openRawConnection(url);
      const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
      connection.send(`GET ${path} HTTP/1.1\r\nHost: ${url.slice(7)}\r\n${lines.join("")}\r\n`);
      const answer = await connection.answer();
      expect(answer).not.toMatch(/access-control/i);
      return answer.slice(9, 12);
    };
    expect(await statusOf("/__mock/plants", { origin: url, "sec-fetch-site": "same-origin" })).toBe("200");
    expect(await statusOf("/", { "sec-fetch-site": "none", "sec-fetch-mode": "navigate" })).toBe("200");
    expect(await statusOf("/", { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" })).toBe("200");
  });

  it("do not answer another machine", async () => {
    const { url, mock } = await started({ host: "0.0.0.0", plants: [{ id: 1, name: "A" }] });
    const outside = Object.values(networkInterfaces())
      .flat()
      .find((address) => address?.family === "IPv4" && !address.internal)?.address;
    if (outside !== undefined) {
      const connection = await openRawConnection(url.replace("127.0.0.1", outside));
      connection.send("DELETE /__mock/plants HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
      expect(await connection.answer()).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n[\s\S]*from its own machine alone/);
    }
    expect(mock.plants.size).toBe(1);
  });

  it.each([
    ["127.0.0.1", true],
    ["127.8.8.8", true],
    ["::1", true],
    ["::ffff:127.0.0.1", true],
    ["::ffff:10.0.0.1", false],
    ["10.0.0.1", false],
    ["::2", false],
    [undefined, false],
  ])("take %s for an address of this machine: %s", (remoteAddress, isOwn) => {
    const incoming = { socket: { remoteAddress }, headers: { host: "localhost" } } as Parameters<
      typeof refuseControl
    >[0];
    expect(refuseControl(incoming) === undefined).toBe(isOwn);
  });
});
