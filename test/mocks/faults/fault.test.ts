import type { Fault } from "plant-store-sdk/mocks";
import { describe, expect, it } from "vitest";
import { startMock } from "../../support/adapter.ts";
import { adapters } from "../../support/adapters.ts";
import { FERN_JSON } from "../../support/fern.ts";
import { getRejection } from "../../support/get-rejection.ts";
import { badRequest, errorResponse, type PlainResponse, post } from "../../support/post.ts";

const HTML = "<!doctype html><title>502 Bad Gateway</title><h1>502 Bad Gateway</h1>";

const noRoom = { error: -7, message: "no room" };

describe.each(adapters)("a fault through $name", ({ start }) => {
  async function startWith(...faults: Fault[]) {
    const service = await start();
    service.mock.failNext(...faults);
    return service;
  }

  it.each<[title: string, fault: Fault, response: PlainResponse]>([
    ["an Error", noRoom, errorResponse(400, -7, "no room")],
    ["an Error with a status", { ...noRoom, status: 503 }, errorResponse(503, -7, "no room")],
    ["an Error of a number", { error: 17 }, errorResponse(400, 17, "Bad Request")],
    ["an Error of a status", 503, errorResponse(503, 503, "Service Unavailable")],
    ["an Error of a status in an object", { status: 503 }, errorResponse(503, 503, "Service Unavailable")],
    ["an Error of an unknown status", 599, errorResponse(599, 599, "Status 599")],
    ["an Error of a status with a message", { status: 429, message: "Slow" }, errorResponse(429, 429, "Slow")],
    ["malformed JSON", "malformed", { status: 200, contentType: "application/json", body: '{"name":"Monstera' }],
    ["HTML", "html", { status: 502, contentType: "text/html; charset=utf-8", body: HTML }],
  ])("responds with %s (I10)", async (_, fault, response) => {
    expect(await post(await startWith(fault), FERN_JSON)).toEqual(response);
  });

  it("responds with an Error that has headers", async () => {
    const service = await startWith({ ...noRoom, headers: { "Content-Type": "text/own" } });
    expect(await post(service, FERN_JSON)).toMatchObject({ contentType: "text/own" });
  });

  it.each<Fault>(["connection", "unreachable"])("loses the connection: %j", async (fault) => {
    await expect(post(await startWith(fault), FERN_JSON)).rejects.toThrow(TypeError);
  });

  it("precedes the check of the credentials", async () => {
    expect((await post(await startWith("html"), FERN_JSON, { authorization: undefined })).status).toBe(502);
  });
});

it.each<[Fault, object]>([
  ["connection", { message: "the mock closed the connection: a fault or a reset" }],
  ["unreachable", { message: "connect ECONNREFUSED: a fault", code: "ECONNREFUSED", syscall: "connect" }],
])("mock.fetch rejects as fetch does for %j", async (fault, cause) => {
  const { mock, ...service } = startMock();
  mock.failNext(fault);
  expect(await getRejection(post(service, FERN_JSON))).toMatchObject({ message: "fetch failed", cause });
});

describe.each(adapters)("a fault with creates through $name", ({ start }) => {
  async function startWith(fault: Fault) {
    const service = await start({ duplicateIds: "reject", token: async () => true });
    service.mock.failNext(fault);
    return service;
  }

  it("loses the connection after the plant is created", async () => {
    const service = await startWith({ fault: "connection", creates: true });
    await expect(post(service, FERN_JSON)).rejects.toThrow(TypeError);
    expect(service.mock.plants.size).toBe(1);
  });

  it("creates the plant before the delay", async () => {
    const service = await startWith({ fault: "timeout", creates: true });
    const lost = getRejection(post(service, FERN_JSON));
    await expect.poll(() => service.mock.plants.size, { interval: 1 }).toBe(1);
    service.mock.reset();
    await lost;
  });

  it("doesn't apply to a request with an id in use", async () => {
    const service = await startWith({ fault: "timeout", creates: true });
    service.mock.plants.add({ id: 1, name: "Moss" });
    const message = "The id 1 is in use, and this mock rejects duplicate ids.";
    expect(await post(service, FERN_JSON)).toEqual(badRequest(message));
  });

  it("is named in the record of a refused request, to which it doesn't apply", async () => {
    const service = await startWith({ fault: "connection", creates: true });
    await post(service, "{}");
    expect(service.mock.requests).toMatchObject([{ outcome: "refused", fault: "connection, not applied" }]);
  });
});
