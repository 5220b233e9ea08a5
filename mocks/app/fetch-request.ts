import { LightSignal, type MockSignal } from "../abort.ts";
import { receiveBytes } from "../fetch.ts";
import type { App } from "./app.ts";
import { AppRequest, type Route, stripBasePath } from "./request.ts";

/** A `Request` for the app. */
export class FetchRequest extends AppRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly signal: MockSignal;
  readonly target: string;
  readonly #basePath: string;
  readonly #request: Request;
  readonly #context: unknown;

  constructor(app: App, request: Request, context: unknown) {
    super(app.bodies);
    const { origin, pathname, search } = new URL(request.url);
    this.method = request.method;
    this.headers = request.headers;
    // Absent from some objects that pass for a `Request`.
    this.signal = request.signal ?? new LightSignal();
    this.target = stripBasePath(pathname + search, app.basePath);
    this.url = app.toUrl(origin, this.target, pathname + search);
    this.#basePath = app.basePath;
    this.#request = request;
    this.#context = context;
  }

  get route(): Route {
    const { protocol, host } = new URL(this.#request.url);
    return {
      scheme: protocol === "https:" ? "https" : "http",
      // Some frameworks invent the host of the URL, and service workers see no Host header.
      host: this.headers.get("host") ?? host,
      address: findAddress(this.#request, this.#context),
      basePath: this.#basePath,
    };
  }

  receiveBody(): Promise<Uint8Array | undefined> {
    return receiveBytes(this.#request);
  }

  onEndless(): void {}
}

/** What runtimes pass to a `fetch` handler after the request: the parts with the client's address. */
interface Context {
  /** Bun's server. */
  readonly requestIP?: (request: Request) => { readonly address: string } | null;
  /** Deno's connection. */
  readonly remoteAddr?: { readonly hostname?: string };
  /** What Hono passes on Node. */
  readonly incoming?: { readonly socket?: { readonly remoteAddress?: string } };
}

function findAddress(request: Request, context: unknown): string | undefined {
  const { remoteAddr, incoming }: Context = Object(context);
  const isBun = typeof Object(context).requestIP === "function";
  const address = isBun
    ? (context as Required<Context>).requestIP(request)?.address
    : (remoteAddr?.hostname ?? incoming?.socket?.remoteAddress);
  return typeof address === "string" ? address : undefined;
}
