import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { BASE_URL } from "./request.mjs";

export function createMock() {
  setupServer(
    http.post(`${BASE_URL}/plants`, () => HttpResponse.json({ name: "Monstera deliciosa", tag: "tropical" })),
  ).listen({ onUnhandledRequest: "error" });
  return { fetch: globalThis.fetch };
}
