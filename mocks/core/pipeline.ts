import type { Plant } from "../../src/schemas.ts";
import { callFault } from "../faults/call-fault.ts";
import { readFaultHeader } from "../faults/fault-header.ts";
import type { CheckedFault } from "../faults/kinds.ts";
import { describeDuplicate } from "../plants/check-plant.ts";
import { Interruption, type Lifetime } from "../requests/lifetime.ts";
import type { RequestRecord } from "../requests/log.ts";
import { type ParsedBody, parseBody } from "../requests/parse-body.ts";
import { runCallback, toReason } from "../wire/failures.ts";
import { errorReply, jsonReply, LEFT, type Reply } from "../wire/reply.ts";
import type { ArrivingRequest, MockRequest } from "../wire/request.ts";
import type { MockState } from "./state.ts";

/** Replies to a request to the operation, which is open from its headers on. If its body breaks off, it leaves no record. */
export const replyToOperation = (state: MockState, request: ArrivingRequest | MockRequest): Promise<Reply> =>
  state.openRequests.run(request, (lifetime) =>
    "body" in request ? replyToWhole(state, request, lifetime) : replyToArriving(state, request, lifetime),
  );

async function replyToArriving(state: MockState, arriving: ArrivingRequest, lifetime: Lifetime): Promise<Reply> {
  const body = await lifetime.wait(arriving.readBody(lifetime));
  return body === undefined ? LEFT : replyToWhole(state, { ...arriving, body }, lifetime);
}

async function replyToWhole(state: MockState, request: MockRequest, lifetime: Lifetime): Promise<Reply> {
  const parsed = parseBody(request);
  const record = state.log.begin(request, parsed);
  try {
    return await decideReply(state, request, parsed, record, lifetime);
  } catch (error) {
    return error instanceof Interruption
      ? record.finish("aborted", error.reply)
      : record.finish("fault", errorReply(500, toReason(error)));
  }
}

async function decideReply(
  state: MockState,
  request: MockRequest,
  parsed: ParsedBody,
  record: RequestRecord,
  lifetime: Lifetime,
): Promise<Reply> {
  const header = readFaultHeader(request);
  if (header?.problem !== undefined) {
    return record.finish("refused", errorReply(400, header.problem));
  }

  let fault = header?.fault ?? state.faults.takeNext() ?? takeMatchingFault(state, parsed);
  let serviceReply = fault?.creates ? await replyAsService(state, request, parsed, record, lifetime) : undefined;
  if (serviceReply?.outcome === "refused") {
    // A refused request creates no plant, so its fault doesn't apply.
    fault = undefined;
  }
  if (fault) {
    record.update({ fault: fault.name });
  }

  const delayMs = state.delayMs + (fault?.delayMs ?? 0);
  if (delayMs > 0) {
    await lifetime.pause(delayMs);
  }
  lifetime.throwIfOver();
  if (fault?.reply) {
    const { reply } = fault;
    return record.finish("fault", typeof reply === "function" ? await callFault(reply, request, lifetime) : reply);
  }
  serviceReply ??= await replyAsService(state, request, parsed, record, lifetime);
  return record.finish(serviceReply.outcome, serviceReply.reply);
}

/** What the service does with a request, if no fault applies. */
interface ServiceReply {
  readonly outcome: "created" | "refused";
  readonly reply: Reply;
}

const refuse = (message: string): ServiceReply => ({ outcome: "refused", reply: errorReply(400, message) });

/** Does what the service does: creates the plant, or refuses the request because of its credentials or its body. */
async function replyAsService(
  { plants, token }: MockState,
  { headers }: MockRequest,
  { plant, problem }: ParsedBody,
  record: RequestRecord,
  lifetime: Lifetime,
): Promise<ServiceReply> {
  const credentialsProblem = await checkCredentials(token, headers, lifetime);
  lifetime.throwIfOver();
  if (credentialsProblem !== undefined) {
    return refuse(credentialsProblem);
  }
  if (plant === undefined) {
    return refuse(problem);
  }
  if (!plants.create(plant)) {
    return refuse(`The ${describeDuplicate(plant.id)}.`);
  }
  record.update({ created: true });
  const { id: _, ...fields } = plant;
  return { outcome: "created", reply: jsonReply(200, fields satisfies Plant) };
}

function takeMatchingFault({ faults }: MockState, { plant }: ParsedBody): CheckedFault | undefined {
  try {
    return plant && faults.takeMatching(plant);
  } catch (error) {
    throw new Error(`A condition of failWhen threw: ${toReason(error)}`);
  }
}

/** Returns what is wrong with the credentials. */
async function checkCredentials(
  accepted: MockState["token"],
  { authorization }: MockRequest["headers"],
  lifetime: Lifetime,
): Promise<string | undefined> {
  const token = /^bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
  if (token === undefined) {
    const problem = authorization === undefined ? "missing" : "malformed";
    return `The Authorization header is ${problem}: send Authorization: Bearer <ACCESS_TOKEN>.`;
  }
  const isAccepted =
    typeof accepted === "function"
      ? await lifetime.wait(runCallback("The token function threw", () => accepted(token)))
      : accepted === undefined || [accepted].flat().includes(token);
  return isAccepted ? undefined : "The access token is not valid.";
}
