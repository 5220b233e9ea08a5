import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { fetchAdapter } from "../support/adapter.ts";

const FERN = '{"id":1,"name":"Fern"}';

describe("a wait that is over", () => {
  it("leaves no listener behind", async () => {
    const { mock, baseUrl } = await fetchAdapter.start({ delayMs: 1, token: async () => true });
    const request = new Request(`${baseUrl}/plants`, { method: "POST", body: FERN });
    mock.failNext(async () => new Response("no"));
    expect((await mock.respond(request)).status).toBe(200);
    expect(getEventListeners(request.signal, "abort")).toEqual([]);
  });
});
