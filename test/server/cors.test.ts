import { describe, expect, it } from "vitest";
import { mockServer } from "../support/mock-server.ts";
import { openRawConnection, rawPost } from "../support/raw-connection.ts";

const origin = "https://app.example.com";

const getCors = (response: Response) =>
  Object.fromEntries([...response.headers].filter(([name]) => name.startsWith("access-control-")));

describe("CORS", () => {
  it("allows whatever a preflight asks for (I13)", async () => {
    const { url, mock } = await mockServer();
    const response = await fetch(`${url}/v1/plants`, {
      method: "OPTIONS",
      headers: {
        origin,
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization,content-type,x-trace",
      },
    });
    expect(response.status).toBe(204);
    expect(getCors(response)).toEqual({
      "access-control-allow-origin": "*",
      "access-control-expose-headers": "*",
      "access-control-allow-methods": "POST",
      "access-control-allow-headers": "authorization,content-type,x-trace",
      "access-control-allow-private-network": "true",
      "access-control-max-age": "600",
    });
    expect(mock.requests).toEqual([]);
  });

  it("allows a preflight without headers", async () => {
    const { url } = await mockServer();
    const headers = { origin, "access-control-request-method": "POST" };
    const response = await fetch(`${url}/plants`, { method: "OPTIONS", headers });
    expect([response.status, response.headers.get("access-control-allow-headers")]).toEqual([204, "*"]);
  });

  it("responds to a preflight without a body and its length", async () => {
    const { url } = await mockServer();
    const connection = await openRawConnection(url);
    const fields = [`Origin: ${origin}`, "Access-Control-Request-Method: POST"];
    connection.send(rawPost("", { method: "OPTIONS", fields }));
    expect(await connection.response()).not.toMatch(/content-length|transfer-encoding/i);
  });

  it("lets a page of another origin read every response", async () => {
    const { url, mock } = await mockServer();
    const send = (path: string, body: string) =>
      fetch(url + path, {
        method: "POST",
        headers: { origin, authorization: "Bearer abc", "content-type": "application/json" },
        body,
      });
    const responses = [await send("/plants", '{"id":1,"name":"Fern"}'), await send("/plants", "{}")];
    mock.failNext(
      "html",
      () => new Response("made", { status: 418, headers: { "retry-after": "1" } }),
      () => {
        throw new Error("broken");
      },
    );
    responses.push(await send("/plants", "{}"), await send("/plants", "{}"), await send("/plants", "{}"));
    responses.push(await send("/trees", "{}"));
    expect(responses.map(({ status }) => status)).toEqual([200, 400, 502, 418, 500, 404]);
    for (const response of responses) {
      expect(getCors(response)).toEqual({ "access-control-allow-origin": "*", "access-control-expose-headers": "*" });
    }
  });
});

describe("without an Origin", () => {
  it("sends no CORS headers", async () => {
    const { url } = await mockServer();
    const connection = await openRawConnection(url);
    connection.send(rawPost('{"id":1,"name":"Fern"}'));
    expect(await connection.response()).not.toMatch(/access-control/i);
  });

  it("responds to OPTIONS with 405 and the allowed method", async () => {
    const { url } = await mockServer();
    for (const headers of [{}, { origin }, { "access-control-request-method": "POST" }]) {
      const response = await fetch(`${url}/plants`, { method: "OPTIONS", headers });
      expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"]);
    }
  });
});
