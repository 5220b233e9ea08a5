/**
 * `checkConformance` could not check the service: the first request failed to connect, or its response shows that the
 * token or the base URL is wrong. The message says which. The token is redacted.
 *
 * @hideconstructor
 *
 * @example
 * import { ConformanceError, checkConformance } from "plant-store-sdk/conformance";
 *
 * const fetch = async () => new Response("", { status: 401 });
 * await checkConformance({ baseUrl: "https://plants.example.com", token: "expired", fetch }).catch((error) => {
 *   console.log(error instanceof ConformanceError); // true
 *   console.log(error.message); // The service rejected the token: the first request returned 401.
 * });
 */
export class ConformanceError extends Error {
  /** The same in every copy of the package, where `instanceof` isn't. */
  override readonly name = "ConformanceError";
}
