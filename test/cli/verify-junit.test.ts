import { describe, expect, it } from "vitest";
import { formatJUnit } from "../../cli/verify-junit.ts";
import type { ConformanceRow } from "../../conformance/report.ts";

const row: ConformanceRow = {
  clause: "I4",
  title: "the smallest NewPlant",
  verdict: "conforms",
  reason: null,
  status: 200,
  sent: "POST {base_url}/plants",
  expected: "200 and a Plant",
  received: "200, application/json",
  durationMs: 12,
};

const format = (rows: readonly ConformanceRow[], stopped: string | null = null) =>
  formatJUnit({ baseUrl: "https://plants.test", runId: "conformance 1f", stopped, rows }, false);

/** The attributes of the elements with a name. */
function findAll(xml: string, name: string) {
  return Array.from(xml.matchAll(new RegExp(`<${name}( [^>]*)?>`, "g")), ([, text = ""]) =>
    Object.fromEntries(Array.from(text.matchAll(/ ([\w-]+)="([^"]*)"/g), ([, key, value]) => [key, value])),
  );
}

it("has totals", () => {
  const xml = format([row, { ...row, title: "another", verdict: "violates", reason: "no" }], "a timeout");
  expect(xml).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<testsuites><testsuite .*<\/testsuites>\n$/s);
  const totals = { tests: "15", failures: "1", errors: "1", skipped: "12" };
  expect(findAll(xml, "testsuite")).toEqual([{ name: "plant-store verify", ...totals }]);
});

it("has the base URL and the run's id as properties", () => {
  expect(findAll(format([row]), "property")).toEqual([
    { name: "base-url", value: "https://plants.test" },
    { name: "run-id", value: "conformance 1f" },
  ]);
});

it("has a case for every clause", () => {
  const classes = findAll(format([row]), "testcase").map(({ classname }) => classname);
  const clauses = ["I1", "I2", "I3", "I4", "I5", "I6", "I7", "I8", "I9", "I10", "I11", "I12", "I13"];
  expect(classes).toEqual(["run", ...clauses]);
});

it("skips a clause that no response shows", () => {
  expect(format([])).toContain(
    '<testcase classname="I4" name="I4 not reached" time="0.000">' +
      '<skipped message="no response shows whether the service conforms" type="skipped"></skipped></testcase>',
  );
});

it("passes the case of the run if it didn't end early", () => {
  expect(format([row])).toContain('<testcase classname="run" name="all cases were sent" time="0.000"></testcase>');
});

it("passes a row that conforms", () => {
  expect(format([row])).toContain('<testcase classname="I4" name="I4 the smallest NewPlant" time="0.012"></testcase>');
});

it("skips a row that isn't stated", () => {
  const reason = "accepted: the contract doesn't state that this fails";
  expect(format([{ ...row, verdict: "not stated", reason }])).toContain(
    '<skipped message="accepted: the contract doesn&#39;t state that this fails" type="skipped"></skipped>',
  );
});

it("fails a row that violates its clause", () => {
  expect(format([{ ...row, clause: "I11", verdict: "violates", reason: "name is missing" }])).toContain(
    '<failure message="name is missing" type="failure">' +
      "I11       A valid body with valid credentials returns 200 and a Plant.\n" +
      "Request   POST {base_url}/plants\n" +
      "Expected  200 and a Plant\n" +
      "Response  200, application/json</failure>",
  );
});

describe("a response that violates a clause in two ways", () => {
  const violation = { ...row, verdict: "violates", reason: "name is missing" } as const;
  const xml = format([
    { ...violation, title: "another", reason: "another reason" },
    violation,
    { ...violation, reason: "tag is not a string" },
    { ...violation, clause: "I9" },
  ]);

  it("has one case", () => {
    const names = findAll(xml, "testcase").map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
  });

  it("has one failure with both reasons", () => {
    expect(findAll(xml, "failure").map(({ message }) => message)).toEqual([
      "another reason",
      "name is missing; tag is not a string",
      "name is missing",
    ]);
  });
});

it("has an error if the run ended early", () => {
  expect(format([row], "3 requests in a row had no complete response")).toContain(
    '<testcase classname="run" name="all cases were sent" time="0.000">' +
      '<error message="3 requests in a row had no complete response" type="error"></error></testcase>',
  );
});

it("has an error without a report", () => {
  const message = "The run didn&#39;t end. See the output of plant-store verify.";
  expect(findAll(formatJUnit({}, false), "error")).toEqual([{ message, type: "error" }]);
});

it("escapes markup in an attribute", () => {
  const xml = format([{ ...row, verdict: "violates", reason: "<b>]]>&'\"" }]);
  expect(xml).toContain('message="&#60;b&#62;]]&#62;&#38;&#39;&#34;"');
});

it("escapes markup in a text", () => {
  const xml = format([{ ...row, verdict: "violates", reason: "no", received: "<b>&" }]);
  expect(xml).toContain("Response  &#60;b&#62;&#38;</failure>");
});

it("replaces noncharacters", () => {
  const xml = format([{ ...row, verdict: "violates", reason: "no", received: "\ufffe\uffff" }]);
  expect(xml).toContain("Response  \ufffd\ufffd</failure>");
});
