import { HttpResponse, http } from "msw3";
import { setupServer } from "msw3/node";
import { BASE_URL } from "./request.mjs";

export function createMock() {
  setupServer(
    http.post(`${BASE_URL}/plants`, () => HttpResponse.json({ name: "Monstera deliciosa", tag: "tropical" })),
  ).listen({ onUnhandledFrame: "error" });
  return { fetch: globalThis.fetch };
}
