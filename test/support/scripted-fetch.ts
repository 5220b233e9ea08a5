/** What one attempt handed to `fetch`. */
export interface SentRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string;
  readonly signal: AbortSignal;
}

export interface ScriptedFetch {
  readonly fetch: (input: string | Request, init?: RequestInit) => Promise<Response>;
  readonly sent: readonly SentRequest[];
}

/** What an attempt gets: an answer, or what `fetch` throws. The last one of a script is given to all that follow. */
export type Outcome = () => Response | Promise<Response>;

/** A `fetch` that sends nothing: it records what it is given, and answers by the script. */
export function scriptedFetch(...script: readonly [Outcome, ...Outcome[]]): ScriptedFetch {
  const sent: SentRequest[] = [];
  return {
    sent,
    async fetch(input, init) {
      const request = new Request(input, init);
      const { url, method, headers } = request;
      // Not the Request's own, which hears of nothing once the Request is collected.
      const signal = init?.signal ?? request.signal;
      const outcome = script[Math.min(sent.length, script.length - 1)] ?? script[0];
      // Recorded before anything is awaited, so that a test may count at once.
      const entry = { url, method, headers, signal, body: "" };
      sent.push(entry);
      entry.body = typeof init?.body === "string" ? init.body : await request.text();
      return outcome();
    },
  };
}

/**
 * An answer in JSON whose body is a stream of JavaScript's own: fake timers run ahead of a browser's, which it reads in
 * real time.
 */
function json(value: unknown, init?: { readonly status: number; readonly headers?: Record<string, string> }): Response {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(JSON.stringify(value)));
      controller.close();
    },
  });
  return new Response(body, { ...init, headers: { "content-type": "application/json", ...init?.headers } });
}

/** A 200 with a Plant. */
export const created: Outcome = () => json({ name: "Fern" });

/** A 400 with an Error. */
export const refused: Outcome = () => json({ error: 7, message: "no" }, { status: 400 });

/** The connection is lost before an answer. */
export const lost: Outcome = () => {
  throw new TypeError("fetch failed", { cause: new Error("socket hang up") });
};

/** An answer of that status with an Error. */
export function failed(status: number, headers: Record<string, string> = {}): Outcome {
  return () => json({ error: status, message: "try later" }, { status, headers });
}
