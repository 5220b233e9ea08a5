import type { Socket } from "node:net";
import type { WireRequest } from "./wire-request.ts";

/**
 * - `open`: it accepts requests;
 * - `draining`: the server is closing, so the connection closes after the responses in progress;
 * - `broken`: invalid HTTP arrived, so the connection closes after earlier responses and an error response.
 */
type State = { name: "open" } | { name: "draining" } | { name: "broken"; errorBytes: string };

/** Tracks requests, since `server.close()` of Node would wait for stalled ones, which Node doesn't identify. */
export class Connection {
  readonly #socket: Socket;
  readonly #requests = new Set<WireRequest>();
  #state: State = { name: "open" };

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
    request.isLast = this.#state.name === "draining";
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
    this.#state = { name: "broken", errorBytes };
    const last = requests.at(-1);
    if (last?.incoming.complete === false) {
      this.#requests.delete(last);
      last.abort();
    }
    this.#endIfBroken();
  }

  /** Ends after the responses in progress, or at once if there are none. */
  drain(): void {
    this.#state = { name: "draining" };
    let isResponding = false;
    for (const request of this.#requests) {
      request.isLast = true;
      isResponding ||= request.phase === "responding";
    }
    if (!isResponding) {
      this.destroy();
    }
  }

  destroy(): void {
    this.#socket.destroy();
  }

  #endIfBroken(): void {
    if (this.#state.name === "broken" && this.#requests.size === 0 && this.#socket.writable) {
      this.#socket.end(this.#state.errorBytes, () => this.#socket.destroy());
    }
  }
}
