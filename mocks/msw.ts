import { type HttpHandler, http } from "msw";
import type { PlantStoreMock } from "./mock.ts";

export { offline } from "./offline.ts";

/**
 * The mock as MSW request handlers, for `setupServer(...)` and `setupWorker(...)`. They leave all but the operation
 * alone.
 *
 * @example
 * const server = setupServer(...createHandlers(mock));
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
