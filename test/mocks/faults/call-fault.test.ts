import type { Fault } from "plant-store-sdk/mocks";
import { describe, expect, it, vi } from "vitest";
import { startMock } from "../../support/adapter.ts";
import { adapters } from "../../support/adapters.ts";
import { deferred } from "../../support/deferred.ts";
import { FERN_JSON } from "../../support/fern.ts";
import { errorResponse, post } from "../../support/post.ts";

describe.each(adapters)("a fault function through $name", ({ start }) => {
  async function startWith(fault: Fault) {
    const service = await start();
    service.mock.failNext(fault);
    return service;
  }

  it("gets the request", async () => {
    const echo = async (request: Request) => {
      const line = `${request.method} ${new URL(request.url).pathname} ${request.headers.get("authorization")}`;
      return new Response(`${line} ${await request.text()}`);
    };
    const { body } = await post(await startWith(echo), FERN_JSON);
    expect(body).toBe(`POST /v1/plants Bearer test-token ${FERN_JSON}`);
  });

  it("gets the query of the request", async () => {
    const { fetch, baseUrl } = await startWith(({ url }) => new Response(new URL(url).search));
    expect(await (await fetch(`${baseUrl}/plants?dry=1`, { method: "POST" })).text()).toBe("?dry=1");
  });

  it("responds with its Response", async () => {
    const service = await startWith(() => Response.json({ name: "Teapot" }, { status: 418 }));
    const response = { status: 418, contentType: "application/json", body: '{"name":"Teapot"}' };
    expect(await post(service, FERN_JSON)).toEqual(response);
  });

  it("may be a Response that fetch has decoded", async () => {
    const headers = { "content-encoding": "gzip", "content-length": "99", "transfer-encoding": "chunked" };
    const fetched = Object.defineProperty(new Response("decoded", { headers }), "url", { value: "https://a.example/" });
    expect(await post(await startWith(() => fetched), FERN_JSON)).toMatchObject({ status: 200, body: "decoded" });
  });

  it("may have a status text of its own", async () => {
    const { fetch, baseUrl } = await startWith(() => new Response(null, { status: 599, statusText: "Own" }));
    const { statusText } = await fetch(`${baseUrl}/plants`, { method: "POST" });
    expect(statusText).toBe("Own");
  });

  it("loses the connection with Response.error()", async () => {
    await expect(post(await startWith(() => Response.error()), FERN_JSON)).rejects.toThrow(TypeError);
  });
});

/** Sends a request to a mock with this fault. */
function send(fault: unknown, body: string = FERN_JSON) {
  const service = startMock();
  service.mock.failNext(fault as Fault);
  return post(service, body);
}

describe("a fault function", () => {
  it("gets an empty body when the request's is too large", async () => {
    const { body } = await send(
      async (request: Request) => new Response(await request.text()),
      "x".repeat(2 ** 20 + 1),
    );
    expect(body).toBe("");
  });

  it("cancels its Response with the response", async () => {
    const cancel = vi.fn();
    const { fetch, baseUrl, mock } = startMock();
    mock.failNext(() => new Response(new ReadableStream({ cancel })));
    const { body } = await fetch(`${baseUrl}/plants`, { method: "POST" });
    await body?.cancel();
    expect(cancel).toHaveBeenCalledOnce();
  });
});

describe("the body of a Response that nobody reads", () => {
  /** Sends a request whose response comes when it should. */
  function sendHeld() {
    const cancel = vi.fn();
    const held = deferred();
    const controller = new AbortController();
    const { fetch, baseUrl, mock } = startMock();
    mock.failNext(() => held.promise.then(() => new Response(new ReadableStream({ cancel }))));
    const response = fetch(`${baseUrl}/plants`, { method: "POST", body: "{}", signal: controller.signal });
    return { cancel, respond: held.resolve, controller, mock, response };
  }

  it("is canceled when the caller leaves", async () => {
    const { cancel, respond, controller, response } = sendHeld();
    respond();
    const { body } = await response;
    controller.abort(new Error("the user left"));
    await expect(body?.getReader().read()).rejects.toThrow("the user left");
    expect(cancel).toHaveBeenCalledOnce();
  });

  it("is canceled when the mock was reset before", async () => {
    const { cancel, respond, mock, response } = sendHeld();
    mock.reset();
    await expect(response).rejects.toThrow("fetch failed");
    respond();
    await expect.poll(() => cancel).toHaveBeenCalledOnce();
  });
});

describe("a fault function that fails", () => {
  const threw = (reason: string) => errorResponse(500, 500, `The fault function threw: ${reason}`);

  it.each([
    ["text", "no", "no"],
    ["an Error", new Error("no"), "no"],
    ["an error of another realm", { toString: (): string => "Error: no" }, "Error: no"],
  ])("responds with 500 and what it rejects with: %s", async (_, reason, shown) => {
    expect(await send(() => Promise.reject(reason))).toEqual(threw(shown));
  });
});

describe("a fault function that returns no valid Response", () => {
  it("has its body canceled", async () => {
    const cancel = vi.fn();
    const headers = { "content-length": "4, 4" };
    expect(await send(() => new Response(new ReadableStream({ cancel }), { headers }))).toMatchObject({ status: 500 });
    expect(cancel).toHaveBeenCalledOnce();
  });

  const withHeader = (name: string, value: string) => () => new Response("body", { headers: { [name]: value } });
  const LENGTH = "its Content-Length isn't a number of bytes";
  const OTHER = "it isn't a Response of this runtime";

  it.each<[title: string, fault: () => unknown, problem: string]>([
    ["null", () => null, OTHER],
    ["a header with a control character", withHeader("a", "\u0001"), "it has a header that HTTP doesn't allow"],
    ["two lengths", withHeader("content-length", "4, 4"), LENGTH],
    ["a length that isn't exact", withHeader("content-length", "9007199254740992"), LENGTH],
    [
      "a Transfer-Encoding",
      withHeader("transfer-encoding", "chunked"),
      "it has a Transfer-Encoding, which only the server may set",
    ],
  ])("responds with 500 and the reason: %s", async (_, fault, problem) => {
    const message = `The fault function returned an invalid Response: ${problem}`;
    expect(await send(fault)).toEqual(errorResponse(500, 500, message));
  });
});
