import type { NewPlant } from "../../src/schemas.ts";
import { MAX_BODY_BYTES } from "../../src/shared/limits.ts";
import type { MockSignal } from "../abort.ts";
import type { MockHeaders, MockRequest } from "../messages.ts";
import type { BodyBudget } from "./body-budget.ts";

/** Where a request comes from and where it goes. */
export interface Route {
  readonly scheme: "http" | "https";
  /** The host name and the port, as the client named them. */
  readonly host: string;
  /** The address of the client, if the runtime provides it. */
  readonly address: string | undefined;
  /** The path at which the app is served: "" or, for example, "/mock". */
  readonly basePath: string;
}

/** A request to the app. Creating one takes less time than creating a `Request`. */
export abstract class AppRequest implements MockRequest {
  abstract readonly method: string;
  abstract readonly url: string;
  abstract readonly headers: MockHeaders;
  abstract readonly signal: MockSignal;
  /** The path and the query, without the base path. */
  abstract readonly target: string;
  /** Only for the page and the control API. */
  abstract readonly route: Route;

  readonly #bodies: BodyBudget;
  plantId: NewPlant["id"] | undefined;

  constructor(bodies: BodyBudget) {
    this.#bodies = bodies;
  }

  protected abstract receiveBody(): Promise<Uint8Array | undefined>;

  /** Called when the response is a stream without an end. */
  abstract onEndless(): void;

  get path(): string {
    const end = this.target.indexOf("?");
    return end === -1 ? this.target : this.target.slice(0, end);
  }

  get query(): URLSearchParams {
    return new URLSearchParams(this.target.slice(this.path.length));
  }

  readBody(): Promise<Uint8Array | undefined> | undefined {
    const contentLength = this.headers.get("content-length") ?? "";
    const bytes = /^\d+$/.test(contentLength) ? Number(contentLength) : MAX_BODY_BYTES;
    if (bytes > MAX_BODY_BYTES) {
      return undefined;
    }
    const reserved = this.#bodies.reserve(this, bytes);
    return reserved ? reserved.then(() => this.receiveBody()) : this.receiveBody();
  }

  onNewPlant({ id }: NewPlant): void {
    this.plantId = id;
  }

  onNoResponse(): void {
    this.#bodies.release(this);
  }
}

/** Removes the base path from a path with a query. A host may have removed it before. */
export function stripBasePath(target: string, basePath: string): string {
  const rest = target.startsWith(basePath) ? target.slice(basePath.length) : target;
  if (rest.startsWith("/")) {
    return rest;
  }
  return rest === "" || rest.startsWith("?") ? `/${rest}` : target;
}
