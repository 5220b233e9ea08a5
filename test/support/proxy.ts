import { createServer, request } from "node:http";
import { listening } from "./listening.ts";

/** Starts a proxy that replaces the start of each path, until the test ends. Returns the URL of what it forwards. */
export async function proxied(target: string, from: string, to: string): Promise<string> {
  const proxy = createServer((incoming, outgoing) => {
    const { method, url = "", headers } = incoming;
    const rest = url.slice(from.length);
    if (!rest.startsWith("/")) {
      // As nginx does for a location that ends with a slash.
      outgoing.writeHead(301, { location: `${from}/${rest}` }).end();
      return;
    }
    const forwarded = request(target + to + rest, { method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    forwarded.on("error", () => outgoing.destroy());
    outgoing.on("close", () => forwarded.destroy());
    incoming.pipe(forwarded);
  });
  return (await listening(proxy)) + from;
}
