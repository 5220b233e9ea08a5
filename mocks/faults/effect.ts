import type { ByteBuffer } from "../../src/shared/read-body.ts";
import { jsonReply, type Reply } from "../replies.ts";
import type { MockRequest } from "../requests/mock-request.ts";
import { callFault } from "./function.ts";
import { type CheckedFault, type ErrorAction, FAULT_KINDS } from "./kinds.ts";

/** What a fault does with a request. */
export interface FaultEffect {
  /** Whether the plant is created before it. */
  readonly createsFirst: boolean;
  readonly delayMs: number;
  /** Absent when the reply is the usual one. */
  readonly reply: Reply | (() => Promise<Reply>) | undefined;
}

export const NO_EFFECT: FaultEffect = { createsFirst: false, delayMs: 0, reply: undefined };

export function toEffect(fault: CheckedFault | undefined, request: MockRequest, body: ByteBuffer): FaultEffect {
  if (fault === undefined) {
    return NO_EFFECT;
  }
  const { action, delayMs, creates: createsFirst } = fault;
  if (typeof action === "function") {
    return { createsFirst, delayMs, reply: () => callFault(action, request, body) };
  }
  if (typeof action === "string") {
    const kind = FAULT_KINDS[action];
    return { createsFirst, delayMs: delayMs + kind.delayMs, reply: kind.reply };
  }
  return { createsFirst, delayMs, reply: action && toErrorReply(action) };
}

const toErrorReply = ({ error, message, status, headers }: ErrorAction): Reply =>
  jsonReply(status, { error, message }, headers);
