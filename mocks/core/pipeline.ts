import type { Plant } from "../../src/schemas.ts";
import { callFault } from "../faults/call-fault.ts";
import type { CheckedFault } from "../faults/fault.ts";
import { readFaultHeader } from "../faults/read-faults.ts";
import { describeDuplicate } from "../plants/check-plant.ts";
import type { RequestRecord } from "../requests/log.ts";
import { Interruption, type OpenRequest } from "../requests/open-requests.ts";
import { type ParsedBody, parseBody } from "../requests/parse-body.ts";
import type { RecordedReply } from "../requests/record.ts";
import { errorReply, jsonReply, LEFT, type Reply } from "../wire/reply.ts";
import type { ArrivingRequest, MockRequest } from "../wire/request.ts";
import { endSentence, InvalidInputError, runCallback, toReason } from "../wire/user-mistakes.ts";
import type { MockState } from "./state.ts";

/** Replies to a request to the operation. It is open from its headers on. If its body breaks off, it leaves no record. */
export const replyToOperation = (state: MockState, request: ArrivingRequest | MockRequest): Promise<RecordedReply> =>
  state.openRequests.open(request.caller, async (open) => {
    const whole = "body" in request ? request : await readWhole(request, open);
    return whole ? recordAndReply(state, whole, open) : LEFT;
  });

async function readWhole(request: ArrivingRequest, open: OpenRequest): Promise<MockRequest | undefined> {
  const { method, url, headers, caller } = request;
  const body = await open.wait(request.readBody(open));
  return body && { method, url, headers, caller, body };
}

async function recordAndReply(state: MockState, request: MockRequest, open: OpenRequest): Promise<RecordedReply> {
  const body = parseBody(request);
  open.throwIfEnded();
  const record = state.log.begin(request, body);
  try {
    const { outcome, reply } = await decideReply({ state, request, body, record, open });
    return record.finish(outcome, reply);
  } catch (error) {
    if (error instanceof Interruption) {
      return record.finish("aborted", error.reply);
    }
    return error instanceof InvalidInputError
      ? record.finish("refused", errorReply(400, endSentence(error.message)))
      : record.finish("fault", errorReply(500, toReason(error)));
  }
}

/** A request that has arrived whole, and all that belongs to it. */
interface Call {
  readonly state: MockState;
  readonly request: MockRequest;
  readonly body: ParsedBody;
  readonly record: RequestRecord;
  readonly open: OpenRequest;
}

interface Decision {
  readonly outcome: "created" | "refused" | "fault";
  readonly reply: Reply;
}

async function decideReply(call: Call): Promise<Decision> {
  const { state, request, record, open } = call;
  const fault = takeFault(call);
  const early = fault?.creates ? await actAsService(call) : undefined;
  // A fault after the creation doesn't apply to a request that is refused.
  const applied = early?.outcome === "refused" ? undefined : fault;
  if (fault) {
    const name = applied ? fault.name : `${fault.name}, not applied`;
    record.setFault(name, early?.outcome === "created");
  }

  await open.pause(state.delayMs + (applied?.delayMs ?? 0));
  if (applied?.reply) {
    const { reply } = applied;
    return { outcome: "fault", reply: typeof reply === "function" ? await callFault(reply, request, open) : reply };
  }
  return early ?? actAsService(call);
}

/** Takes the fault of the request's header, the next one in the queue, or one whose condition the plant meets. */
function takeFault({ state: { faults }, request, body: { plant } }: Call): CheckedFault | undefined {
  return readFaultHeader(request.headers) ?? faults.takeNext() ?? (plant && faults.takeMatching(plant));
}

/** Does what the service does: creates the plant, or refuses the request because of its credentials or its body. */
async function actAsService({ state, request, body, open }: Call): Promise<Decision> {
  const credentialsProblem = await open.wait(checkCredentials(state.token, request.headers.authorization));
  open.throwIfEnded();
  if (credentialsProblem !== undefined) {
    return refuse(credentialsProblem);
  }
  if (body.plant === undefined) {
    return refuse(body.problem);
  }
  if (!state.plants.create(body.plant)) {
    return refuse(`The ${describeDuplicate(body.plant.id)}.`);
  }
  const { id: _, ...fields } = body.plant;
  return { outcome: "created", reply: jsonReply(200, fields satisfies Plant) };
}

const refuse = (message: string): Decision => ({ outcome: "refused", reply: errorReply(400, message) });

/** Returns what is wrong with the credentials. */
async function checkCredentials(
  accepted: MockState["token"],
  authorization: string | undefined,
): Promise<string | undefined> {
  const token = /^bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
  if (token === undefined) {
    const problem = authorization === undefined ? "missing" : "malformed";
    return `The Authorization header is ${problem}: send Authorization: Bearer <ACCESS_TOKEN>.`;
  }
  const isAccepted =
    typeof accepted === "function"
      ? await runCallback("The token function threw", () => accepted(token))
      : accepted === undefined || [accepted].flat().includes(token);
  return isAccepted ? undefined : "The access token is not valid.";
}
