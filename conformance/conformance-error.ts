/** The check could not be run: nothing was reached at the address, or the token was refused at once. No token stands in it. */
export class ConformanceError extends Error {
  override readonly name = "ConformanceError";
}
