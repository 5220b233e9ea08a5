import { setImmediate as nextTurn } from "node:timers/promises";
import { ByteBuffer } from "../../src/shared/read-body.ts";
import type { Incoming } from "./node-messages.ts";

/**
 * The body of a request, up to the first byte beyond the limit. The rest is read and ignored, so that the client reads the
 * response.
 */
export class IncomingBody {
  /** What earlier middleware has done to the body. */
  readonly problem: string | undefined;
  readonly #buffer = new ByteBuffer();
  readonly #length: number | undefined;
  #state: "arriving" | "arrived" | "broken" = "arriving";
  /** Called when it has arrived or broken off. */
  #settle = (): void => {};

  constructor(incoming: Incoming) {
    this.problem = findProblem(incoming);
    this.#length = readLength(incoming);
    if (this.problem !== undefined || incoming.readableEnded || this.#length === 0) {
      // A parser may have read an empty body.
      this.#end("arrived");
      return;
    }
    const append = (chunk: Uint8Array): void => {
      this.#buffer.append(chunk);
      if (this.#buffer.isTooLarge) {
        incoming.off("data", append).resume();
        this.#end("arrived");
      } else if (this.#buffer.toBytes().byteLength === this.#length) {
        // Node tells a few turns later that this is the end.
        this.#end("arrived");
      }
    };
    // Earlier middleware may have paused it.
    incoming.on("data", append).resume();
    incoming.on("end", () => this.#end(isReset(incoming) ? "broken" : "arrived"));
    incoming.on("close", () => this.#end("broken"));
  }

  /** Waits for a body that came with the headers, as most do. Otherwise, listeners would see the request as pending. */
  async arriveWithHeaders(): Promise<void> {
    await undefined;
    if (this.#state === "arriving") {
      await nextTurn();
    }
  }

  /** Returns the body. The promise rejects when the client leaves before its end. */
  read(): ByteBuffer | Promise<ByteBuffer> {
    if (this.#state === "arrived") {
      return this.#buffer;
    }
    return new Promise((resolve, reject) => {
      this.#settle = () =>
        this.#state === "arrived" ? resolve(this.#buffer) : reject(new Error("The client left before the end."));
      if (this.#state === "broken") {
        this.#settle();
      }
    });
  }

  #end(state: "arrived" | "broken"): void {
    if (this.#state === "arriving") {
      this.#state = state;
      this.#settle();
    }
  }
}

function findProblem(incoming: Incoming): string | undefined {
  if (incoming.readableDidRead) {
    return "The body has already been read. Add the mock before body parsers such as express.json().";
  }
  return incoming.readableEncoding === null
    ? undefined
    : "The body is already decoded. Add the mock before middleware that calls request.setEncoding().";
}

/** Returns how many bytes the body has, if the headers say so. */
function readLength({ headers, httpVersionMajor }: Incoming): number | undefined {
  const { "content-length": length, "transfer-encoding": encoding } = headers;
  const isUnknown = encoding !== undefined || (length === undefined && httpVersionMajor > 1);
  return isUnknown ? undefined : Number(length ?? 0);
}

/** Whether the client has reset its HTTP/2 stream. A body without a Content-Length then ends like a complete one. */
const isReset = (incoming: Incoming): boolean => "stream" in incoming && incoming.stream.aborted;
