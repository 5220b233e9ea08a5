import { describe, expect, it } from "vitest";
import { checkFaults, checkFaultWhen } from "../../mocks/check-fault.ts";
import { explainFault, PAGE_FAULTS } from "../../mocks/explain-fault.ts";

const explain = (queued: ReturnType<typeof checkFaultWhen> | undefined) => {
  const { title, details } = queued ? explainFault(queued) : { title: "", details: "" };
  return `${title}: ${details}`;
};

describe("a queued fault in words", () => {
  it.each([
    ["connection: drops the connection without a response", "connection"],
    ["timeout: never responds", { fault: "timeout" }],
    ["html: responds with 502 and an HTML page, like a proxy, after 300 ms", { fault: "html", delayMs: 300 }],
    ["Error 17 “No room”: status 400", { error: 17, message: "No room" }],
    ["Error 17 “No room”: status 409", { error: 17, message: "No room", status: 409, delayMs: 0, creates: false }],
    ["Delay: responds as usual, after the plant is created, after 2000 ms", { delayMs: 2_000, creates: true }],
    ["Function: returns the response", () => Response.error()],
  ])("says what it does: %s", (words, fault) => {
    expect(explain(checkFaults([fault])[0])).toBe(words);
  });

  it.each([
    ["for id 9007199254740993, 2 times", { id: 9007199254740993n }, 2],
    ['for id 13 and name "Fern", once', { id: 13, name: "Fern" }, 1],
    ["for tag that a function matches, each time", { tag: () => true }, undefined],
    ["for plants that a function matches, each time", () => true, undefined],
  ])("says to which requests it applies: %s", (words, when, times) => {
    expect(explain(checkFaultWhen(when, "timeout", { times }))).toBe(`timeout: never responds, ${words}`);
  });
});

describe("the faults of the page", () => {
  it("can be queued, most of them after the plant is created too", () => {
    const faults = PAGE_FAULTS.map(({ fault }) => fault);
    const creating = PAGE_FAULTS.filter(({ canCreate }) => canCreate).map(({ fault }) => ({ ...fault, creates: true }));
    expect(checkFaults([...faults, ...creating])).toHaveLength(2 * PAGE_FAULTS.length - 1);
  });

  it("have names of their own", () => {
    expect(new Set(PAGE_FAULTS.map(({ name }) => name)).size).toBe(PAGE_FAULTS.length);
  });
});
