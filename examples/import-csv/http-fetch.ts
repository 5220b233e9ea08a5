import { Agent, request } from "undici";

const dispatcher = new Agent();

/** Sends a request with undici's `request`, which takes a fraction of the processor time of Node's fetch. */
export async function httpFetch(
  input: string | Request,
  { method, headers, body, signal }: RequestInit = {},
): Promise<Response> {
  const options = { method, headers: Object.fromEntries(new Headers(headers)), body, signal, dispatcher };
  const received = await request(String(input), options as Parameters<typeof request>[1]);
  const init = { status: received.statusCode, headers: received.headers as Record<string, string> };
  return Object.defineProperty(new Response(null, init), "body", { value: received.body });
}
