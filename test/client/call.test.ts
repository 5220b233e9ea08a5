import { describe, expect, it } from "vitest";
import { Call } from "../../src/engine/call.ts";
import { readCallOptions, readClientOptions } from "../../src/engine/client-options.ts";
import { readError, readPlant } from "../../src/schemas.ts";
import { baseUrl, TOKEN, url } from "../support/test-client.ts";

const settings = readCallOptions(readClientOptions({ baseUrl, token: TOKEN }));
const readers = { readData: readPlant, readError };
const request = { method: "POST", url, headers: new Headers(), body: "{}" };

const startCall = (creates: boolean) =>
  new Call(settings, { method: "POST", path: "/plants", returns: "a Plant", creates }, request, readers);

describe("a call of an operation", () => {
  it.each([
    ["that creates", true],
    ["that creates nothing", false],
  ])("%s has mayHaveBeenCreated %s after an attempt", (_, creates) => {
    const call = startCall(creates);
    expect(call.progress).toEqual({ attempts: 0, mayHaveBeenCreated: false, callId: call.id });
    call.startAttempt();
    expect(call.progress).toEqual({ attempts: 1, mayHaveBeenCreated: creates, callId: call.id });
  });

  it.each([
    ["that creates", true],
    ["that creates nothing", false],
  ])("%s has mayHaveBeenCreatedTwice %s after two attempts", (_, creates) => {
    const call = startCall(creates);
    call.startAttempt();
    expect(call.mayHaveBeenCreatedTwice).toBe(false);
    call.startAttempt();
    expect(call.mayHaveBeenCreatedTwice).toBe(creates);
  });
});

it("an attempt that has created nothing leaves the one before it", () => {
  const call = startCall(true);
  call.startAttempt();
  call.startAttempt();
  call.ruleOutCreation();
  call.ruleOutByStatus(400);
  expect(call.progress).toMatchObject({ attempts: 2, mayHaveBeenCreated: true });
});

it("a message has the method and the URL of the request without the token", () => {
  const addressed = { ...request, method: "PATCH", url: `${url}/42?key=${TOKEN}` };
  const call = new Call(
    settings,
    { method: "POST", path: "/plants/{id}", returns: "a Plant", creates: true },
    addressed,
    readers,
  );
  expect(call.toMessage("failed")).toBe(`PATCH ${url}/42?key=[redacted] failed`);
});
