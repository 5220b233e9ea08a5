/**
 * The check could not be run: nothing was reached at the address, or the token (I13) was refused at once. No token stands
 * in it.
 *
 * @hideconstructor
 *
 * @example
 * import { ConformanceError, checkConformance } from "plant-store-sdk/conformance";
 *
 * const fetch = async () => new Response("", { status: 401 });
 * await checkConformance({ baseUrl: "https://plants.example.com", token: "expired", fetch }).catch((error) => {
 *   console.log(error instanceof ConformanceError); // true
 * });
 */
export class ConformanceError extends Error {
  /** The same in every copy of the package, where `instanceof` is not. */
  override readonly name = "ConformanceError";
}
