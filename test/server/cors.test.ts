import { describe, expect, it } from "vitest";
import { mockServer } from "../support/mock-server.ts";
import { openRawConnection, rawPost } from "../support/raw-connection.ts";

const origin = "https://app.example.com";

const corsOf = (response: Response) =>
  Object.fromEntries([...response.headers].filter(([name]) => name.startsWith("access-control-")));

describe("a page of another origin", () => {
  it("may send what it asks to send (I13)", async () => {
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
    expect(corsOf(response)).toEqual({
      "access-control-allow-origin": "*",
      "access-control-expose-headers": "*",
      "access-control-allow-methods": "POST",
      "access-control-allow-headers": "authorization,content-type,x-trace",
      "access-control-allow-private-network": "true",
      "access-control-max-age": "600",
    });
    expect(mock.requests).toEqual([]);
  });

  it("needs no more than a method to ask for", async () => {
    const { url } = await mockServer();
    const headers = { origin, "access-control-request-method": "POST" };
    const response = await fetch(`${url}/plants`, { method: "OPTIONS", headers });
    expect([response.status, response.headers.get("access-control-allow-headers")]).toEqual([204, "*"]);
  });

  it("is told so in an answer without a body and without a length", async () => {
    const { url } = await mockServer();
    const connection = await openRawConnection(url);
    const fields = [`Origin: ${origin}`, "Access-Control-Request-Method: POST"];
    connection.send(rawPost("", { method: "OPTIONS", fields }));
    expect(await connection.answer()).not.toMatch(/content-length|transfer-encoding/i);
  });

  it("may read every answer: a Plant, an Error, a fault, a failure, and that nothing is there", async () => {
    const { url, mock } = await mockServer();
    const answerOf = (path: string, body: string) =>
      fetch(url + path, {
        method: "POST",
        headers: { origin, authorization: "Bearer abc", "content-type": "application/json" },
        body,
      });
    const answers = [await answerOf("/plants", '{"id":1,"name":"Fern"}'), await answerOf("/plants", "{}")];
    mock.failNext(
      "html",
      () => new Response("made", { status: 418, headers: { "retry-after": "1" } }),
      () => {
        throw new Error("broken");
      },
    );
    answers.push(await answerOf("/plants", "{}"), await answerOf("/plants", "{}"), await answerOf("/plants", "{}"));
    answers.push(await answerOf("/trees", "{}"));
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 502, 418, 500, 404]);
    for (const answer of answers) {
      expect(corsOf(answer)).toEqual({ "access-control-allow-origin": "*", "access-control-expose-headers": "*" });
    }
  });
});

describe("anybody else", () => {
  it("is sent no CORS fields", async () => {
    const { url } = await mockServer();
    const connection = await openRawConnection(url);
    connection.send(rawPost('{"id":1,"name":"Fern"}'));
    expect(await connection.answer()).not.toMatch(/access-control/i);
  });

  it("is told of the one operation by OPTIONS", async () => {
    const { url } = await mockServer();
    for (const headers of [{}, { origin }, { "access-control-request-method": "POST" }]) {
      const response = await fetch(`${url}/plants`, { method: "OPTIONS", headers });
      expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"]);
    }
  });
});
