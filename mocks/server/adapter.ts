import type { AppHandler } from "../app/app-handler.ts";
import type { IncomingRequest } from "../app/app-request.ts";
import type { RecordedReply } from "../requests/record.ts";
import { errorReply, isLost } from "../wire/reply.ts";
import { findBodyProblem, fromIncoming, type Incoming, type Outgoing, untilEnd } from "./incoming.ts";
import { dropConnection, writeReply } from "./outgoing.ts";

/** What the log gets. */
export interface ServedRequest {
  readonly request: IncomingRequest;
  readonly reply: RecordedReply;
  readonly durationMs: number;
}

export type OnServed = (served: ServedRequest) => void;

/** Responds to a request of node:http, or of the compatibility API of node:http2. Never rejects. */
export async function respondToNode(
  app: AppHandler,
  incoming: Incoming,
  outgoing: Outgoing,
  onServed?: OnServed,
): Promise<void> {
  const startedMs = performance.now();
  try {
    const bodyProblem = findBodyProblem(incoming);
    const ended = untilEnd(incoming);
    const request = fromIncoming(incoming, outgoing, ended);
    const reply = bodyProblem === undefined ? await app.reply(request) : errorReply(500, bodyProblem);
    onServed?.({ request, reply, durationMs: performance.now() - startedMs });
    if (isLost(reply)) {
      dropConnection(outgoing);
      return;
    }
    // Proxies fail when a response comes before the end of its request.
    await ended;
    await writeReply(incoming, outgoing, reply);
  } catch {
    // A body failed midway, or other middleware has broken the request or the response.
    dropConnection(outgoing);
  }
}
