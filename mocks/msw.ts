/**
 * The mock as MSW request handlers. It needs msw, an optional peer of this package: 2.13.2 or later, or 3.
 *
 * @module plant-store-sdk/mocks/msw
 */

import { type HttpHandler, http } from "msw";
import type { PlantStoreMock } from "./mock.ts";

export { offline } from "./offline.ts";

/**
 * The mock as MSW request handlers, for `setupServer(...)` and `setupWorker(...)`. They leave all but the operation (I1)
 * alone. Throws nothing.
 *
 * msw is an optional peer of this package, which you install yourself: 2.13.2 or later, or 3.
 *
 * @example
 * import { setupServer } from "msw/node";
 * import { createPlantStoreMock } from "plant-store-sdk/mocks";
 * import { createHandlers, offline } from "plant-store-sdk/mocks/msw";
 *
 * const mock = createPlantStoreMock();
 * const server = setupServer(...createHandlers(mock));
 * server.listen(offline);
 *
 * const response = await fetch("https://plants.example.com/plants", {
 *   method: "POST",
 *   headers: { authorization: "Bearer any-token", "content-type": "application/json" },
 *   body: '{"id": 1, "name": "Fern"}',
 * });
 * console.log(response.status, mock.plants.size); // 200 1
 * server.close();
 */
export function createHandlers(mock: PlantStoreMock): HttpHandler[] {
  return [
    http.post(
      ({ request }) => mock.matches(request),
      ({ request }) =>
        mock.respond(request).catch((error: unknown) => {
          // Nobody waits for an answer: what msw is given must not be an error, which it would print.
          if (request.signal.aborted) {
            return Response.error();
          }
          throw error;
        }),
    ),
  ];
}
