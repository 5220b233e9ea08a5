import { describe, expect, it } from "vitest";
import type { RunningMock } from "../../support/adapter.ts";
import { adapters } from "../../support/adapters.ts";
import { FERN_JSON } from "../../support/fern.ts";
import { badRequest, errorResponse, post } from "../../support/post.ts";

describe.each(adapters)("X-Mock-Fault through $name", ({ start }) => {
  const send = (service: RunningMock, fault: string) => post(service, FERN_JSON, { "x-mock-fault": fault });

  it.each([
    ["a name", "html", { status: 502 }],
    ["an Error", '{"error":503,"message":"no","status":503}', errorResponse(503, 503, "no")],
    ["a status", "503", errorResponse(503, 503, "Service Unavailable")],
  ])("makes its request fail: %s", async (_, fault, response) => {
    expect(await send(await start(), fault)).toMatchObject(response);
  });

  it("is refused with the kinds of faults", async () => {
    const { status, body } = await send(await start(), "{}");
    expect([status, body]).toEqual([
      400,
      expect.stringMatching(/^\{"error":400,"message":"Invalid X-Mock-Fault: fault must be /),
    ]);
  });

  // Two headers of a name arrive as one.
  it("is refused if there are two", async () => {
    expect((await send(await start(), "connection, html")).status).toBe(400);
  });

  it("leaves a queued fault for the next request", async () => {
    const service = await start();
    service.mock.failNext("malformed");
    await send(service, "html");
    expect((await post(service, FERN_JSON)).body).toBe('{"name":"Monstera');
  });

  it.each([
    [
      "times",
      '{"delayMs":1,"times":2}',
      "fault: unknown field times. Known: error, message, status, headers, fault, delayMs, creates.",
    ],
  ])("is refused with the reason: %s", async (_, fault, problem) => {
    expect(await send(await start(), fault)).toEqual(badRequest(`Invalid X-Mock-Fault: ${problem}`));
  });
});
