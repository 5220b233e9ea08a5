import { createPlantStoreMock, type Fault } from "plant-store-sdk/mocks";
import { describe, expect, it } from "vitest";
import { checkFaults, checkFaultWhen, FaultQueue, faultDelayMs, parseFaults } from "../../mocks/faults.ts";
import { NEW_PLANT_FIELDS } from "../../src/schemas.ts";

const NO_FAULT =
  'fault must be "connection", "timeout", "malformed", "html", { error, message, status, headers, delayMs }, { fault, delayMs }, { delayMs } or a function';

describe("a fault in process and over HTTP", () => {
  it.each([
    ['"conection"', NO_FAULT, "in process"],
    ["null", NO_FAULT, "in process"],
    ["[]", NO_FAULT, "in process"],
    ["5", NO_FAULT, "in process"],
    ["{}", "fault: error is required; message is required"],
    ['{"error":1.5,"message":"no"}', "fault: error must be an int32"],
    ['{"error":2147483648,"message":"no"}', "fault: error must be an int32"],
    ['{"error":"7","message":"no"}', "fault: error must be an int32"],
    ['{"error":7}', "fault: message is required"],
    ['{"message":"no"}', "fault: error is required"],
    ['{"status":503}', "fault: error is required; message is required"],
    ['{"error":7,"message":"no","status":204}', "fault: status must be an integer from 200 to 599 that allows a body"],
    ['{"error":7,"message":"no","status":600}', "fault: status must be an integer from 200 to 599 that allows a body"],
    ['{"error":7,"message":"no","status":1200}', "fault: status must be an integer from 200 to 599 that allows a body"],
    [
      '{"error":7,"message":"no","headers":{"a b":"c"}}',
      "fault: headers must be an object of valid header names and values",
    ],
    [
      '{"error":7,"message":"no","headers":[["a","b"]]}',
      "fault: headers must be an object of valid header names and values",
    ],
    ['{"error":7,"message":"no","headers":null}', "fault: headers must be an object of valid header names and values"],
    ['{"error":7,"message":"no","headers":"a"}', "fault: headers must be an object of valid header names and values"],
    ['{"delayMs":"5"}', "fault: delayMs must be a number of milliseconds from 0 to 2147483647"],
    ['{"delayMs":-1}', "fault: delayMs must be a number of milliseconds from 0 to 2147483647"],
    ['{"delayMs":2147483648}', "fault: delayMs must be a number of milliseconds from 0 to 2147483647"],
    [
      '{"delayMs":1,"bogus":1}',
      "fault: unknown field bogus. Known: error, message, status, headers, delayMs, fault",
      "in process",
    ],
    [
      '{"error":7,"message":"no","headers":{"a":"b\\u0001"}}',
      "fault: headers must be an object of valid header names and values",
    ],
    ['{"delay":1}', "fault: unknown field delay, did you mean delayMs?"],
    ['{"fault":"slow"}', 'fault: fault must be "connection", "timeout", "malformed" or "html"'],
    ['{"fault":"html","status":503}', "fault: fault can't be combined with error, message, status or headers"],
  ])("is refused with the same words: %s", (json, message, where = "both") => {
    const mock = createPlantStoreMock();
    expect(() => mock.failNext(JSON.parse(json))).toThrow(new TypeError(message));
    if (where === "both") {
      expect(() => parseFaults(json)).toThrow(new TypeError(message));
    }
  });

  it("is refused when its headers are a function", () => {
    const headers = (() => ({})) as never;
    expect(() => createPlantStoreMock().failNext({ error: 7, message: "no", headers })).toThrow(
      "fault: headers must be an object of valid header names and values",
    );
  });

  it("is described for JSON over HTTP", () => {
    for (const json of ["5", "null", "[null]"]) {
      expect(() => parseFaults(json)).toThrow(
        new TypeError(NO_FAULT.replace(", { delayMs } or a function", " or { delayMs }")),
      );
    }
    expect(() => parseFaults('{"delayMs":1,"bogus":1}')).toThrow(
      "Known: error, message, status, headers, delayMs, fault, when, times",
    );
  });

  it("isn't changed by a prototype that is polluted later", async () => {
    const mock = createPlantStoreMock();
    mock.failNext({ fault: "html" }, { error: 7, message: "no", headers: {} });
    Object.assign(Object.prototype, { delayMs: 2 ** 31 });
    try {
      expect(await mock.fetch("https://plants.example.com/plants", { method: "POST" })).toHaveProperty("status", 502);
    } finally {
      Reflect.deleteProperty(Object.prototype, "delayMs");
    }
  });

  it("has no fields that are undefined", async () => {
    const mock = createPlantStoreMock();
    mock.failNext({ error: undefined, fault: "html" } as never);
    expect(await mock.fetch("https://plants.example.com/plants", { method: "POST" })).toHaveProperty("status", 502);
  });

  it.each([
    '"connection"',
    '{"error":7,"message":"no"}',
    '{"error":7,"message":"no","status":503,"headers":{"retry-after":"1"},"delayMs":5}',
    '{"fault":"timeout","delayMs":0.5}',
    '{"delayMs":2147483647}',
  ])("is accepted: %s", (json) => {
    expect(() => createPlantStoreMock().failNext(JSON.parse(json))).not.toThrow();
    expect(parseFaults(json)).toEqual([{ fault: JSON.parse(json), times: 1 }]);
  });

  it("is named by its place when there are several", () => {
    const message = "faults[1]: delayMs must be a number of milliseconds from 0 to 2147483647";
    const mock = createPlantStoreMock();
    expect(() => mock.failNext("html", { delayMs: -1 })).toThrow(new TypeError(message));
    expect(() => parseFaults('["html",{"delayMs":-1}]')).toThrow(new TypeError(message));
    expect(() => parseFaults('["html",{"when":5,"fault":"html"}]')).toThrow(
      new TypeError("faults[1]: condition must be an object with fields of a plant, or a function"),
    );
  });

  it("has no fields of a polluted prototype", () => {
    Object.assign(Object.prototype, { status: 600 });
    try {
      expect(() => createPlantStoreMock().failNext({ error: 1, message: "no" })).not.toThrow();
    } finally {
      Reflect.deleteProperty(Object.prototype, "status");
    }
  });
});

