import { createPlantStoreMock, type Fault } from "plant-store-sdk/mocks";
import { describe, expect, it } from "vitest";
import { startMock } from "../../support/adapter.ts";
import { FERN_JSON } from "../../support/fern.ts";
import { jsonProblem } from "../../support/json-problem.ts";
import { mockApp } from "../../support/mock-app.ts";
import { FERN_RESPONSE, post } from "../../support/post.ts";

const KINDS =
  'fault must be a status from 400 to 599 such as 503, a name such as "connection", an Error such as { "error": 17, "message": "No room" }, a status or a name with options such as { "fault": "connection", "creates": true }, a delay such as { "delayMs": 500 } or, in code, a function';
const NEEDS_ERROR = "fault: error is required, unless status is from 400 to 599";
const NAMES = "Known: connection, unreachable, timeout, malformed, html, a number from 400 to 599";
const FIELDS = "Known: error, message, status, headers, fault, delayMs, creates";
const STATUS = "fault: status must be an integer from 200 to 599 that allows a body";
const HEADERS = "fault: headers must be an object of valid header names and values";
const DELAY = "fault: delayMs must be a number of milliseconds from 0 to 2147483647";
const COMBINED = "fault: fault can't be combined with error, message, status or headers";
const CONDITION = "must be an object with fields of a plant or, in code, a function";

const failure = { error: 7, message: "no" };

const valid: [title: string, fault: object | number][] = [
  ["the lowest status", 400],
  ["the highest status", 599],
  ["a status with options", { fault: 503, delayMs: 5, creates: true }],
  ["only a number", { error: -7 }],
  ["only a status of an Error", { status: 599 }],
  ["a status of a success with a number", { error: 7, status: 200 }],
  ["every field of an Error", { ...failure, status: 200, headers: { "retry-after": "1" }, delayMs: 5, creates: true }],
  ["unreachable without creates", { fault: "unreachable", creates: false }],
  ["the longest delay", { delayMs: 2147483647 }],
];

describe("mock.failNext", () => {
  const failNext = (...faults: unknown[]) => createPlantStoreMock().failNext(...(faults as Fault[]));

  it.each<[title: string, fault: unknown, problem: string]>([
    ["a status of a success", 200, KINDS],
    ["a number below all statuses", 399, KINDS],
    ["a number above all statuses", 600, KINDS],
    ["a fraction", 400.5, KINDS],
    ["an array", ["html"], KINDS],
    ["a misspelled name", "conection", "fault: unknown fault conection, did you mean connection?"],
    ["an empty object", {}, KINDS],
    ["only creates", { creates: true }, KINDS],
    ["only a message", { message: "no", delayMs: 5 }, NEEDS_ERROR],
    ["a status of a success without a number", { status: 200, message: "no" }, NEEDS_ERROR],
    ["a number beyond int32", { error: 2 ** 31 }, "fault: error must be an int32"],
    ["a number that is a message", { error: 7, message: 7 }, "fault: message must be a string"],
    [
      "several problems",
      { error: "7", status: 204 },
      `fault: error must be an int32; ${STATUS.slice("fault: ".length)}`,
    ],
    ["a status without a body", { ...failure, status: 204 }, STATUS],
    ["an informational status", { ...failure, status: 199 }, STATUS],
    ["a status above all", { ...failure, status: 600 }, STATUS],
    ["a status of an Error as text", { ...failure, status: "400" }, STATUS],
    ["an invalid header name", { ...failure, headers: { "a b": "c" } }, HEADERS],
    ["a control character in a header", { ...failure, headers: { a: "b", c: "d\u0001" } }, HEADERS],
    ["headers as pairs", { ...failure, headers: [["a", "b"]] }, HEADERS],
    [
      "a header that the mock sets",
      { ...failure, headers: { "Content-Length": "1" } },
      "fault: headers must not include Content-Length, which the mock sets",
    ],
    ["a delay that is too long", { delayMs: 2 ** 31 }, DELAY],
    ["an unknown field", { delayMs: 1, bogus: 1 }, `fault: unknown field bogus. ${FIELDS}`],
    [
      "another number in an object",
      { fault: 7 },
      "fault: fault must be the name of a fault or a status from 400 to 599",
    ],
    ["a status and a message", { fault: 503, message: "no" }, COMBINED],
    ["a creates that is 1", { fault: "html", creates: 1 }, "fault: creates must be true or false"],
    [
      "unreachable with creates",
      { fault: "unreachable", creates: true },
      'fault: "unreachable" can\'t be combined with creates: the request never arrives',
    ],
  ])("throws a TypeError for %s", (_, fault, problem) => {
    expect(() => failNext(fault)).toThrow(new TypeError(problem));
  });

  it("queues no fault when one is invalid", async () => {
    const { mock, ...service } = startMock();
    expect(() => mock.failNext("html", { delayMs: -1 })).toThrow("faults[1]: ");
    expect(await post(service, FERN_JSON)).toEqual(FERN_RESPONSE);
  });
});

