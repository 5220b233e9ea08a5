import type { MockState } from "../state.ts";
import type { Sessions } from "./sessions.ts";
import { takeSnapshot } from "./snapshot.ts";

/** How long to collect changes before a snapshot, and how long to wait after one. */
const SNAPSHOT_DELAY_MS = 50;
const MIN_INTERVAL_MS = 250;

/** How often a stream without changes gets a comment. Bun ends a connection that is idle for ten seconds. */
const COMMENT_INTERVAL_MS = 5_000;
const COMMENT = new TextEncoder().encode(":\n\n");

/** The event streams of an app: one for each session with viewers. */
export class EventStreams {
  readonly #sessions: Sessions;
  readonly #byName = new Map<string, EventStream>();

  constructor(sessions: Sessions) {
    this.#sessions = sessions;
  }

  /** Responds with a stream. It ends when the signal aborts: if nobody reads the body, nothing else shows that the client left. */
  open(name: string, signal: AbortSignal): Response {
    signal.throwIfAborted();
    let stream = this.#byName.get(name);
    if (stream === undefined) {
      stream = new EventStream(this.#sessions, name, () => this.#byName.delete(name));
      this.#byName.set(name, stream);
    }
    return new Response(stream.addViewer(signal), {
      headers: { "content-type": "text/event-stream", "cache-control": "no-store" },
    });
  }

  close(): void {
    for (const stream of [...this.#byName.values()]) {
      stream.close();
    }
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
  readonly #comments: ReturnType<typeof setInterval>;
  readonly #unsubscribe: () => void;
  #unsubscribeFromState = () => {};
  #state: MockState;
  /** A function for each viewer, which ends its stream. */
  readonly #viewers = new Set<() => void>();
  /** A function for each viewer that has seen the latest event, which wakes it. */
  readonly #waiting: (() => void)[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #nextAtMs = 0;
  #event = new Uint8Array();

  constructor(sessions: Sessions, name: string, onUnwatched: () => void) {
    this.#sessions = sessions;
    this.#name = name;
    this.#onUnwatched = onUnwatched;
    this.#comments = setInterval(() => this.#wakeViewers(), COMMENT_INTERVAL_MS);
    this.#unsubscribe = sessions.subscribe(() => {
      this.#state = this.#watch();
      this.#schedule();
    });
    this.#state = this.#watch();
    this.#update();
  }

  addViewer(signal: AbortSignal): ReadableStream<Uint8Array> {
    let seen: Uint8Array | undefined;
    let stream: ReadableStreamDefaultController<Uint8Array>;
    const leave = (): void => {
      signal.removeEventListener("abort", end);
      this.#removeViewer(end);
    };
    const end = (): void => {
      leave();
      stream.close();
    };
    this.#viewers.add(end);
    signal.addEventListener("abort", end);
    return new ReadableStream<Uint8Array>({
      start(controller) {
        stream = controller;
      },
      pull: async (controller) => {
        if (seen === this.#event) {
          await new Promise<void>((resolve) => this.#waiting.push(resolve));
        }
        // Without a new snapshot, a comment keeps the connection alive.
        controller.enqueue(seen === this.#event ? COMMENT : this.#event);
        seen = this.#event;
      },
      cancel: leave,
    });
  }

  /** Ends the streams of all viewers. */
  close(): void {
    for (const end of [...this.#viewers]) {
      end();
    }
  }

  #removeViewer(viewer: () => void): void {
    this.#viewers.delete(viewer);
    if (this.#viewers.size === 0) {
      this.#stop();
    }
  }

  #watch(): MockState {
    this.#unsubscribeFromState();
    const state = this.#sessions.peek(this.#name);
    this.#unsubscribeFromState = state.subscribe(() => this.#schedule());
    return state;
  }

  #schedule(): void {
    this.#timer ??= setTimeout(
      () => {
        this.#timer = undefined;
        this.#update();
      },
      Math.max(SNAPSHOT_DELAY_MS, this.#nextAtMs - performance.now()),
    );
  }

  #update(): void {
    const startMs = performance.now();
    const snapshot = takeSnapshot(this.#state, this.#sessions.names);
    this.#event = new TextEncoder().encode(`data: ${JSON.stringify(snapshot)}\n\n`);
    const endMs = performance.now();
    // Snapshots take at most a twentieth of the time.
    this.#nextAtMs = endMs + Math.max(MIN_INTERVAL_MS, 20 * (endMs - startMs));
    this.#wakeViewers();
  }

  #wakeViewers(): void {
    for (const wake of this.#waiting.splice(0)) {
      wake();
    }
  }

  #stop(): void {
    clearTimeout(this.#timer);
    clearInterval(this.#comments);
    this.#unsubscribe();
    this.#unsubscribeFromState();
    this.#onUnwatched();
  }
}
