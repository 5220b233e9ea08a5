import { createPlantStoreMock, type Fault } from "plant-store-sdk/mocks";
import { describe, expect, it } from "vitest";
import { startMock } from "../../support/adapter.ts";
import { mockApp } from "../../support/mock-app.ts";
import { CREATED, FERN, post } from "../../support/post.ts";

const FORMS =
  "fault must be the name of a fault, { error, message, status, headers, delayMs, creates }, { fault, delayMs, creates }, { delayMs, creates } or, in code, a function";
const NAMES = "Known: connection, unreachable, timeout, malformed, html";
const FIELDS = "Known: error, message, status, headers, delayMs, creates, fault";
const STATUS = "fault: status must be an integer from 200 to 599 that allows a body";
const HEADERS = "fault: headers must be an object of valid header names and values";
const DELAY = "fault: delayMs must be a number of milliseconds from 0 to 2147483647";
const CONDITION = "condition must be an object with fields of a plant, or a function";

const failure = { error: 7, message: "no" };

const valid: [title: string, fault: object][] = [
  ["every field of an Error", { ...failure, status: 200, headers: { "retry-after": "1" }, delayMs: 5, creates: true }],
  ["unreachable without creates", { fault: "unreachable", creates: false }],
  ["the longest delay", { delayMs: 2147483647 }],
];

describe("mock.failNext", () => {
  const failNext = (...faults: unknown[]) => createPlantStoreMock().failNext(...(faults as Fault[]));

  it.each([...valid, ["an undefined field", { error: undefined, fault: "html" }]])("accepts %s", (_, fault) => {
    expect(() => failNext(fault)).not.toThrow();
  });

  it.each<[title: string, fault: unknown, problem: string]>([
    ["a number", 7, FORMS],
    ["a misspelled name", "conection", "fault: unknown fault conection, did you mean connection?"],
    ["a name of every object's property", "toString", `fault: unknown fault toString. ${NAMES}`],
    ["an empty object", {}, "fault: error is required; message is required"],
    ["a status without an Error", { status: 503, delayMs: 5 }, "fault: error is required; message is required"],
    ["a status without a body", { ...failure, status: 204 }, STATUS],
    ["an informational status", { ...failure, status: 199 }, STATUS],
    ["a status with a digit before it", { ...failure, status: 1200 }, STATUS],
    ["a status with a digit after it", { ...failure, status: 2000 }, STATUS],
    ["a status as text", { ...failure, status: "400" }, STATUS],
    ["an invalid header name", { ...failure, headers: { "a b": "c" } }, HEADERS],
    ["a control character in a header", { ...failure, headers: { a: "b", c: "d\u0001" } }, HEADERS],
    ["headers as pairs", { ...failure, headers: [["a", "b"]] }, HEADERS],
    [
      "a header that the mock sets",
      { ...failure, headers: { "Content-Length": "1" } },
      "fault: headers must not include Content-Length, which the mock sets",
    ],
    ["a delay as text", { delayMs: "5" }, DELAY],
    ["a delay that is too long", { delayMs: 2 ** 31 }, DELAY],
    ["an unknown field", { delayMs: 1, bogus: 1 }, `fault: unknown field bogus. ${FIELDS}`],
    ["a misspelled name in an object", { fault: "htm" }, "fault: unknown fault htm, did you mean html?"],
    ["a number in an object", { fault: 7 }, "fault: fault must be the name of a fault"],
    [
      "a named fault with a status",
      { fault: "html", status: 503 },
      "fault: fault can't be combined with error, message, status or headers",
    ],
    ["a creates that is 1", { fault: "html", creates: 1 }, "fault: creates must be true or false"],
    [
      "unreachable with creates",
      { fault: "unreachable", creates: true },
      'fault: "unreachable" can\'t be combined with creates: the request never arrives',
    ],
  ])("throws a TypeError for %s", (_, fault, problem) => {
    expect(() => failNext(fault)).toThrow(new TypeError(problem));
  });

  it("names an invalid fault among several by its index", () => {
    const problem = "faults[1]: delayMs must be a number of milliseconds from 0 to 2147483647";
    expect(() => failNext("html", { delayMs: -1 })).toThrow(new TypeError(problem));
  });

  it("queues no fault when one is invalid", async () => {
    const { mock, ...service } = startMock();
    expect(() => mock.failNext("html", { delayMs: -1 })).toThrow();
    expect(await post(service, FERN)).toEqual(CREATED);
  });
});

describe("mock.failWhen", () => {
  const failWhen = (condition: unknown, fault: unknown, options?: unknown) =>
    createPlantStoreMock().failWhen(condition as object, fault as Fault, options as object);

  it.each<[title: string, args: [condition: unknown, fault: unknown, options?: unknown], problem: string]>([
    ["text", ["Fern", "html"], CONDITION],
    ["an invalid fault", [{}, "toString"], `fault: unknown fault toString. ${NAMES}`],
    ["no times", [{}, "html", { times: 0 }], "fault: times must be an integer, 1 or more"],
    ["a fraction of times", [{}, "html", { times: 1.5 }], "fault: times must be an integer, 1 or more"],
    ["an unknown option", [{}, "html", { time: 1 }], "fault: unknown option time, did you mean times?"],
    ["a number as options", [{}, "html", 2], "fault: the options must be an object, such as { times: 2 }"],
    ["null as options", [{}, "html", null], "fault: the options must be an object, such as { times: 2 }"],
  ])("throws a TypeError for %s", (_, args, problem) => {
    expect(() => failWhen(...args)).toThrow(new TypeError(problem));
  });
});

describe("POST /__mock/faults", () => {
  const queue = (json: string) => mockApp().control("POST", "/faults", json);

  const refused = (problem: string) => [400, JSON.stringify({ error: 400, message: `Invalid body: ${problem}` })];

  it.each(valid)("accepts %s", async (_, fault) => {
    expect(await queue(JSON.stringify(fault))).toEqual([201, JSON.stringify([fault])]);
  });

  it.each([
    ["a misspelled name", '"conection"', "fault: unknown fault conection, did you mean connection?"],
    ["an invalid delay", '{"delayMs":-1}', `${DELAY}.`],
    ["text as a condition", '{"when":"Fern","fault":"html"}', `${CONDITION}.`],
    ["an unknown option", '{"when":{},"fault":"html","time":1}', "fault: unknown option time, did you mean times?"],
    ["times without a condition", '{"fault":"html","times":2}', `${CONDITION}.`],
    ["an invalid fault among several", '["html",{"delayMs":-1}]', `${DELAY.replace("fault", "faults[1]")}.`],
    ["an invalid condition among several", '["html",{"when":5}]', `faults[1]: ${CONDITION}.`],
  ])("refuses %s", async (_, json, problem) => {
    expect(await queue(json)).toEqual(refused(problem));
  });
});