describe("mock.failWhen", () => {
  const failWhen = (condition: unknown, fault: unknown, options?: unknown) =>
    createPlantStoreMock().failWhen(condition as object, fault as Fault, options as object);

  it.each<[title: string, args: [condition: unknown, fault: unknown, options?: unknown], problem: string]>([
    ["text", ["Fern", "html"], `condition ${CONDITION}`],
    ["an invalid fault", [{}, "toString"], `fault: unknown fault toString. ${NAMES}`],
    ["no times", [{}, "html", { times: 0 }], "fault: times must be an integer, 1 or more"],
    ["a fraction of times", [{}, "html", { times: 1.5 }], "fault: times must be an integer, 1 or more"],
    ["an unknown option", [{}, "html", { time: 1 }], "fault: unknown option time, did you mean times?"],
    ["a number as options", [{}, "html", 2], "fault: the options must be an object, such as { times: 2 }"],
  ])("throws a TypeError for %s", (_, args, problem) => {
    expect(() => failWhen(...args)).toThrow(new TypeError(problem));
  });
});

describe("POST /__mock/faults", () => {
  const queue = (json: string) => mockApp().control("POST", "/faults", json);

  const NEST = 'fault: nest the fields of the fault: { "when": …, "fault": { … } }.';
  const badRequest = (problem: string) => [400, JSON.stringify({ error: 400, message: `Invalid body: ${problem}` })];

  it.each(valid)("accepts %s", async (_, fault) => {
    expect(await queue(JSON.stringify(fault))).toEqual([201, JSON.stringify([{ number: 1, fault }])]);
  });

  it.each(["html", " html\n", '"html"', ' ["html"]'])("accepts the name of a fault as %j", async (body) => {
    expect(await queue(body)).toEqual([201, '[{"number":1,"fault":"html"}]']);
  });

  it.each([
    ["text as a condition", '{"when":"Fern","fault":"html"}', `when ${CONDITION}.`],
    [
      "an id as text",
      '{"when":{"id":"13"},"fault":"html"}',
      "when: id must be an integer, not text. In JavaScript, parsePlantId converts it.",
    ],
    ["an unknown field", '{"when":{},"fault":"html","time":1}', "fault: unknown field time, did you mean times?"],
    ["a condition beside an Error", '{"when":{},"error":17}', NEST],
    ["a condition beside creates", '{"when":{},"fault":"html","creates":true}', NEST],
    ["a condition without a fault", '{"when":{}}', `${KINDS}.`],
    ["a condition with a number", '{"when":{},"fault":7}', `${KINDS}.`],
    [
      "times without a condition",
      '{"fault":"html","times":2}',
      'fault: times needs a condition, such as { "when": {}, "fault": …, "times": 2 }.',
    ],
    ["nothing", "", `${KINDS}.`],
    ["a bare number", "7", `${KINDS}.`],
    ["a bare number with a fraction", "503.0", `fault: unknown fault 503.0. ${NAMES}.`],
    ["JSON with a mistake on several lines", '[\n"html",\n]', `${jsonProblem('[\n"html",\n]').replaceAll("\n", " ")}.`],
    ["an invalid fault among several", '["html",{"delayMs":-1}]', `${DELAY.replace("fault", "faults[1]")}.`],
    ["an invalid condition among several", '["html",{"when":5,"fault":"html"}]', `faults[1]: when ${CONDITION}.`],
  ])("refuses %s", async (_, json, problem) => {
    expect(await queue(json)).toEqual(badRequest(problem));
  });
});
