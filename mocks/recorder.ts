import type { NewPlant } from "../src/schemas.ts";
import type { IncomingRequest } from "./incoming-request.ts";
import { tokenRedactor } from "./redact.ts";

/**
 * How a request ended: `pending` until it is answered, `created` with a Plant (I9), `refused` with an Error (I10), `fault`
 * where `failNext` had its way, `aborted` where nobody waited for the answer.
 */
export type RequestOutcome = "pending" | "created" | "refused" | "fault" | "aborted";

/** One request to the operation (I1), and what was answered. No token stands in it. */
export interface RecordedRequest {
  /** "POST": what comes with another method is no request to the operation. */
  readonly method: string;
  /** Where it was sent. */
  readonly url: string;
  /** The header fields, by their names in lower case; credentials read "[redacted]". */
  readonly headers: Readonly<Record<string, string>>;
  /** What was asked for, its id a `bigint`; absent where the body is no valid NewPlant. */
  readonly newPlant?: NewPlant & {
    /** The id, exact. */
    id: bigint;
  };
  /** The status of the answer; absent while there is none, and where the connection was lost. */
  readonly status?: number;
  /** How it ended. */
  readonly outcome: RequestOutcome;
}

/** A mock remembers so many requests, and forgets the oldest first. */
export const MAX_RECORDED_REQUESTS = 1_000;

/** Their bodies have so many bytes at most, or the oldest are forgotten sooner: a thousand of the largest would fill a process. */
export const MAX_RECORDED_BYTES = 64 * 2 ** 20;

/** A request on its way, filled in while it is answered. */
export interface Recording {
  newPlant?: NewPlant;
  bodyBytes: number;
  isForgotten: boolean;
  status?: number;
  outcome: RequestOutcome;
}

interface Entry {
  readonly request: Pick<IncomingRequest, "method" | "url" | "headers">;
  readonly recording: Recording;
}

export class Recorder {
  readonly #entries: Entry[] = [];
  #bytes = 0;

  begin({ method, url, headers }: IncomingRequest): Recording {
    const recording: Recording = { outcome: "pending", bodyBytes: 0, isForgotten: false };
    this.#entries.push({ request: { method, url, headers }, recording });
    if (this.#entries.length > MAX_RECORDED_REQUESTS) {
      this.#forgetOldest();
    }
    return recording;
  }

  /** Notes the plant that a request is to create, and the size of the body that it came in. */
  note(recording: Recording, newPlant: NewPlant, bodyBytes: number): void {
    recording.newPlant = newPlant;
    if (recording.isForgotten) {
      return;
    }
    recording.bodyBytes = bodyBytes;
    this.#bytes += bodyBytes;
    while (this.#bytes > MAX_RECORDED_BYTES) {
      this.#forgetOldest();
    }
  }

  /** The requests, oldest first. They are put in shape when somebody asks, which most never do. */
  list(): readonly RecordedRequest[] {
    return this.#entries.map(({ request, recording }) => toRecordedRequest(request, recording));
  }

  clear(): void {
    while (this.#entries.length > 0) {
      this.#forgetOldest();
    }
  }

  #forgetOldest(): void {
    // There is one. A splice would tell the compiler so, and costs a hundred times what a shift does.
    const { recording } = this.#entries.shift() as Entry;
    this.#bytes -= recording.bodyBytes;
    recording.isForgotten = true;
  }
}

function toRecordedRequest(
  { method, url, headers }: Pick<IncomingRequest, "method" | "url" | "headers">,
  { newPlant, status, outcome }: Recording,
): RecordedRequest {
  const redact = tokenRedactor(headers);
  return Object.freeze({
    method,
    url: redact(url),
    headers: Object.freeze(
      Object.fromEntries(Array.from(headers, ([name, value]) => [name, redactHeader(name, redact(value))])),
    ),
    ...(newPlant && { newPlant: Object.freeze({ ...newPlant, id: BigInt(newPlant.id) }) }),
    ...(status !== undefined && { status }),
    outcome,
  });
}

function redactHeader(name: string, value: string): string {
  if (name === "authorization" && /^bearer /i.test(value)) {
    return "Bearer [redacted]";
  }
  return ["authorization", "proxy-authorization", "cookie"].includes(name) ? "[redacted]" : value;
}
