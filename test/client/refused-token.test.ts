import type { PlantStoreClientOptions, RefusedToken } from "plant-store-sdk";
import { describe, expect, it, vi } from "vitest";
import { fern } from "../support/fern.ts";
import { created, failed, html, lost, type Outcome, scriptedFetch } from "../support/scripted-fetch.ts";
import { createPlant, createTestClient, withRetry } from "../support/test-client.ts";

/** A token function that returns "token-1", "token-2", …. */
const tokenFunction = () => {
  let count = 0;
  return vi.fn((_refused?: RefusedToken) => `token-${++count}`);
};

/** Makes a call of two attempts, and returns what the token function got for each. */
async function argumentsAfter(first: Outcome, options: Partial<PlantStoreClientOptions> = {}) {
  const token = tokenFunction();
  await createPlant({ ...withRetry, token, fetch: scriptedFetch(first, created).fetch, ...options });
  return token.mock.calls;
}

const unread = () =>
  new Response(new ReadableStream({ pull: () => Promise.reject(new Error("broke off")) }), { status: 401 });

describe("the token function", () => {
  it.each([400, 401, 403, 404, 409, 422, 499])(
    "gets the token and the status after a whole response: %i",
    async (status) => {
      expect(await argumentsAfter(failed(status))).toEqual([[], [{ token: "token-1", status }]]);
    },
  );

  it("gets them after a page, which isn't an Error", async () => {
    expect(await argumentsAfter(html(401))).toEqual([[], [{ token: "token-1", status: 401 }]]);
  });

  it("gets them when hooks observe the attempt", async () => {
    const argumentsOfBoth = await argumentsAfter(failed(401), { hooks: [{ onRequest() {} }] });
    expect(argumentsOfBoth).toEqual([[], [{ token: "token-1", status: 401 }]]);
  });

  it.each<[string, Outcome]>([
    ["a lost connection", lost],
    ["a 401 whose body breaks off", unread],
    ...[200, 302, 399, 408, 429, 500, 501, 503].map((status): [string, Outcome] => [
      `the status ${status}`,
      html(status),
    ]),
  ])("gets no argument after %s", async (_, first) => {
    expect(await argumentsAfter(first)).toEqual([[], []]);
  });

  it("gets only what the attempt just before was refused", async () => {
    const token = tokenFunction();
    const { fetch } = scriptedFetch(failed(401), lost, failed(403), created);
    await createPlant({ ...withRetry, retries: 3, token, fetch });
    expect(token.mock.calls).toEqual([
      [],
      [{ token: "token-1", status: 401 }],
      [],
      [{ token: "token-3", status: 403 }],
    ]);
  });

  it("gets nothing of another call", async () => {
    const token = tokenFunction();
    const { createPlant } = createTestClient({ token, fetch: scriptedFetch(failed(401), created).fetch });
    await createPlant(fern);
    await createPlant(fern);
    expect(token.mock.calls).toEqual([[], []]);
  });

  it("isn't called again unless shouldRetry repeats the attempt", async () => {
    const token = tokenFunction();
    const { fetch, sent } = scriptedFetch(failed(401), created);
    expect(await createPlant({ token, fetch, retries: 2 })).toMatchObject({ error: { error: 401 }, attempts: 1 });
    expect([token.mock.calls.length, sent.length]).toEqual([1, 1]);
  });
});