describe("a fault with a condition in process and over HTTP", () => {
  it.each([
    [
      { when: { color: "green" }, fault: "html" },
      `condition: unknown field color. Known: ${NEW_PLANT_FIELDS.join(", ")}`,
    ],
    [{ when: { nam: "Fern" }, fault: "html" }, "condition: unknown field nam, did you mean name?"],
    [{ when: "Fern", fault: "html" }, "condition must be an object with fields of a plant, or a function"],
    [
      { when: { id: "13" }, fault: "html" },
      "condition: id must be a number or a bigint, not text. Convert it with parsePlantId",
    ],
    [{ when: { name: 13 }, fault: "html" }, "condition: name must be a string"],
    [{ when: { name: "Fern" }, fault: "slow" }, NO_FAULT],
    [{ when: { name: "Fern" }, fault: "html", times: 0 }, "fault: times must be an integer of 1 or more"],
    [{ when: { name: "Fern" }, fault: "html", times: 1.5 }, "fault: times must be an integer of 1 or more"],
  ])("is refused with the same words: %o", (queued, message) => {
    const { when, fault, ...options } = queued;
    const mock = createPlantStoreMock();
    expect(() => mock.failWhen(when as never, fault as Fault, options)).toThrow(new TypeError(message));
    expect(() => parseFaults(JSON.stringify(queued))).toThrow(new TypeError(message));
  });

  it("has an exact id", () => {
    expect(parseFaults('{"when":{"id":9007199254740993},"fault":"html","times":2}')).toEqual([
      { when: { id: 9007199254740993n }, fault: "html", times: 2 },
    ]);
    expect(parseFaults('{"when":{"id":1.3e1},"fault":"html"}')).toEqual([
      { when: { id: 13n }, fault: "html", times: Number.POSITIVE_INFINITY },
    ]);
  });

  it("refuses options that aren't an object", () => {
    const { failWhen } = createPlantStoreMock();
    for (const options of [2, null]) {
      const message = "fault: the options must be an object, such as { times: 2 }";
      expect(() => failWhen({ id: 1n }, "html", options as never)).toThrow(new TypeError(message));
    }
  });

  it("refuses unknown options by name", () => {
    const mock = createPlantStoreMock();
    expect(() => mock.failWhen({ id: 1n }, "html", { time: 1 } as never)).toThrow(
      new TypeError("fault: unknown option time, did you mean times?"),
    );
  });
});

describe("FaultQueue", () => {
  it("lists faults in the order in which they go, as JSON can show them", () => {
    const queue = new FaultQueue(() => {});
    queue.add([checkFaultWhen({ id: 1n }, "html", { times: 2 }), checkFaultWhen({ name: () => true }, { delayMs: 1 })]);
    queue.add(checkFaults(["connection", () => Response.error()]));
    expect(queue.list()).toStrictEqual([
      "connection",
      "function",
      { when: { id: 1n }, fault: "html", times: 2 },
      { when: { name: "function" }, fault: { delayMs: 1 } },
    ]);
  });

  it("numbers faults from 1, and removes one by its number", () => {
    const queue = new FaultQueue(() => {});
    queue.add(checkFaults(["html", "connection", "malformed"]));
    expect([queue.remove(2), queue.remove(2), queue.remove(4)]).toEqual([true, false, false]);
    expect([...queue.entries()]).toEqual([
      [1, "html"],
      [3, "malformed"],
    ]);
  });
});

describe("faultDelayMs", () => {
  it.each<[Fault | undefined, number]>([
    [undefined, 0],
    ["html", 0],
    ["timeout", Number.POSITIVE_INFINITY],
    [{ fault: "timeout", delayMs: 1 }, Number.POSITIVE_INFINITY],
    [{ fault: "html", delayMs: 1 }, 1],
    [{ delayMs: 1 }, 1],
    [{ error: 7, message: "no" }, 0],
  ])("of %o is %d", (fault, delayMs) => {
    expect(faultDelayMs(fault)).toBe(delayMs);
  });
});
