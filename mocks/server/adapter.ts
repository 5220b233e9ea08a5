import type { AppHandler } from "../app/app-handler.ts";
import type { AppRequest } from "../app/app-request.ts";
import { errorReply, isLost, type Reply } from "../wire/reply.ts";
import { findBodyProblem, fromIncoming, type Incoming, type Outgoing } from "./incoming.ts";
import { dropConnection, writeReply } from "./outgoing.ts";

/** What the log gets. */
export interface ServedRequest {
  readonly request: AppRequest;
  readonly reply: Reply;
  readonly durationMs: number;
}

export type OnServed = (served: ServedRequest) => void;

/** Responds to a request of node:http, or of the compatibility API of node:http2. Never rejects. */
export async function respond(
  app: AppHandler,
  incoming: Incoming,
  outgoing: Outgoing,
  onServed?: OnServed,
): Promise<void> {
  const startedMs = performance.now();
  try {
    const request = fromIncoming(app, incoming, outgoing);
    const bodyProblem = findBodyProblem(incoming);
    const reply = bodyProblem === undefined ? await app.reply(request) : errorReply(500, bodyProblem);
    const written = isLost(reply) ? dropConnection(outgoing) : writeReply(incoming, outgoing, reply);
    onServed?.({ request, reply, durationMs: performance.now() - startedMs });
    await written;
  } catch {
    // A body failed midway, or other middleware has broken the request or the response.
    dropConnection(outgoing);
  }
}
