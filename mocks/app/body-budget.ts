const MAX_BYTES = 64 * 2 ** 20;

interface Waiting {
  readonly bytes: number;
  readonly timer: ReturnType<typeof setTimeout>;
  readonly admit: () => void;
}

export class BodyTimeoutError extends Error {
  constructor() {
    super(`The body took too long: the bodies of other requests take ${MAX_BYTES / 2 ** 20} MiB.`);
  }
}

/** Limits the bodies in progress. Without it, 700 delayed requests of 1 MiB crash a server with a heap of 512 MiB. */
export class BodyBudget {
  readonly #timeoutMs: number;
  #freeBytes = MAX_BYTES;
  /** The bytes reserved for each request, from before its body is read until its response is ready. */
  readonly #reserved = new Map<object, number>();
  /** In the order of arrival. */
  readonly #waiting = new Map<object, Waiting>();

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  /** Reserves the whole body at once, so that requests with partial reservations can't block each other. */
  reserve(request: object, bytes: number): Promise<void> | undefined {
    if (this.#waiting.size === 0 && bytes <= this.#freeBytes) {
      this.#take(request, bytes);
      return undefined;
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.release(request);
        reject(new BodyTimeoutError());
      }, this.#timeoutMs);
      this.#waiting.set(request, { bytes, timer, admit: resolve });
    });
  }

  release(request: object): void {
    clearTimeout(this.#waiting.get(request)?.timer);
    this.#waiting.delete(request);
    this.#freeBytes += this.#reserved.get(request) ?? 0;
    this.#reserved.delete(request);
    for (const [next, { bytes, timer, admit }] of this.#waiting) {
      if (bytes > this.#freeBytes) {
        return;
      }
      clearTimeout(timer);
      this.#waiting.delete(next);
      this.#take(next, bytes);
      admit();
    }
  }

  #take(request: object, bytes: number): void {
    this.#reserved.set(request, bytes);
    this.#freeBytes -= bytes;
  }
}
