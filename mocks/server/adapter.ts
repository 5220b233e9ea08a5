import type { AppHandler } from "../app/app-handler.ts";
import type { AppRequest } from "../app/app-request.ts";
import { errorReply, isLost, LEFT, type Reply } from "../replies.ts";
import { IncomingBody } from "./incoming-body.ts";
import { IncomingRequest } from "./incoming-request.ts";
import { hasLeft, type Incoming, type Outgoing } from "./node-messages.ts";
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
    const hadLeft = hasLeft(incoming);
    const body = new IncomingBody(incoming);
    const request = new IncomingRequest(app, incoming, outgoing, body);
    await body.arriveWithHeaders();
    const reply = hadLeft ? LEFT : await replyTo(app, request, body);
    const written = isLost(reply) ? dropConnection(outgoing) : writeReply(incoming, outgoing, reply);
    onServed?.({ request, reply, durationMs: performance.now() - startedMs });
    await written;
  } catch {
    // A body failed midway, or other middleware has broken the request or the response.
    dropConnection(outgoing);
  }
}

const replyTo = (app: AppHandler, request: AppRequest, { problem }: IncomingBody): Reply | Promise<Reply> =>
  problem === undefined ? app.reply(request) : errorReply(500, problem);
