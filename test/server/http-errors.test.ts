import { describe, expect, it } from "vitest";
import { mockServer } from "../support/mock-server.ts";
import { openRawConnection, rawPost } from "../support/raw-connection.ts";

const FERN = rawPost('{"id":1,"name":"Fern"}');
const CORS = "access-control-allow-origin: *\r\naccess-control-expose-headers: *\r\n";

async function exchange(url: string, bytes: string) {
  const connection = await openRawConnection(url);
  connection.send(bytes);
  const response = await connection.response();
  const [head = "", body] = response.split("\r\n\r\n");
  expect(head).toContain("content-type: application/json");
  return [head.split("\r\n")[0], `${head}\r\n`.includes(CORS), body];
}

const error = (status: number, message: string) => JSON.stringify({ error: status, message });

describe("an HTTP error has an Error as its body", () => {
  it.each([
    [
      "400 for HTTP/1.1 without Host",
      "POST /plants HTTP/1.1\r\nOrigin: https://app.example.com\r\nContent-Length: 0\r\n\r\n",
      ["HTTP/1.1 400 Bad Request", true, error(400, "The request must have one Host header, not 0.")],
    ],
    [
      "400 for two Host headers",
      "POST /plants HTTP/1.1\r\nHost: a\r\nhost: b\r\nOrigin: null\r\nContent-Length: 0\r\n\r\n",
      ["HTTP/1.1 400 Bad Request", true, error(400, "The request must have one Host header, not 2.")],
    ],
    [
      "417 for an unknown expectation",
      rawPost('{"id":1,"name":"Fern"}', { fields: ["Expect: a-miracle", "Origin: null"] }),
      [
        "HTTP/1.1 417 Expectation Failed",
        true,
        error(417, 'The only expectation that the mock supports is "100-continue".'),
      ],
    ],
    [
      "501 for a method that Node's parser doesn't know",
      "BREW /plants HTTP/1.1\r\nHost: a\r\nOrigin: null\r\n\r\n",
      ["HTTP/1.1 501 Not Implemented", true, error(501, "The method isn't supported.")],
    ],
    [
      "405 for a method that Node's parser knows",
      "PURGE /plants HTTP/1.1\r\nHost: a\r\nOrigin: null\r\n\r\n",
      ["HTTP/1.1 405 Method Not Allowed", true, error(405, "Method not allowed. The only operation is POST */plants.")],
    ],
    [
      "405 for CONNECT",
      "CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n",
      ["HTTP/1.1 405 Method Not Allowed", false, error(405, "The mock isn't a proxy.")],
    ],
    [
      "400 for a request line that isn't one",
      "BREW\r\n\r\n",
      ["HTTP/1.1 400 Bad Request", false, error(400, "The request isn't valid HTTP.")],
    ],
    [
      "400 for a chunk size that isn't one",
      rawPost("", { fields: ["Transfer-Encoding: chunked", "Content-Length:"] })
        .replace("Content-Length:\r\n", "")
        .concat("zz\r\n"),
      ["HTTP/1.1 400 Bad Request", false, error(400, "The request isn't valid HTTP.")],
    ],
  ])("%s", async (_, bytes, expected) => {
    const { url, mock } = await mockServer();
    expect(await exchange(url, bytes)).toEqual(expected);
    expect(mock.plants.size).toBe(0);
  });

  it("has no CORS headers with cors: false", async () => {
    const { url } = await mockServer({ cors: false });
    expect(await exchange(url, "BREW /plants HTTP/1.1\r\nHost: a\r\nOrigin: null\r\n\r\n")).toEqual([
      "HTTP/1.1 501 Not Implemented",
      false,
      error(501, "The method isn't supported."),
    ]);
  });

  it("accepts HTTP/1.0 without Host", async () => {
    const { url } = await mockServer();
    const connection = await openRawConnection(url);
    connection.send(FERN.replace("HTTP/1.1\r\nHost: 127.0.0.1", "HTTP/1.0"));
    expect(await connection.response()).toContain(" 200 OK\r\n");
  });
});

describe("garbage after a request on the same connection", () => {
  it.each([
    ["HELO mail.example.com\r\n\r\n", "400 Bad Request"],
    ["BREW /plants HTTP/1.1\r\n\r\n", "501 Not Implemented"],
  ])("gets its error after the response to the request: %j", async (garbage, status) => {
    const { url, mock } = await mockServer({ delayMs: 10 });
    const connection = await openRawConnection(url);
    connection.send(FERN + FERN + garbage);
    connection.send("more");
    expect(await connection.response()).toContain(" 200 OK\r\n");
    expect(await connection.response()).toContain(" 200 OK\r\n");
    expect(await connection.ended).toMatch(new RegExp(`^HTTP/1\\.1 ${status}\r\n`));
    expect(mock.plants.size).toBe(2);
  });

  it("gets its error when it is part of the second body", async () => {
    const { url, mock } = await mockServer();
    const connection = await openRawConnection(url);
    const chunked = rawPost("", { fields: ["Transfer-Encoding: chunked", "Content-Length:"] });
    connection.send(`${FERN}${chunked.replace("Content-Length:\r\n", "")}zz\r\n`);
    expect(await connection.response()).toContain(" 200 OK\r\n");
    expect(await connection.ended).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(mock.requests.map(({ outcome }) => outcome)).toEqual(["created", "aborted"]);
  });
});
