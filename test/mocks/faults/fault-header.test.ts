import { describe, expect, it } from "vitest";
import type { RunningMock } from "../../support/adapter.ts";
import { adapters } from "../../support/adapters.ts";
import { FERN_JSON } from "../../support/fern.ts";
import { jsonProblem } from "../../support/json-problem.ts";
import { badRequest, errorResponse, post } from "../../support/post.ts";

describe.each(adapters)("X-Mock-Fault through $name", ({ start }) => {
  const send = (service: RunningMock, fault: string, headers = {}) =>
    post(service, FERN_JSON, { "x-mock-fault": fault, ...headers });

  it.each([
    ["a name", "html", { status: 502 }],
    ["an Error", '{"error":503,"message":"no","status":503}', errorResponse(503, 503, "no")],
    ["an Error with an escaped character", '{"error":1,"message":"Gr\\u00fcn"}', errorResponse(400, 1, "Grün")],
    ["a status", "503", errorResponse(503, 503, "Service Unavailable")],
    ["a status in an object", '{"status":503}', errorResponse(503, 503, "Service Unavailable")],
    ["a named fault in an object", '{"fault":"malformed"}', { status: 200, body: '{"name":"Monstera' }],
  ])("makes its request fail: %s", async (_, fault, response) => {
    expect(await send(await start(), fault)).toMatchObject(response);
  });

  it("leaves a queued fault for the next request", async () => {
    const service = await start();
    service.mock.failNext("malformed");
    await send(service, "html");
    expect((await post(service, FERN_JSON)).body).toBe('{"name":"Monstera');
  });

  const TWO = '{"delayMs":1}, {"delayMs":1}';
  const KINDS =
    'fault must be a status from 400 to 599 such as 503, a name such as "connection", an Error such as { "error": 17, "message": "No room" }, a status or a name with options such as { "fault": "connection", "creates": true } or a delay such as { "delayMs": 500 }.';

  it.each([
    ["a misspelled name", "conection", "fault: unknown fault conection, did you mean connection?"],
    ["nothing", "", KINDS],
    ["a status of a success", "200", KINDS],
    ["two names", "timeout, html", "fault: unknown fault timeout, html, did you mean timeout?"],
    ["two objects", TWO, `${jsonProblem(TWO)}.`],
    ["an array", '["html"]', KINDS],
    [
      "times",
      '{"delayMs":1,"times":2}',
      "fault: unknown field times. Known: error, message, status, headers, fault, delayMs, creates.",
    ],
  ])("is refused with the reason: %s", async (_, fault, problem) => {
    expect(await send(await start(), fault)).toEqual(badRequest(`Invalid X-Mock-Fault: ${problem}`));
  });
});
