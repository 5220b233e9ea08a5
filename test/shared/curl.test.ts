import { describe, expect, it } from "vitest";
import { toCurlArguments } from "../../shared/curl.ts";

const request = {
  method: "POST",
  url: "http://127.0.0.1:4010/v1/plants",
  headers: { "content-type": "application/json", authorization: "Bearer [redacted]" },
};

it("are easy to read when nothing in the request is special", () => {
  expect(toCurlArguments({ ...request, body: '{"id":1,"name":"O\'Neil"}' })).toEqual([
    "http://127.0.0.1:4010/v1/plants",
    "--request POST",
    "--header 'content-type: application/json'",
    '--header "Authorization: Bearer $PLANT_STORE_TOKEN"',
    `--data-raw '{"id":1,"name":"O'\\''Neil"}'`,
  ]);
});

it("leave out the headers that curl sets", () => {
  const headers = { host: "127.0.0.1:4010", "content-length": "2", connection: "close", "accept-encoding": "br" };
  expect(toCurlArguments({ ...request, headers })).toEqual(toCurlArguments({ ...request, headers: {} }));
});

it.each([
  ["proxy-authorization", "Bearer [redacted]"],
  ["cookie", "[redacted]"],
  ["x-copy", "the token [redacted]"],
  ["authorization", "[redacted]"],
])("leave out a header that was redacted: %s", (name, value) => {
  const headers = { [name]: value };
  expect(toCurlArguments({ ...request, headers })).toEqual(toCurlArguments({ ...request, headers: {} }));
});

it("keep an Authorization header that wasn't redacted", () => {
  const headers = { authorization: "Basic Og==" };
  expect(toCurlArguments({ ...request, headers })).toContain("--header 'authorization: Basic Og=='");
});

it("take another expression for the token", () => {
  expect(toCurlArguments(request, "$OTHER")).toContain('--header "Authorization: Bearer $OTHER"');
});

it("keep curl from adding a content type that the request didn't have", () => {
  expect(toCurlArguments({ ...request, headers: {}, body: "{}" })).toContain("--header 'content-type:'");
});

it.each([
  ["a method", { method: "a|b" }, "--request 'a|b'"],
  ["a URL", { url: "http://127.0.0.1:4010/plants?a=$b" }, "'http://127.0.0.1:4010/plants?a=$b'"],
  ["a header", { headers: { "x-a": "$(b) 'c' d" } }, String.raw`--header 'x-a: $(b) '\''c'\'' d'`],
  ["a body with line breaks", { body: "a\nb" }, "--data-raw 'a\nb'"],
])("quote %s", (_, special, quoted) => {
  expect(toCurlArguments({ ...request, ...special })).toContain(quoted);
});

describe("there are none for", () => {
  it.each([
    ["bytes", Uint8Array.of(0x7b, 0xff, 0)],
    ["a tab, which a terminal completes", "tab\t"],
    ["an escape sequence", "\u001b[201~\ntouch pwned\n"],
    ["NUL", "NUL \0"],
    ["a direction that changes", "bidi \u202e"],
  ])("a body with %s", (_, body) => {
    expect(toCurlArguments({ ...request, body })).toBeUndefined();
  });

  it("a header beyond ASCII", () => {
    expect(toCurlArguments({ ...request, headers: { "x-a": "\xe9" } })).toBeUndefined();
  });

  it("a URL with a control character", () => {
    expect(toCurlArguments({ ...request, url: `${request.url}/\u001b` })).toBeUndefined();
  });
});
