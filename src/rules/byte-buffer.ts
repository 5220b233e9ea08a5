import { MAX_BODY_BYTES } from "./limits.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** Collects the chunks of a body, up to the first byte beyond the limit. A list of chunks would take 400 bytes for each. */
export class ByteBuffer {
  #bytes: Bytes = new Uint8Array();
  #size = 0;

  get isTooLarge(): boolean {
    return this.#size > MAX_BODY_BYTES;
  }

  append(chunk: Uint8Array): void {
    const start = this.#size;
    const part = chunk.subarray(0, MAX_BODY_BYTES + 1 - start) as Bytes;
    this.#size += part.byteLength;
    if (start === 0) {
      this.#bytes = part;
      return;
    }
    if (this.#size > this.#bytes.byteLength) {
      const larger = new Uint8Array(Math.min(MAX_BODY_BYTES + 1, 2 * this.#size));
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes.set(part, start);
  }

  toBytes(): Bytes {
    return this.#bytes.subarray(0, this.#size);
  }
}
