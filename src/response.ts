import { PlantStoreInputError, PlantStoreResponseError } from "./errors.ts";
import type { CreatePlantResult } from "./result.ts";
import { errorSchema, plantSchema, validate } from "./schemas.ts";
import { MAX_BODY_BYTES } from "./shared/limits.ts";
import { METHOD } from "./shared/operation.ts";
import { ByteBuffer } from "./shared/read-body.ts";
import { toSafeLine } from "./shared/text.ts";

const MAX_KEPT_CHARACTERS = 4_096;
const MAX_QUOTED_CHARACTERS = 200;

/** The body of a response: a web stream, or a Node stream such as node-fetch returns. */
type Body = ReadableStream<unknown> | AsyncIterable<unknown>;

type Bytes = Uint8Array<ArrayBuffer>;

interface ChunkReader {
  read(): Promise<{ value?: unknown; done?: boolean | undefined }>;
  cancel(): Promise<unknown> | undefined;
}

type ToFailure = (cause: unknown, isBug?: boolean) => Error;

const invalidResponse = (message: string): PlantStoreInputError =>
  new PlantStoreInputError("Invalid response from fetch or middleware", [{ message }]);

const bodyAlreadyRead = (): PlantStoreInputError => invalidResponse("its body has already been read");

function openBody(body: Body): ChunkReader {
  if (body instanceof Object && "getReader" in body) {
    try {
      return body.getReader();
    } catch {
      throw bodyAlreadyRead();
    }
  }
  const iterator = body[Symbol.asyncIterator]?.();
  if (!iterator) {
    throw invalidResponse("its body must be a stream");
  }
  return { read: () => iterator.next(), cancel: () => iterator.return?.() };
}

/** Cancels what is left of a body. Not awaited, and a failure is ignored: the rest isn't needed. */
async function cancel(reader: ChunkReader): Promise<void> {
  try {
    await reader.cancel();
  } catch {}
}

async function readBytes(body: Body | null, toFailure: ToFailure): Promise<Bytes> {
  const buffer = new ByteBuffer();
  let reader: ChunkReader | undefined;
  while (body && !buffer.isTooLarge) {
    let chunk: unknown;
    let done: boolean | undefined;
    let isBug = true;
    try {
      reader ??= openBody(body);
      const reading = reader.read();
      // A broken connection rejects. An iterator that throws has a bug.
      isBug = false;
      ({ value: chunk, done } = await reading);
    } catch (cause) {
      throw toFailure(cause, isBug);
    }
    if (done) {
      return buffer.toBytes();
    }
    // Not `instanceof Uint8Array`, which fails for the streams of Node in Jest.
    if (!ArrayBuffer.isView(chunk)) {
      throw invalidResponse("its body must consist of bytes");
    }
    buffer.append(new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength));
  }
  if (reader) {
    cancel(reader);
  }
  return buffer.toBytes();
}

export class IncomingResponse {
  #bytes: Promise<Bytes> | undefined;

  constructor(
    readonly response: Response,
    readonly toFailure: ToFailure,
  ) {
    const { status, headers } = Object(response);
    if (typeof status !== "number" || typeof Object(headers).get !== "function") {
      throw invalidResponse("it must be a Response");
    }
  }

  read(): Promise<Bytes> {
    this.#bytes ??= readBytes(this.response.body, this.toFailure);
    return this.#bytes;
  }

  show(): Response {
    const { body } = this.response;
    if (!this.#bytes && body?.locked) {
      throw bodyAlreadyRead();
    }
    const pull = async (controller: ReadableStreamDefaultController): Promise<void> => {
      controller.enqueue((await this.read()).slice());
      controller.close();
    };
    return withBody(this.response, body && new ReadableStream({ pull }, { highWaterMark: 0 }));
  }

  /** Cancels the body of a response that a hook replaced, unless it is being read or the replacement may read the copy. */
  discard(replacement: Response, shown: Response): void {
    const { body } = this.response;
    const isUsed = this.#bytes || shown.body?.locked || shown.body === replacement.body;
    if (body && !isUsed) {
      cancel(openBody(body));
    }
  }
}

/** A Response with another body. Its properties are defined, since `new Response` rejects some statuses and sets no URL. */
function withBody(response: Response, body: ReadableStream | null): Response {
  const copy = new Response(body, { headers: response.headers });
  for (const name of ["status", "statusText", "ok", "url", "type", "redirected"] as const) {
    Object.defineProperty(copy, name, { value: response[name] });
  }
  return Object.defineProperty(copy, "clone", {
    value: () => withBody(copy, Response.prototype.clone.call(copy).body),
  });
}

const utf8 = /* @__PURE__ */ new TextDecoder("utf-8", { fatal: true });

/** The body decides, whatever its content type: a 2xx with a Plant is `data`, a 4xx or 5xx with an Error is `error`. */
export function decodeResult(
  url: string,
  { response, toFailure }: IncomingResponse,
  bytes: Bytes,
  redact: (text: string) => string,
): CreatePlantResult {
  const { ok, status } = response;
  let text: string | undefined;
  let problem = "";
  if (bytes.byteLength > MAX_BODY_BYTES) {
    problem = " of more than 1 MiB";
  } else {
    try {
      text = utf8.decode(bytes);
    } catch {
      problem = " that is not UTF-8";
    }
  }
  const body = text && parseJson(text);
  if (ok) {
    const { value: data, issues } = validate(plantSchema, body);
    if (!issues) {
      return { data, response };
    }
  }
  if (status >= 400 && status < 600) {
    const { value: error, issues } = validate(errorSchema, body);
    if (!issues) {
      return { error: { ...error, message: redact(error.message) }, response };
    }
  }
  // Redacted before it is cut, which could leave half a token.
  const redactedText = redact(text ?? new TextDecoder().decode(bytes));
  const message = `${METHOD} ${url} returned ${status} ${response.statusText} with ${describe(response, redactedText, problem)}`;
  throw toFailure(new PlantStoreResponseError(redact(message), response, redactedText.slice(0, MAX_KEPT_CHARACTERS)));
}

function describe(response: Response, text: string, problem: string): string {
  const { headers } = response;
  if (isRedirect(response)) {
    const location = headers.get("location");
    return `a redirect${location ? ` to ${location}` : ""}, which is not followed`;
  }
  if (text) {
    const type = headers.get("content-type") ?? "no content type";
    return `${type}${problem}, not a Plant or an Error: ${toSafeLine(text, MAX_QUOTED_CHARACTERS)}`;
  }
  const reasons = ["WWW-Authenticate", "Retry-After"].filter((name) => headers.get(name));
  return `an empty body, not a Plant or an Error${reasons.map((name) => `. ${name}: ${headers.get(name)}`).join("")}`;
}

/** A redirect is neither followed nor read, since its body may never end. A browser hides everything but the type. */
export function isRedirect({ type, status }: Response): boolean {
  return type === "opaqueredirect" || [301, 302, 303, 307, 308].includes(status);
}

/** Parses JSON. A member that is `null` reads as absent: the contract has no null. */
function parseJson(text: string): unknown {
  try {
    const body = JSON.parse(text);
    for (const name in body) {
      if (body[name] === null) {
        delete body[name];
      }
    }
    return body;
  } catch {
    return undefined;
  }
}
