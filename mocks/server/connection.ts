import type { Socket } from "node:net";
import type { WireRequest } from "./wire-request.ts";

/** Tracks requests, since `server.close()` of Node would wait for stalled ones, which Node doesn't identify. */
export class Connection {
  readonly #socket: Socket;
  readonly #requests = new Set<WireRequest>();
  /** The response to invalid HTTP, after which the connection closes. */
  #errorBytes: string | undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("close", () => {
      for (const request of this.#requests) {
        request.abort();
      }
    });
  }

  add(request: WireRequest): void {
    this.#requests.add(request);
    request.response.on("close", () => {
      this.#requests.delete(request);
      if (request.isLast) {
        this.#socket.destroySoon();
      } else {
        this.#endIfBroken();
      }
    });
  }

  /** Accepts no more bytes. The error response waits until earlier requests have their responses. */
  break(errorBytes: string): void {
    const requests = [...this.#requests];
    const isStreaming = requests.some(({ response }) => response.headersSent && !response.writableEnded);
    if (!this.#socket.writable || isStreaming) {
      this.#socket.destroy();
      return;
    }
    this.#errorBytes = errorBytes;
    const last = requests.at(-1);
    if (last?.incoming.complete === false) {
      this.#requests.delete(last);
      last.abort();
    }
    this.#endIfBroken();
  }

  /** Ends after the responses in progress, or at once if there are none. */
  drain(): void {
    let isResponding = false;
    for (const request of this.#requests) {
      request.isLast = true;
      isResponding ||= request.isResponding;
    }
    if (!isResponding) {
      this.destroy();
    }
  }

  destroy(): void {
    this.#socket.destroy();
  }

  #endIfBroken(): void {
    if (this.#errorBytes !== undefined && this.#requests.size === 0 && this.#socket.writable) {
      this.#socket.end(this.#errorBytes, () => this.#socket.destroy());
    }
  }
}
