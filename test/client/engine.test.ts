import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readCallOptions, readClientOptions } from "../../src/engine/client-options.ts";
import { sendCall } from "../../src/engine/send-call.ts";
import { readError } from "../../src/schemas.ts";
import type { Validated } from "../../src/shared/read-record.ts";
import { getRejection } from "../support/get-rejection.ts";
import { baseUrl, TOKEN, url } from "../support/test-client.ts";

const fetch = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();
const onRequest = vi.fn();

beforeEach(() => {
  fetch.mockImplementation(async () => new Response(null, { status: 204 }));
});

afterEach(() => {
  vi.resetAllMocks();
});

/** An operation that the contract doesn't have: it sends no body, and returns none. */
function deletePlants() {
  const settings = readCallOptions(readClientOptions({ baseUrl, token: TOKEN, fetch, hooks: [{ onRequest }] }));
  const operation = { method: "DELETE", path: "/plants", returns: "an empty body" };
  const readNothing = (value: unknown): Validated<"nothing"> =>
    value === undefined ? { value: "nothing" } : { issues: [{ message: "expected nothing" }] };
  return sendCall(settings, operation, { readData: readNothing, readError }, (openapi, init) => {
    const send = openapi.DELETE as unknown as (path: string, options: typeof init) => Promise<unknown>;
    return send("/plants", init);
  });
}

describe("an operation without bodies", () => {
  it("sends no body and no content type", async () => {
    await deletePlants();
    expect(fetch.mock.calls).toMatchObject([[url, { method: "DELETE", body: null }]]);
    expect(Object.fromEntries(fetch.mock.calls[0]?.[1].headers as Headers)).toEqual({
      authorization: `Bearer ${TOKEN}`,
    });
  });

  it("shows hooks no body", async () => {
    await deletePlants();
    expect(onRequest.mock.calls).toMatchObject([[{ method: "DELETE", url, body: undefined }]]);
  });

  it("resolves with what its reader makes of an empty body", async () => {
    expect((await deletePlants()).data).toBe("nothing");
  });

  it.each(["null", "deleted", '""'])("rejects a body that isn't empty: %s", async (body) => {
    fetch.mockImplementation(async () => new Response(body));
    expect(await getRejection(deletePlants())).toMatchObject({
      name: "PlantStoreResponseError",
      message: expect.stringMatching(/^DELETE .* not an empty body or an Error: /),
    });
  });
});
