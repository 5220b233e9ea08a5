import type { ErrorRecord } from "../schemas.ts";
import { PlantStoreError } from "./plant-store-error.ts";

/** The service answered with an Error (I6, I10): thrown by `unwrap`. `message` is the service's own text, with a token that it quotes redacted. */
export class PlantStoreApiError extends PlantStoreError implements ErrorRecord {
  override readonly name = "PlantStoreApiError";
  /** The HTTP status, 400 by I10. */
  readonly status: number;
  /** The service's numeric error value. */
  readonly error: number;
  readonly #response: Response;

  constructor(record: ErrorRecord, response: Response) {
    super(record.message);
    this.status = response.status;
    this.error = record.error;
    this.#response = response;
  }

  /** The answer as it came, its body already read. A log of the error does not show it: a service may quote the token in a header. */
  get response(): Response {
    return this.#response;
  }
}
