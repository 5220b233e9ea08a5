/** What one case sends. */
export interface CaseRequest {
  /** After the base URL: "/plants". */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer> | undefined;
}

/** A whole answer. */
export interface Answer {
  readonly status: number;
  readonly contentType: string | null;
  /** Where it is a redirect, its target. */
  readonly location: string | null;
  /** `undefined` where the body is no UTF-8. */
  readonly text: string | undefined;
}

/** Why there is no whole answer. */
export interface NoAnswer {
  readonly reason: string;
  /** Whether not even a connection came about. */
  readonly unreachable: boolean;
}

export interface Line {
  readonly baseUrl: string;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

const MAX_BODY_BYTES = 10 * 2 ** 20;

/**
 * Sends a request and reads the answer to its end, both within the deadline. Redirects are not followed: the token is for
 * this address.
 *
 * @throws the reason of the caller's signal, when that aborts.
 */
export async function exchange(
  { baseUrl, fetch, timeoutMs, signal }: Line,
  { path, headers, body }: CaseRequest,
): Promise<Answer | NoAnswer> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let onAbort = () => {};
  // A fetch of the caller's own may take no notice of the signal: the race ends without it.
  const end = new Promise<NoAnswer>((resolve, reject) => {
    timer = setTimeout(() => resolve({ reason: `no answer within ${timeoutMs} ms`, unreachable: false }), timeoutMs);
    onAbort = () => reject(signal?.reason);
    signal?.addEventListener("abort", onAbort);
  });
  try {
    return await Promise.race([
      end,
      answerOf(fetch, `${baseUrl}${path}`, {
        method: "POST",
        headers: { ...headers },
        // As bytes: a string would bring a content type of its own.
        ...(body !== undefined && { body: typeof body === "string" ? new TextEncoder().encode(body) : body }),
        redirect: "manual",
        credentials: "omit",
        cache: "no-store",
        signal: controller.signal,
      }),
    ]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
    controller.abort();
  }
}

async function answerOf(fetch: Line["fetch"], url: string, init: RequestInit): Promise<Answer | NoAnswer> {
  let response: Response;
  try {
    response = await fetch(url, init);
  } catch (error) {
    return { reason: `no answer: ${messages(error)}`, unreachable: isUnreachable(error) };
  }
  const { status, headers } = response;
  try {
    const bytes = await readBytes(response);
    if (bytes === undefined) {
      return { reason: `${status}, with a body of more than ${MAX_BODY_BYTES} bytes`, unreachable: false };
    }
    return {
      status,
      contentType: headers.get("content-type"),
      location: headers.get("location"),
      text: decodeUtf8(bytes),
    };
  } catch (error) {
    return { reason: `${status}, then the body broke off: ${messages(error)}`, unreachable: false };
  }
}

async function readBytes(response: Response): Promise<ArrayBuffer | undefined> {
  const reader = response.body?.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (;;) {
    const chunk = await reader?.read();
    if (!chunk?.value) {
      return new Blob(chunks).arrayBuffer();
    }
    size += chunk.value.byteLength;
    if (size > MAX_BODY_BYTES) {
      return undefined;
    }
    chunks.push(chunk.value);
  }
}

function decodeUtf8(bytes: ArrayBuffer): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The error's message and those of its causes: fetch says the reason only there. */
function messages(error: unknown): string {
  const texts: string[] = [];
  for (let at = error; at instanceof Error && texts.length < 4; at = at.cause) {
    texts.push(at.message || codeOf(at));
  }
  return texts.filter((text) => text !== "").join(": ") || "the connection was lost";
}

// Node's names for what goes wrong before there is a connection. Browsers keep the reason to themselves.
const UNREACHABLE =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_\w+|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|EPROTO|UND_ERR_CONNECT_TIMEOUT|ERR_(?:SSL|TLS)_\w+|CERT_\w+|DEPTH_ZERO_\w+|SELF_SIGNED_\w+|UNABLE_TO_\w+)$/;

function isUnreachable(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return UNREACHABLE.test(codeOf(cause)) || (cause instanceof Error && cause.message === "bad port");
}

function codeOf(error: unknown): string {
  return String((Object(error) as { code?: unknown }).code ?? "");
}
