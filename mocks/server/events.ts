import { toJson } from "../../src/rules/json.ts";
import { errorSchema, validate } from "../../src/schemas.ts";
import { isIncomplete, type RecordedRequest } from "../requests.ts";
import type { MockState } from "../state.ts";
import type { Session, Sessions } from "./sessions.ts";

const SHOWN_PLANTS = 100;
const SHOWN_REQUESTS = 200;
const SHOWN_FAULTS = 50;
const SHOWN_LENGTH = 200;
const DELAY_MS = 50;
const INTERVAL_MS = 250;

/** What the page shows. */
export type Snapshot = ReturnType<typeof takeSnapshot>;

/** A request in the list. The page loads the rest when somebody selects it. */
export type ShownRequest = ReturnType<typeof toShownRequest>;

/** A request as the page shows it when somebody selects it. */
export interface RequestDetails extends RecordedRequest {
  /** Whether the body is cut. */
  readonly isCut: boolean;
}

const streams = new WeakMap<Session, EventStream>();

/** The response with the events of a session. All its viewers share one stream. */
export function openEvents(session: Session, sessions: Sessions): Response {
  const { state } = session;
  const stream =
    streams.get(session) ??
    new EventStream(
      (): Snapshot => takeSnapshot(state, sessions.names),
      (listener) => {
        const stops = [state.subscribe(listener), sessions.subscribe(listener)];
        return () => {
          for (const stop of stops) {
            stop();
          }
        };
      },
    );
  streams.set(session, stream);
  return stream.open();
}

/** The details of the request with this number, if the mock keeps it. */
export function findRequest({ requests }: MockState, number: number): RequestDetails | undefined {
  const request = requests.get(number);
  return request && { ...request, isCut: isIncomplete(request.body ?? "") };
}

interface Viewer {
  readonly controller: ReadableStreamDefaultController<Uint8Array>;
  /** Whether it has yet to read an earlier snapshot. It then skips to the latest one. */
  isBehind: boolean;
}

/** Sends snapshots to all viewers of a mock as server-sent events: one at once, and one after each change. */
export class EventStream {
  readonly #takeSnapshot: () => unknown;
  readonly #subscribe: (listener: () => void) => () => void;
  readonly #viewers = new Set<Viewer>();
  #unsubscribe!: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #nextAtMs = 0;
  #event = new Uint8Array();

  constructor(takeSnapshot: () => unknown, subscribe: (listener: () => void) => () => void) {
    this.#takeSnapshot = takeSnapshot;
    this.#subscribe = subscribe;
  }

  /** The response to a new viewer. */
  open(): Response {
    let viewer: Viewer;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        viewer = { controller, isBehind: false };
        if (this.#viewers.size === 0) {
          this.#unsubscribe = this.#subscribe(() => this.#schedule());
          this.#update();
        }
        this.#viewers.add(viewer);
        controller.enqueue(this.#event);
      },
      pull: (controller) => {
        if (viewer.isBehind) {
          viewer.isBehind = false;
          controller.enqueue(this.#event);
        }
      },
      cancel: () => {
        this.#viewers.delete(viewer);
        if (this.#viewers.size === 0) {
          this.#unsubscribe();
          clearTimeout(this.#timer);
          this.#timer = undefined;
        }
      },
    });
    return new Response(body, { headers: { "content-type": "text/event-stream", "cache-control": "no-store" } });
  }

  #schedule(): void {
    this.#timer ??= setTimeout(
      () => {
        this.#timer = undefined;
        this.#update();
        for (const viewer of this.#viewers) {
          viewer.isBehind = Number(viewer.controller.desiredSize) <= 0;
          if (!viewer.isBehind) {
            viewer.controller.enqueue(this.#event);
          }
        }
      },
      Math.max(DELAY_MS, this.#nextAtMs - performance.now()),
    );
  }

  #update(): void {
    const startMs = performance.now();
    this.#event = new TextEncoder().encode(`data: ${JSON.stringify(this.#takeSnapshot())}\n\n`);
    // At most a twentieth of the time goes into snapshots.
    const endMs = performance.now();
    this.#nextAtMs = endMs + Math.max(INTERVAL_MS, 20 * (endMs - startMs));
  }
}

/** The latest plants and requests first, and the faults. Ids are strings, since `JSON.parse` would round them. */
function takeSnapshot({ store, requests, faults }: MockState, sessions: readonly string[]) {
  const queued = faults.entries();
  return {
    plants: store
      .latest(SHOWN_PLANTS)
      .map((plant) => Object.fromEntries(Object.entries(plant).map(([name, value]) => [name, cut(String(value))])))
      .reverse(),
    plantCount: store.plants.size,
    requests: Array.from(requests.latest(SHOWN_REQUESTS), toShownRequest).reverse(),
    requestCount: requests.size,
    faults: [...queued]
      .slice(0, SHOWN_FAULTS)
      .map(([number, fault]) => ({ number, text: cut(typeof fault === "string" ? fault : toJson(fault)) })),
    faultCount: queued.size,
    sessions,
  };
}

function toShownRequest([number, request]: readonly [number, RecordedRequest]) {
  const { method, url, receivedAt, durationMs, status, outcome, newPlant, response } = request;
  const path = cut(url.replace(/^https?:\/\/[^/]*/, ""));
  return {
    number,
    receivedAt,
    durationMs,
    status,
    outcome,
    path,
    /** The plant, or the method and path. */
    title: newPlant ? `${newPlant.id} ${cut(newPlant.name)}` : `${method} ${path}`,
    /** Why it was refused or failed. */
    reason: response ? errorMessage(response.body) : outcome === "fault" ? "No response was sent." : undefined,
  };
}

function errorMessage(body: string): string | undefined {
  try {
    const { value } = validate(errorSchema, JSON.parse(body));
    return value && cut(value.message);
  } catch {
    return undefined;
  }
}

const cut = (text: string): string => (text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH - 1)}…` : text);
