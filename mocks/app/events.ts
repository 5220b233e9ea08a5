import { createReply, type SentReply } from "../replies.ts";
import type { Sessions } from "./sessions.ts";
import { takeSnapshot } from "./snapshot.ts";

/** How often to look for a change. */
const INTERVAL_MS = 250;

/** How long a stream is silent at most. Bun ends a connection that is idle for ten seconds. */
const MAX_SILENCE_MS = 5_000;

const HEADERS = {
  "content-type": "text/event-stream",
  // Compression would delay the events, and so would the buffers of nginx.
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
};

/**
 * Replies with a stream of snapshots: one at once, and one after each change. A slow reader gets only the latest one. The
 * stream ends when the client leaves or the server closes.
 */
export function streamSnapshots(sessions: Sessions, name: string): SentReply {
  const encoder = new TextEncoder();
  let latest = "";
  let isCanceled = false;

  function sendChange(stream: ReadableStreamDefaultController<Uint8Array>): boolean {
    const snapshot = JSON.stringify(takeSnapshot(sessions, name));
    const hasChanged = snapshot !== latest;
    if (hasChanged) {
      latest = snapshot;
      stream.enqueue(encoder.encode(`data: ${snapshot}\n\n`));
    }
    return hasChanged;
  }

  const body = new ReadableStream<Uint8Array>({
    start: (stream) => void sendChange(stream),
    // Called when the client has read what was sent before.
    async pull(stream) {
      for (let silentMs = 0; silentMs < MAX_SILENCE_MS; silentMs += INTERVAL_MS) {
        await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
        if (isCanceled) {
          return;
        }
        if (sessions.isClosed) {
          stream.close();
          return;
        }
        if (sendChange(stream)) {
          return;
        }
      }
      stream.enqueue(encoder.encode(":\n\n"));
    },
    cancel() {
      isCanceled = true;
    },
  });
  return createReply(200, body, HEADERS);
}
