import { MAX_BODY_BYTES } from "./limits.ts";
import { onAbort } from "./on-abort.ts";

/** A `Request` or a `Response`. React Native has no streams, and so no `body`. */
interface BodySource {
  readonly body?: ReadableStream<Uint8Array> | null | undefined;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** A body that can be read once. */
interface OpenBody {
  /** Reads up to the first byte beyond the limit, and cancels the rest. Without streams, reads all, and keeps that part. */
  readonly read: () => Promise<ByteBuffer>;
  /** Ends the reading, also while it waits. */
  readonly cancel: () => void;
}

export function openBody(source: BodySource): OpenBody {
  const reader = source.body?.getReader();
  // Not awaited: canceling the body of a clone settles only when the other body is canceled too.
  const cancel = () => void reader?.cancel().catch(() => {});
  return { cancel, read: () => readAll(source, reader).finally(cancel) };
}

async function readAll(source: BodySource, reader?: ReadableStreamDefaultReader<Uint8Array>): Promise<ByteBuffer> {
  const buffer = new ByteBuffer();
  if (source.body === undefined) {
    buffer.append(new Uint8Array(await source.arrayBuffer()));
  }
  while (reader && !buffer.isTooLarge) {
    const { value, done } = await reader.read();
    if (done) {
      break;
    }
    buffer.append(value);
    if (value.byteLength === 0) {
      await nextTask();
    }
  }
  return buffer;
}

/** Reads a body up to the first byte beyond the limit, or until an abort. */
export async function readBody(source: BodySource, signal?: AbortSignal | null): Promise<ByteBuffer> {
  const body = openBody(source);
  const stopListening = signal && onAbort(signal, body.cancel);
  return body.read().finally(() => stopListening?.());
}

/** Lets timers and events run, which a stream of endless empty chunks would keep waiting. */
const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

type Bytes = Uint8Array<ArrayBuffer>;

/** The bytes of a body, up to the first byte beyond the limit. A list of chunks would take 400 bytes for each chunk. */
export class ByteBuffer {
  #bytes: Bytes = new Uint8Array();
  #size = 0;

  get isTooLarge(): boolean {
    return this.#size > MAX_BODY_BYTES;
  }

  append(chunk: Uint8Array): void {
    const start = this.#size;
    const part = chunk.subarray(0, MAX_BODY_BYTES + 1 - start);
    this.#size += part.byteLength;
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
