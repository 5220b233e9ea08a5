import { errorSchema, validate } from "../../src/schemas.ts";
import { toCurl } from "../../src/shared/curl.ts";
import { METHOD, PATH } from "../../src/shared/operation.ts";
import { explainFault, PAGE_FAULTS } from "../explain-fault.ts";
import type { NumberedFault } from "../fault-queue.ts";
import { isIncomplete, OUTCOMES, type RecordedRequest, type RequestRecord } from "../request-record.ts";
import type { MockState } from "../state.ts";
import type { Sessions } from "./sessions.ts";

const SHOWN_PLANTS = 100;
const SHOWN_REQUESTS = 200;
const SHOWN_FAULTS = 50;
const SHOWN_LENGTH = 200;
const DELAY_MS = 50;
const INTERVAL_MS = 250;

/** Bun ends a connection that is idle for ten seconds. */
const COMMENT_INTERVAL_MS = 5_000;
const COMMENT = new TextEncoder().encode(":\n\n");

export type Snapshot = ReturnType<typeof takeSnapshot>;

export type ShownRequest = ReturnType<typeof toShownRequest>;

export interface RequestDetails extends RecordedRequest {
  /** The command that repeats the request. Absent when the mock doesn't have its whole body. */
  readonly curl: string | undefined;
}

export function findRequest({ requests }: MockState, number: number): RequestDetails | undefined {
  const request = requests.records.find((record) => record.number === number)?.recorded;
  const isWhole = request?.body !== undefined && !isIncomplete(request.body);
  return request && { ...request, curl: isWhole ? toCurl(request) : undefined };
}

/** The event streams of an app: one for each session that somebody watches. */
export class EventStreams {
  readonly #sessions: Sessions;
  readonly #byName = new Map<string, EventStream>();

  constructor(sessions: Sessions) {
    this.#sessions = sessions;
  }

  open(name: string): Response {
    let stream = this.#byName.get(name);
    if (stream === undefined) {
      stream = new EventStream(this.#sessions, name, () => this.#byName.delete(name));
      this.#byName.set(name, stream);
    }
    return new Response(stream.addViewer(), {
      headers: { "content-type": "text/event-stream", "cache-control": "no-store" },
    });
  }
}

/** Wakes everybody who waits. */
class Signal {
  readonly #waiting = new Set<() => void>();

  wait(): Promise<void> {
    return new Promise((resolve) => this.#waiting.add(resolve));
  }

  fire(): void {
    for (const wake of this.#waiting) {
      wake();
    }
    this.#waiting.clear();
  }
}

/**
 * Sends a snapshot of a session at once and after each change. A slow viewer gets only the latest one. Viewers of a session
 * that doesn't exist see its initial plants until a request creates it.
 */
class EventStream {
  readonly #sessions: Sessions;
  readonly #name: string;
  readonly #onUnwatched: () => void;
  readonly #signal = new Signal();
  readonly #comments: ReturnType<typeof setInterval>;
  readonly #unsubscribe: () => void;
  #unsubscribeFromState = () => {};
  #state: MockState;
  #viewerCount = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #nextAtMs = 0;
  #event = new Uint8Array();

  constructor(sessions: Sessions, name: string, onUnwatched: () => void) {
    this.#sessions = sessions;
    this.#name = name;
    this.#onUnwatched = onUnwatched;
    this.#comments = setInterval(() => this.#signal.fire(), COMMENT_INTERVAL_MS);
    this.#unsubscribe = sessions.subscribe(() => {
      this.#state = this.#watch();
      this.#schedule();
    });
    this.#state = this.#watch();
    this.#update();
  }

  addViewer(): ReadableStream<Uint8Array> {
    this.#viewerCount += 1;
    let seen: Uint8Array | undefined;
    return new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        if (seen === this.#event) {
          await this.#signal.wait();
        }
        // Without a new snapshot, the signal asks for a sign of life.
        controller.enqueue(seen === this.#event ? COMMENT : this.#event);
        seen = this.#event;
      },
      cancel: () => {
        this.#viewerCount -= 1;
        if (this.#viewerCount === 0) {
          this.#stop();
        }
      },
    });
  }

  #watch(): MockState {
    this.#unsubscribeFromState();
    const { state } = this.#sessions.peek(this.#name);
    this.#unsubscribeFromState = state.subscribe(() => this.#schedule());
    return state;
  }

  #schedule(): void {
    this.#timer ??= setTimeout(
      () => {
        this.#timer = undefined;
        this.#update();
      },
      Math.max(DELAY_MS, this.#nextAtMs - performance.now()),
    );
  }

  #update(): void {
    const startMs = performance.now();
    const snapshot: Snapshot = takeSnapshot(this.#state, this.#sessions.names);
    this.#event = new TextEncoder().encode(`data: ${JSON.stringify(snapshot)}\n\n`);
    const endMs = performance.now();
    this.#nextAtMs = endMs + Math.max(INTERVAL_MS, 20 * (endMs - startMs));
    this.#signal.fire();
  }

  #stop(): void {
    clearTimeout(this.#timer);
    clearInterval(this.#comments);
    this.#unsubscribe();
    this.#unsubscribeFromState();
    this.#onUnwatched();
  }
}

/** What the page shows. Ids are strings, since `JSON.parse` would round them. */
function takeSnapshot({ store, requests, faults }: MockState, sessions: readonly string[]) {
  const queued = faults.faults;
  return {
    operation: { method: METHOD, path: PATH },
    outcomes: OUTCOMES,
    faultKinds: PAGE_FAULTS,
    plants: store
      .latest(SHOWN_PLANTS)
      .map((plant) => Object.fromEntries(Object.entries(plant).map(([name, value]) => [name, cut(String(value))])))
      .reverse(),
    plantCount: store.plants.size,
    requests: requests.records.slice(-SHOWN_REQUESTS).map(toShownRequest).reverse(),
    requestCount: requests.records.length,
    faults: queued.slice(0, SHOWN_FAULTS).map(toShownFault),
    faultCount: queued.length,
    sessions,
  };
}

function toShownFault({ number, ...queued }: NumberedFault) {
  const { title, details } = explainFault(queued);
  return { number, title: cut(title), details: cut(details) };
}

function toShownRequest({ number, recorded }: RequestRecord) {
  const { method, url, receivedAt, durationMs, status, outcome, newPlant, response } = recorded;
  const path = cut(url.replace(/^https?:\/\/[^/]*/, ""));
  return {
    number,
    receivedAt,
    durationMs,
    status,
    outcome,
    path,
    id: newPlant && String(newPlant.id),
    title: newPlant ? cut(newPlant.name) : `${method} ${path}`,
    reason:
      response && outcome !== "created"
        ? errorMessage(response.body)
        : outcome === "fault"
          ? "No response was sent."
          : undefined,
  };
}

function errorMessage(body: string): string | undefined {
  try {
    const { value, issues } = validate(errorSchema, JSON.parse(body));
    return issues ? undefined : cut(value.message);
  } catch {
    return undefined;
  }
}

const cut = (text: string): string => (text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH - 1)}…` : text);
