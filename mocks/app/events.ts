import { createReply, type SentReply } from "../replies.ts";
import type { Sessions } from "./sessions.ts";
import { takeSnapshot } from "./snapshot.ts";

/** How long to collect changes before a snapshot. */
const SNAPSHOT_INTERVAL_MS = 250;

/** How often a stream gets a comment. Bun ends a connection that is idle for ten seconds. */
const COMMENT_INTERVAL_MS = 5_000;

const HEADERS = {
  "content-type": "text/event-stream",
  // Compression would delay the events, and so would the buffers of nginx.
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
};

/** The event streams of an app, which the page shows. */
export class EventStreams {
  readonly #sessions: Sessions;
  /** A function for each stream, which ends it. */
  readonly #open = new Set<() => void>();

  constructor(sessions: Sessions) {
    this.#sessions = sessions;
  }

  /** Replies with a stream. It ends when the signal aborts: if nobody reads the body, nothing else shows that the client left. */
  open(name: string, signal: AbortSignal): SentReply {
    signal.throwIfAborted();
    let leave: () => void;
    const body = new ReadableStream<Uint8Array>({
      start: (stream) => {
        const stop = sendSnapshots(stream, this.#sessions, name);
        const end = (): void => {
          leave();
          stream.close();
        };
        leave = () => {
          stop();
          signal.removeEventListener("abort", end);
          this.#open.delete(end);
        };
        signal.addEventListener("abort", end);
        this.#open.add(end);
      },
      cancel: () => leave(),
    });
    return createReply(200, body, HEADERS);
  }

  close(): void {
    for (const end of [...this.#open]) {
      end();
    }
  }
}

/**
 * Sends a snapshot of a session at once and after changes, until the returned function is called. A slow reader gets only the
 * latest one. Of a session that doesn't exist, it shows the initial plants until a request creates it.
 */
function sendSnapshots(
  stream: ReadableStreamDefaultController<Uint8Array>,
  sessions: Sessions,
  name: string,
): () => void {
  const encoder = new TextEncoder();
  let hasChanged = true;
  let unfollow = (): void => {};

  const send = (toText: () => string): void => {
    if (Number(stream.desiredSize) > 0) {
      stream.enqueue(encoder.encode(toText()));
    }
  };
  const toEvent = (): string => {
    hasChanged = false;
    return `data: ${JSON.stringify(takeSnapshot(sessions, name))}\n\n`;
  };
  const sendChange = (): void => {
    if (hasChanged) {
      send(toEvent);
    }
  };
  const follow = (): void => {
    hasChanged = true;
    unfollow();
    unfollow = sessions.peek(name).state.changes.subscribe(() => {
      hasChanged = true;
    });
  };

  follow();
  sendChange();
  const unsubscribe = sessions.subscribe(follow);
  const timers = [
    setInterval(sendChange, SNAPSHOT_INTERVAL_MS),
    setInterval(() => send(() => ":\n\n"), COMMENT_INTERVAL_MS),
  ];
  return () => {
    timers.forEach(clearInterval);
    unfollow();
    unsubscribe();
  };
}
