import { describe, expect, it } from "vitest";
import { toCurl } from "../../src/shared/curl.ts";

const request = {
  method: "POST",
  url: "http://127.0.0.1:4010/v1/plants",
  headers: { "content-type": "application/json", authorization: "Bearer [redacted]" },
};

it("is easy to read when nothing in the request is special", () => {
  expect(toCurl({ ...request, body: '{"id":1,"name":"O\'Neil"}' })).toBe(
    [
      "curl --globoff http://127.0.0.1:4010/v1/plants",
      "--request POST",
      "--header 'content-type: application/json'",
      '--header "Authorization: Bearer $PLANT_STORE_TOKEN"',
      `--data-raw '{"id":1,"name":"O'\\''Neil"}'`,
    ].join(" \\\n  "),
  );
});

it("leaves out the headers that curl sets", () => {
  const headers = { host: "127.0.0.1:4010", "content-length": "2", connection: "close", "accept-encoding": "br" };
  expect(toCurl({ ...request, headers })).toBe(toCurl({ ...request, headers: {} }));
});

it("can be on one line with other options", () => {
  const layout = { command: "curl --include", separator: " " };
  expect(toCurl({ ...request, headers: {} }, layout)).toBe(
    "curl --include --globoff http://127.0.0.1:4010/v1/plants --request POST",
  );
});

it("keeps curl from adding a content type that the request didn't have", () => {
  expect(toCurl({ ...request, headers: {}, body: "{}" })).toContain("--header 'content-type:'");
});

it.each([
  ["a method", { method: "a|b" }, "--request 'a|b'"],
  ["a URL", { url: "http://127.0.0.1:4010/plants?a=$b" }, "'http://127.0.0.1:4010/plants?a=$b'"],
  ["a header", { headers: { "x-a": "$(b) 'c' d" } }, String.raw`--header 'x-a: $(b) '\''c'\'' d'`],
  ["a body with line breaks", { body: "a\nb" }, "--data-raw 'a\nb'"],
])("quotes %s", (_, special, quoted) => {
  expect(toCurl({ ...request, ...special })).toContain(quoted);
});

describe("there is no command for", () => {
  it.each([
    ["bytes", Uint8Array.of(0x7b, 0xff, 0)],
    ["a tab, which a terminal completes", "tab\t"],
    ["an escape sequence", "\u001b[201~\ntouch pwned\n"],
    ["NUL", "NUL \0"],
    ["a direction that changes", "bidi \u202e"],
  ])("a body with %s", (_, body) => {
    expect(toCurl({ ...request, body })).toBeUndefined();
  });

  it("a header beyond ASCII", () => {
    expect(toCurl({ ...request, headers: { "x-a": "\xe9" } })).toBeUndefined();
  });

  it("a URL with a control character", () => {
    expect(toCurl({ ...request, url: `${request.url}/\u001b` })).toBeUndefined();
  });
});
