import { Socket } from "node:net";
import { createMockApp } from "plant-store-sdk/mocks/app";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { deferred } from "../../support/deferred.ts";
import { FERN_JSON } from "../../support/fern.ts";
import { mockApp } from "../../support/mock-app.ts";
import { expectOutcomes } from "../../support/outcomes.ts";

const CREATE = {
  method: "POST",
  headers: { authorization: "Bearer any", "content-type": "application/json" },
  body: FERN_JSON,
};
const URL = "http://localhost/plants";

describe("createMockApp", () => {
  it("responds with 500 when the body has already been read", async () => {
    const request = new Request(URL, CREATE);
    await request.text();
    expect((await createMockApp().fetch(request)).status).toBe(500);
  });

  it("responds with 500 to an invalid URL, which Deno makes of a Host header", async () => {
    const request = new Request("http://localhost/plants");
    Object.defineProperty(request, "url", { value: "http://localhost:abc/plants" });
    expect((await createMockApp().fetch(request)).status).toBe(500);
  });

  it("responds with 499 when the client has left", async () => {
    expect((await mockApp().send("/plants", { ...CREATE, signal: AbortSignal.abort() })).status).toBe(499);
  });

  it("cancels the upload of a client that has left", async () => {
    const canceled = deferred();
    const body = new ReadableStream({ cancel: canceled.resolve });
    await mockApp().send("/plants", { ...CREATE, body, signal: AbortSignal.abort(), duplex: "half" } as RequestInit);
    await canceled.promise;
  });

  it.each(["/plants", "/__mock/plants"])("responds with 499 when the client leaves an upload to %s", async (path) => {
    const controller = new AbortController();
    const canceled = deferred();
    const body = new ReadableStream({ cancel: canceled.resolve });
    const init = { ...CREATE, body, signal: controller.signal, duplex: "half" } as RequestInit;
    const { send, mock } = mockApp();
    const response = send(path, init);
    controller.abort();
    await canceled.promise;
    expect([(await response).status, mock.plants.size]).toEqual([499, 0]);
  });

  it("responds with 499 when the client leaves", async () => {
    const { send, mock } = mockApp({ delayMs: 1_000_000 });
    const controller = new AbortController();
    const response = send("/plants", { ...CREATE, signal: controller.signal });
    await expectOutcomes({ mock }, "pending");
    controller.abort();
    expect((await response).status).toBe(499);
  });

  it.each([
    ["/", 200],
    ["/__mock/plants", 200],
    ["/plants", 405],
  ])("sends no body to HEAD %s", async (path, status) => {
    expect(await mockApp().send(path, { method: "HEAD" })).toMatchObject({ status, body: null });
  });
});

describe("a lost connection", () => {
  const lost = () => new Request(URL, { ...CREATE, headers: { ...CREATE.headers, "x-mock-fault": "connection" } });

  it("is a response whose body fails", async () => {
    const response = await createMockApp().fetch(lost());
    await expect(response.text()).rejects.toBe("the mock closed the connection: a fault or a reset");
  });

  it("is Response.error() in a service worker", async () => {
    vi.stubGlobal("registration", {});
    onTestFinished(() => void vi.unstubAllGlobals());
    expect((await createMockApp().fetch(lost())).type).toBe("error");
  });

  it("destroys the socket in Hono on Node", async () => {
    const socket = new Socket();
    await createMockApp().fetch(lost(), { incoming: { socket } });
    expect(socket.destroyed).toBe(true);
  });
});

describe("createMockApp throws", () => {
  const HOSTS = 'controlHosts must be an array of host names without scheme and port, such as ["mock"]';
  const create = (options: object) => () => createMockApp(options);
  const problem = (text: string) => new TypeError(`Invalid options: ${text}`);

  it.each([
    [{ control: 1 }, "control must be true or false"],
    [{ cors: "no" }, "cors must be true or false"],
    [{ controlHost: ["mock"] }, "unknown option controlHost, did you mean controlHosts?"],
    [{ controlHosts: "mock" }, HOSTS],
    [{ controlHosts: ["mock", "http://other"] }, HOSTS],
  ])("for %j", (options, text) => {
    expect(create(options)).toThrow(problem(text));
  });
});

describe("an app that is mounted without its basePath", () => {
  const message = expect.stringMatching(
    /^Not found\. .* POST …\/plants\b.*\. The page is at \/ and the control API at \/__mock\. If .*, set basePath to it\.$/,
  );

  it.each([
    ["GET", "/mock"],
    ["POST", "/mock/__mock"],
    ["DELETE", "/mock/__mock/faults"],
  ])("says so in the response to %s %s", async (method, path) => {
    const response = await mockApp().send(path, { method });
    expect([response.status, await response.json()]).toEqual([404, { error: 404, message }]);
  });

  it.each(["/mock", "/mock/__mock/plants"])("names no page in the response to %s if there is none", async (path) => {
    const response = await mockApp({ control: false }).send(path);
    expect(response.status).toBe(404);
    expect((await response.json()).message).not.toContain("page");
  });
});

describe("basePath", () => {
  const withBaseUrl = { basePath: "/my/mock", baseUrl: "https://plants.example.com/v1" };

  it("may be empty", async () => {
    expect((await mockApp({ basePath: "" }).send("/plants", CREATE)).status).toBe(200);
  });

  it.each([7, "mock", "my/mock", "/mock/", "/my//mock", "/\u00fc"])("must not be %j", (basePath) => {
    expect(() => createMockApp({ basePath: basePath as string })).toThrow(
      'basePath must be "" or a URL-encoded path that starts with a slash and doesn\'t end with one, such as "/mock"',
    );
  });

  it("serves only the path of a baseUrl", async () => {
    expect((await mockApp(withBaseUrl).send("/my/mock/plants", CREATE)).status).toBe(404);
  });

  it("is no other path of its length", async () => {
    const { send } = mockApp({ basePath: "/mock" });
    const statuses = ["/mock", "/cook"].map(async (path) => (await send(`${path}/__mock/plants`)).status);
    expect(await Promise.all(statuses)).toEqual([200, 404]);
  });

  it("isn't removed from a path that only starts like it", async () => {
    expect((await mockApp({ basePath: "/%C3%BC" }).send("/üs")).status).toBe(404);
  });
});
