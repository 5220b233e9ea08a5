import { PlantStoreError } from "./plant-store-error.ts";

/** An answer came that is neither a Plant nor an Error. */
export class PlantStoreResponseError extends PlantStoreError {
  override readonly name = "PlantStoreResponseError";
  /** The HTTP status; 0 where a browser hides it, as it does for a redirect. */
  readonly status: number;
  /** The body as text, cut after 4,096 characters. */
  readonly body: string;
  readonly #response: Response;

  constructor(message: string, response: Response, body: string) {
    super(message);
    this.status = response.status;
    this.body = body;
    this.#response = response;
  }

  /** The answer as it came, its body no longer to be read. A log of the error does not show it: a service may quote the token in a header. */
  get response(): Response {
    return this.#response;
  }
}
