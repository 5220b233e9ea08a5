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

/** A value isn't a response, or its body has already been read or isn't a stream of bytes. */
export class UnreadableError extends TypeError {}

/** The body of a request or a response: a web stream, or a Node stream such as node-fetch returns. */
export type Body = ReadableStream<unknown> | AsyncIterable<unknown>;

/**
 * Reads a body up to the first byte beyond the limit or an abort, and cancels the rest.
 *
 * @throws {@link UnreadableError}, or what the stream throws.
 */
export async function readBody(
  body: Body | null | undefined,
  signal?: { readonly aborted: boolean },
): Promise<ByteBuffer> {
  const buffer = new ByteBuffer();
  if (!body) {
    return buffer;
  }
  const reader = openBody(body);
  while (!buffer.isTooLarge && !signal?.aborted) {
    const { value: chunk, done } = await reader.read();
    if (done) {
      return buffer;
    }
    // Not `instanceof Uint8Array`, which fails for the streams of Node in Jest.
    if (!ArrayBuffer.isView(chunk)) {
      throw new UnreadableError("its body must consist of bytes");
    }
    if (chunk.byteLength === 0) {
      // Lets timers fire. Otherwise, an endless stream of empty chunks would block every timeout.
      await new Promise((resolve) => setTimeout(resolve));
    }
    buffer.append(new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength));
  }
  // Not awaited, since the cancel of one clone waits for the other.
  cancel(reader);
  return buffer;
}

interface ChunkReader {
  read(): Promise<{ value?: unknown; done?: boolean | undefined }>;
  cancel(): Promise<unknown> | undefined;
}

function openBody(body: Body): ChunkReader {
  if (body instanceof Object && "getReader" in body) {
    try {
      return body.getReader();
    } catch {
      throw new UnreadableError("its body has already been read");
    }
  }
  const iterator = body[Symbol.asyncIterator]?.();
  if (!iterator) {
    throw new UnreadableError("its body must be a stream");
  }
  return { read: () => iterator.next(), cancel: () => iterator.return?.() };
}

/** Cancels a body without reading it. Never rejects, so it needs no `await`. */
export async function discardBody(body: Body | null | undefined): Promise<void> {
  await readBody(body, { aborted: true }).catch(() => {});
}

async function cancel(reader: ChunkReader): Promise<void> {
  try {
    await reader.cancel();
  } catch {}
}
