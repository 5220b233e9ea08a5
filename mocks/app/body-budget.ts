const MAX_BYTES = 64 * 2 ** 20;

export interface BodyOwner {
  /** What its body may take. It is 0 before the body is read, and after the response is ready. */
  reservedBytes: number;
}

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

/** Bounds the bodies in progress. Without it, 700 delayed requests of 1 MiB end a server with a heap of 512 MiB. */
export class BodyBudget {
  readonly #timeoutMs: number;
  #freeBytes = MAX_BYTES;
  /** In the order of arrival. */
  readonly #waiting = new Map<BodyOwner, Waiting>();

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  /** Reserves a whole body at once, so that requests that wait for the rest of theirs can't block each other. */
  reserve(owner: BodyOwner, bytes: number): Promise<void> | undefined {
    if (this.#waiting.size === 0 && bytes <= this.#freeBytes) {
      this.#take(owner, bytes);
      return undefined;
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.release(owner);
        reject(new BodyTimeoutError());
      }, this.#timeoutMs);
      this.#waiting.set(owner, { bytes, timer, admit: resolve });
    });
  }

  release(owner: BodyOwner): void {
    clearTimeout(this.#waiting.get(owner)?.timer);
    this.#waiting.delete(owner);
    this.#freeBytes += owner.reservedBytes;
    owner.reservedBytes = 0;
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

  #take(owner: BodyOwner, bytes: number): void {
    owner.reservedBytes = bytes;
    this.#freeBytes -= bytes;
  }
}
