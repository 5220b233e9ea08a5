import * as http from "node:http";
import * as https from "node:https";

/** Sends a request with node:http, which takes a third of the processor time of Node's fetch. */
export function httpFetch(
  input: string | Request,
  { method, headers, body, signal }: RequestInit = {},
): Promise<Response> {
  const url = new URL(String(input));
  const { request } = url.protocol === "https:" ? https : http;
  return new Promise((resolve, reject) => {
    const options = { method, headers: Object.fromEntries(new Headers(headers)), signal: signal ?? undefined };
    const sent = request(url, options, (message) => {
      const { statusCode: status = 200, headers } = message;
      const response = new Response(null, { status, headers: headers as Record<string, string> });
      resolve(Object.defineProperty(response, "body", { value: message }));
    });
    sent.on("error", reject).end(body);
  });
}
