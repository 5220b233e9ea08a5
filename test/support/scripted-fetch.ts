/** The last one of a script is used for all further attempts. */
export type Outcome = () => Response | Promise<Response>;

export function scriptedFetch(...script: readonly [Outcome, ...Outcome[]]) {
  const sent: { url: string; method: string; headers: Headers; signal: AbortSignal; body: string }[] = [];
  return {
    sent,
    async fetch(input: string | Request, init?: RequestInit): Promise<Response> {
      const request = new Request(input, init);
      const { url, method, headers } = request;
      // The Request's signal stops working when the Request is garbage collected.
      const signal = init?.signal ?? request.signal;
      const outcome = script[Math.min(sent.length, script.length - 1)] ?? script[0];
      // Recorded before anything is awaited, since tests count attempts at once.
      const entry = { url, method, headers, signal, body: "" };
      sent.push(entry);
      entry.body = typeof init?.body === "string" ? init.body : await request.text();
      return outcome();
    },
  };
}

/** A browser reads its own streams in real time, even with fake timers. A JavaScript stream avoids that. */
function json(value: unknown, init?: { readonly status: number; readonly headers?: Record<string, string> }): Response {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(JSON.stringify(value)));
      controller.close();
    },
  });
  return new Response(body, { ...init, headers: { "content-type": "application/json", ...init?.headers } });
}

export const created: Outcome = () => json({ name: "Fern" });

export const refused: Outcome = () => json({ error: 7, message: "no" }, { status: 400 });

export const lost: Outcome = () => {
  throw new TypeError("fetch failed", { cause: new Error("socket hang up") });
};

export function failed(status: number, headers: Record<string, string> = {}): Outcome {
  return () => json({ error: status, message: "try later" }, { status, headers });
}

export const html =
  (status: number): Outcome =>
  () =>
    new Response("<h1>Bad Gateway</h1>", { status });
