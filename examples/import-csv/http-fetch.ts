import { Agent, request } from "undici";

const dispatcher = new Agent({ connect: { timeout: 0 } }); // the client's `timeoutMs` applies

/** Sends a request with undici's `request`, which takes much less processor time than Node's fetch. */
export async function httpFetch(url: string, { method, headers, body, signal }: RequestInit): Promise<Response> {
  const options = { method, headers: Object.fromEntries(new Headers(headers)), body, signal, dispatcher };
  const received = await request(url, options as Parameters<typeof request>[1]);
  const init = { status: received.statusCode, headers: received.headers as Record<string, string> };
  // The client reads Node streams too, so the body stays one.
  return Object.defineProperty(new Response(null, init), "body", { value: received.body });
}
