import type { OperationName } from "../../shared/operations.ts";
import type { Plant } from "../../shared/records.ts";
import { callFault } from "../faults/call-fault.ts";
import type { CheckedFault } from "../faults/fault.ts";
import { readFaultHeader } from "../faults/read-faults.ts";
import { runCallback, toReason } from "../input/callback.ts";
import { endSentence, InvalidInputError } from "../input/invalid-input.ts";
import { describeDuplicate } from "../plants/duplicates.ts";
import type { LoggedRequest } from "../requests/log.ts";
import { Interruption, type OpenRequest } from "../requests/open-requests.ts";
import { type ParsedBody, parseBody } from "../requests/parse-body.ts";
import type { RecordedReply } from "../requests/record.ts";
import { errorReply, jsonReply, LEFT, type Reply } from "../wire/reply.ts";
import type { ArrivingRequest, MockRequest } from "../wire/request.ts";
import type { MockState } from "./state.ts";

/** Replies to a request to an operation. It is open from its headers on. */
export function replyToOperation(
  state: MockState,
  operation: OperationName,
  request: ArrivingRequest | MockRequest,
): Promise<RecordedReply> {
  return state.openRequests.open(request.caller, (open) => {
    if ("body" in request) {
      return recordAndReply(state, operation, request, open);
    }
    // If the body breaks off, the request leaves no record.
    return open.wait(request.readBody(open), (body) =>
      body === undefined ? LEFT : recordAndReply(state, operation, { ...request, body }, open),
    );
  });
}

async function recordAndReply(
  state: MockState,
  operation: OperationName,
  request: MockRequest,
  open: OpenRequest,
): Promise<RecordedReply> {
  const body = parseBody(request);
  const record = state.log.begin(request, body);
  try {
    const { outcome, reply } = await decideReply({ state, operation, request, body, record, open });
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
interface PostedRequest {
  readonly state: MockState;
  readonly operation: OperationName;
  readonly request: MockRequest;
  readonly body: ParsedBody;
  readonly record: LoggedRequest;
  readonly open: OpenRequest;
}

interface DecidedReply {
  readonly outcome: "created" | "refused" | "fault";
  readonly reply: Reply;
}

async function decideReply(posted: PostedRequest): Promise<DecidedReply> {
  const { state, request, record, open } = posted;
  const fault = takeFault(posted);
  const early = fault?.creates ? await actAsService(posted) : undefined;
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
  return early ?? actAsService(posted);
}

/** Takes the fault of the request's header, the next one in the queue, or one whose condition the plant meets. */
function takeFault({ state: { faults }, request, body: { plant } }: PostedRequest): CheckedFault | undefined {
  return readFaultHeader(request.headers) ?? faults.takeNext() ?? (plant && faults.takeMatching(plant));
}

/** Does what the service does: refuses a request because of its credentials, or does what its operation does. */
const actAsService = (posted: PostedRequest): Promise<DecidedReply> =>
  posted.open.wait(checkCredentials(posted.state.token, posted.request.headers.authorization), (problem) =>
    problem === undefined ? ACTIONS[posted.operation](posted) : refuse(problem),
  );

/** What each operation does with a request. */
const ACTIONS: Readonly<Record<OperationName, (posted: PostedRequest) => DecidedReply>> = {
  createPlant({ state, body }) {
    if (body.plant === undefined) {
      return refuse(body.problem);
    }
    if (!state.plants.create(body.plant)) {
      return refuse(`The ${describeDuplicate(body.plant.id)}.`);
    }
    const { id: _, ...fields } = body.plant;
    return { outcome: "created", reply: jsonReply(200, fields satisfies Plant) };
  },
};

const refuse = (message: string): DecidedReply => ({ outcome: "refused", reply: errorReply(400, message) });

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
