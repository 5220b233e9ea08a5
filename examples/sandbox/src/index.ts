import { DurableObject } from "cloudflare:workers";
import { createMockApp, type MockApp } from "plant-store-sdk/mocks/app";

interface Env {
  readonly SESSIONS: DurableObjectNamespace<Session>;
  /** The password of the page and the control API. Without it, they refuse all requests. */
  readonly CONTROL_TOKEN?: string;
  /** The only access token that the operation accepts. Without it, the operation accepts any. */
  readonly ACCESS_TOKEN?: string;
}

/** A session of the sandbox: a mock whose plants this object stores. */
export class Session extends DurableObject<Env> {
  readonly #app: MockApp;

  constructor(context: DurableObjectState, env: Env) {
    super(context, env);
    const { kv } = context.storage;
    this.#app = createMockApp({
      controlToken: env.CONTROL_TOKEN,
      token: env.ACCESS_TOKEN,
      storage: {
        getItem: (key) => kv.get<string>(key) ?? null,
        setItem: (key, plants) => kv.put(key, plants),
      },
    });
  }

  override fetch(request: Request): Promise<Response> {
    return this.#app.fetch(request);
  }
}

export default {
  /** Passes the request to the object of its session. It doesn't pass the session's name, since the object has one mock. */
  fetch(request, { SESSIONS }) {
    const url = new URL(request.url);
    const name = request.headers.get("x-mock-session") ?? url.searchParams.get("session") ?? "";
    url.searchParams.delete("session");
    const passed = new Request(url, request);
    passed.headers.delete("x-mock-session");
    return SESSIONS.getByName(name).fetch(passed);
  },
} satisfies ExportedHandler<Env>;
