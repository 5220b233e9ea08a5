import { errorSchema, validate } from "../../src/schemas.ts";
import { toCurl } from "../../src/shared/curl.ts";
import { METHOD, PATH } from "../../src/shared/operation.ts";
import { explainFault, PAGE_FAULTS } from "../explain-fault.ts";
import type { NumberedFault } from "../faults.ts";
import { isIncomplete, OUTCOMES, type RecordedRequest } from "../requests.ts";
import type { MockState } from "../state.ts";
import type { Sessions } from "./sessions.ts";

const SHOWN_PLANTS = 100;
const SHOWN_REQUESTS = 200;
const SHOWN_FAULTS = 50;
const SHOWN_LENGTH = 200;
const DELAY_MS = 50;
const INTERVAL_MS = 250;

export type Snapshot = ReturnType<typeof takeSnapshot>;

export type ShownRequest = ReturnType<typeof toShownRequest>;

export interface RequestDetails extends RecordedRequest {
  /** The command that repeats the request. Absent when the mock doesn't have its whole body. */
  readonly curl: string | undefined;
}

export function findRequest({ requests }: MockState, number: number): RequestDetails | undefined {
  const request = requests.get(number);
  const isWhole = request?.body !== undefined && !isIncomplete(request.body);
  return request && { ...request, curl: isWhole ? toCurl(request) : undefined };
}

/** Sends a snapshot at once and after each change. A slow viewer gets only the latest one. */
export class EventStream {
  readonly #state: MockState;
  readonly #sessions: Sessions;
  #viewerCount = 0;
  #unsubscribe: readonly (() => void)[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #nextAtMs = 0;
  #event = new Uint8Array();
  #announceNext = () => {};
  #next: Promise<void> | undefined;

  constructor(state: MockState, sessions: Sessions) {
    this.#state = state;
    this.#sessions = sessions;
  }

  open(): Response {
    let seen: Uint8Array | undefined;
    const body = new ReadableStream<Uint8Array>({
      start: () => {
        this.#viewerCount += 1;
        if (this.#viewerCount === 1) {
          const schedule = () => this.#schedule();
          this.#unsubscribe = [this.#state.subscribe(schedule), this.#sessions.subscribe(schedule)];
          this.#update();
        }
      },
      pull: async (controller) => {
        if (seen === this.#event) {
          await this.#next;
        }
        seen = this.#event;
        controller.enqueue(seen);
      },
      cancel: () => {
        this.#viewerCount -= 1;
        if (this.#viewerCount === 0) {
          for (const unsubscribe of this.#unsubscribe) {
            unsubscribe();
          }
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
    this.#announceNext();
    this.#next = new Promise((resolve) => {
      this.#announceNext = resolve;
    });
  }
}

/** What the page shows. Ids are strings, since `JSON.parse` would round them. */
function takeSnapshot({ store, requests, faults }: MockState, sessions: readonly string[]) {
  const queued = faults.queued();
  return {
    operation: { method: METHOD, path: PATH },
    outcomes: OUTCOMES,
    faultKinds: PAGE_FAULTS,
    plants: store
      .latest(SHOWN_PLANTS)
      .map((plant) => Object.fromEntries(Object.entries(plant).map(([name, value]) => [name, cut(String(value))])))
      .reverse(),
    plantCount: store.plants.size,
    requests: Array.from(requests.latest(SHOWN_REQUESTS), toShownRequest).reverse(),
    requestCount: requests.size,
    faults: queued.slice(0, SHOWN_FAULTS).map(toShownFault),
    faultCount: queued.length,
    sessions,
  };
}

function toShownFault({ number, ...queued }: NumberedFault) {
  const { title, details } = explainFault(queued);
  return { number, title: cut(title), details: cut(details) };
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
    id: newPlant && String(newPlant.id),
    title: newPlant ? cut(newPlant.name) : `${method} ${path}`,
    reason: response ? errorMessage(response.body) : outcome === "fault" ? "No response was sent." : undefined,
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
